// What is kept in place of a body that cannot be read: its text as far as it may be kept, its type, and where the fault is. A list, because every
// body that was read is an object: no sender can write one.

const MARK = '[unreadable]';

export interface UnreadBody {
  /** 'line:column', or one of `FAULTS`. */
  readonly at: string;
  readonly type: string;
  readonly text: string;
}

export const keptUnread = ({ at, type, text }: UnreadBody): string => JSON.stringify([MARK, at, type, text]);

export function unreadOf(kept: string): UnreadBody | undefined {
  if (!kept.startsWith(`["${MARK}",`)) return undefined;
  const [, at, type, text] = JSON.parse(kept) as [string, string, string, string];
  return { at, type, text };
}
