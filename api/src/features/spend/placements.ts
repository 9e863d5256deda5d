// Whether a placement's spend is in its platform's own report already: a person is asked once for each source, and the answer is kept (ADR 148).
import type { AddEvent } from '@tracker/infra/event-log/log-outbox';
import type { Database } from '@tracker/infra/postgres/database';
import { platformOfPlacement } from '@tracker/schemas/capture/source-names';
import { sql, type Transaction } from 'kysely';
import { type AuditActor, record } from '../../store/audit.ts';
import { idOfActor, moveEntries, readEntries, type StoredEntry } from './entries.ts';

/** By source; without an entry there is no answer yet. */
export type Placements = ReadonlyMap<string, boolean>;

export async function readPlacements(trx: Transaction<Database>): Promise<Placements> {
  const rows = await trx.selectFrom('spend_placements').select(['source', 'is_reported']).execute();
  return new Map(rows.map(({ source, is_reported }) => [source, is_reported]));
}

/** Where a platform is connected, or was: its report of a day may have the spend of its placements. */
export async function readConnectedPlatforms(trx: Transaction<Database>): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ platform: string }>`
    SELECT platform FROM ad_platform_connections UNION SELECT platform FROM ad_platform_campaign_links`.execute(trx);
  return new Set(rows.map(({ platform }) => platform));
}

/** The placements among these rows for which an answer is needed first. */
export const openPlacements = <Row extends { readonly source: string }>(
  rows: readonly Row[],
  { placements, isAsked }: { readonly placements: Placements; isAsked(row: Row, platform: string): boolean },
): ReadonlySet<string> =>
  new Set(
    rows.flatMap((row) => {
      const platform = platformOfPlacement(row.source);
      return platform !== undefined && !placements.has(row.source) && isAsked(row, platform) ? [row.source] : [];
    }),
  );

/** The source that gives way to reports: the platform's for a placement that its report has. */
export const reportOf = (source: string, placements: Placements): string =>
  (placements.get(source) === true && platformOfPlacement(source)) || source;

/**
 * Call it with the tenant's lock `spend`. What was entered for the placement before moves with the answer: by its event it then gives way to the
 * platform's report of the same day, or counts besides.
 */
export async function answerPlacement(
  { trx, add, actor, nowMs }: { trx: Transaction<Database>; add: AddEvent; actor: AuditActor; nowMs: number },
  source: string,
  isReported: boolean,
): Promise<Placements> {
  const before = await readPlacements(trx);
  const after = new Map(before).set(source, isReported);
  if (before.get(source) === isReported) return before;
  await trx
    .insertInto('spend_placements')
    .values({
      tenant_id: actor.tenantId,
      source,
      is_reported: isReported,
      answered_by: idOfActor(actor),
      answered_at: new Date(nowMs),
    })
    .onConflict((there) =>
      there.columns(['tenant_id', 'source']).doUpdateSet({
        is_reported: isReported,
        answered_by: idOfActor(actor),
        answered_at: new Date(nowMs),
      }),
    )
    .execute();
  await record(trx, actor, 'spend.placement', { source, isReported });
  if (reportOf(source, before) !== reportOf(source, after)) {
    const own: StoredEntry[] = (await readEntries(trx, {})).filter((entry) => entry.source === source);
    await moveEntries({ trx, add, actor, nowMs }, own, { from: before, to: after });
  }
  return after;
}
