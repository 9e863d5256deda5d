import { type AdPlatforms, platformOf } from '@tracker/infra/ad-platforms/ad-platform';
import type { Database } from '@tracker/infra/postgres/database';
import { isAsWished, UNDO_HOURS_MAX, wishBack } from '@tracker/schemas/ad-platforms/ad-action';
import type { ListedAction } from '@tracker/schemas/contracts/ad-actions.contract';
import { HOUR_MS } from '@tracker/schemas/primitives/durations';
import { instantFromMs } from '@tracker/schemas/primitives/time';
import { adActionProblemText } from '@tracker/schemas/texts/ad-actions';
import type { Selectable } from 'kysely';

export type ActionRow = Omit<Selectable<Database['ad_actions']>, 'day'>;

/** Until when it can be undone; undefined: it was not done, changed nothing, or what it replaced cannot be set. */
export function undoEndsMs({ state, settled_at: at, wish, before, after }: ActionRow): number | undefined {
  if (state !== 'done' || !at || !after || isAsWished(wish, before) || !wishBack(wish, before)) return undefined;
  return at.getTime() + UNDO_HOURS_MAX * HOUR_MS;
}

export function toListed(
  row: ActionRow & { readonly undone_by: string | null },
  { adPlatforms, nowMs }: { readonly adPlatforms: AdPlatforms; readonly nowMs: number },
): ListedAction {
  const platform = platformOf(adPlatforms, row.platform)?.descriptor;
  const undoMs = row.undone_by === null ? undoEndsMs(row) : undefined;
  return {
    ...{ id: row.id, at: instantFromMs(row.asked_at.getTime()), by: row.user_name, byId: row.user_id },
    ...{ platform: row.platform, level: row.level, objectId: row.object_id, name: row.name, action: row.action },
    wanted: 'budget' in row.wish ? row.wish.budget : null,
    ...{ before: row.before, after: row.after, evidence: row.evidence },
    result: resultOf(row),
    settledAt: row.settled_at && instantFromMs(row.settled_at.getTime()),
    error: row.problem && platform ? adActionProblemText(row.problem, platform) : null,
    undoUntil: undoMs !== undefined && undoMs > nowMs ? instantFromMs(undoMs) : null,
    ...{ undoneBy: row.undone_by, undoes: row.undoes },
  };
}

/** One that was sent is open; with a problem no one knows yet whether it was done. */
function resultOf({ state, problem }: ActionRow): ListedAction['result'] {
  if (state === 'sent') return problem ? 'unknown' : 'queued';
  return state;
}
