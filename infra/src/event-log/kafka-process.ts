// A consumer killed with -9 stays a member of its group until its session expires, and its partitions are not read. Its successor
// on the same machine can be faster: members carry their process in their client id, and a member whose process is gone is
// removed from the group.
import { createHash } from 'node:crypto';
import { readlinkSync } from 'node:fs';
import { hostname } from 'node:os';
import { processStartedAt } from '../lifecycle/process-identity.ts';

const short = (text: string) => createHash('sha256').update(text).digest('hex').slice(0, 12);

/** Where process ids mean the same as here: the machine, or the container on it. */
function processNamespace(): string {
  try {
    return readlinkSync('/proc/self/ns/pid');
  } catch {
    return '';
  }
}

const PREFIX = `traffic-tracker-${short(`${hostname()} ${processNamespace()}`)}-`;

const idOf = (pid: number, startedAt: string) => `${PREFIX}${pid}-${short(startedAt)}`;

/** Of every client of this process. */
export const clientId = idOf(process.pid, processStartedAt(process.pid) ?? '');

/** True when the client belonged to a process of this machine that has ended. */
export function isLeftOver(other: string): boolean {
  if (!other.startsWith(PREFIX)) return false;
  const pid = Number.parseInt(other.slice(PREFIX.length), 10);
  const startedAt = processStartedAt(pid);
  return startedAt === undefined || idOf(pid, startedAt) !== other;
}
