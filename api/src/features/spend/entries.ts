// What people entered as spend: a row of Postgres, which they see at once, and an event of the log, from which the figures follow. Both are
// stored in one transaction (ADR 91).
import { rememberCurrencies } from '@tracker/infra/conversions/spend-currencies';
import type { AddEvent } from '@tracker/infra/event-log/log-outbox';
import { newEvent } from '@tracker/infra/identity/new-event';
import type { Database } from '@tracker/infra/postgres/database';
import { platformOfPlacement, spendSourceNamed } from '@tracker/schemas/capture/source-names';
import type { AdSpendEvent } from '@tracker/schemas/events/ad-spend';
import type { CampaignId } from '@tracker/schemas/primitives/ids';
import { type Currency, Money, ZERO } from '@tracker/schemas/primitives/money';
import type { TenantDay } from '@tracker/schemas/primitives/tenant-day';
import { instantFromMs } from '@tracker/schemas/primitives/time';
import { sql, type Transaction } from 'kysely';
import type { AuditActor } from '../../store/audit.ts';

export interface EntryValues {
  /** Null: taken away. */
  readonly amount: Money | null;
  readonly currency: Currency;
  readonly note: string;
  readonly importId: string | null;
}

export interface EntryPlace {
  readonly campaignId: CampaignId;
  readonly day: TenantDay;
  readonly source: string;
}

export interface Entry extends EntryPlace, EntryValues {}

export interface StoredEntry extends Entry {
  /** What the import replaced. */
  readonly before: EntryValues | null;
  readonly changedAtMs: number;
}

/** One for all names of a source: what was entered under an older name is the same place. */
export const nameOf = ({ campaignId, day, source }: EntryPlace): string =>
  `${campaignId} ${day} ${spendSourceNamed(source)}`;

interface EntryFilter {
  readonly first?: TenantDay;
  readonly last?: TenantDay;
  readonly campaignId?: string | undefined;
  readonly importId?: string;
}

/** Also those that were taken away; newest day first. */
export async function readEntries(
  trx: Transaction<Database>,
  { first, last, campaignId, importId }: EntryFilter,
): Promise<StoredEntry[]> {
  const rows = await trx
    .selectFrom('spend_entries')
    .select([
      'campaign_id',
      sql<string>`day::text`.as('entered_day'),
      'source',
      'amount',
      'currency',
      'note',
      'import_id',
      'before',
      'changed_at',
    ])
    .$if(first !== undefined, (query) => query.where('day', '>=', sql<Date>`${first}`))
    .$if(last !== undefined, (query) => query.where('day', '<=', sql<Date>`${last}`))
    .$if(campaignId !== undefined, (query) => query.where('campaign_id', '=', campaignId as string))
    .$if(importId !== undefined, (query) => query.where('import_id', '=', importId as string))
    .orderBy('spend_entries.day', 'desc')
    .orderBy('campaign_id')
    .orderBy('source')
    .execute();
  return rows.map((row) => ({
    campaignId: row.campaign_id as CampaignId,
    day: row.entered_day as TenantDay,
    source: row.source,
    amount: row.amount === null ? null : Money.parse(row.amount),
    currency: row.currency as Currency,
    note: row.note,
    importId: row.import_id,
    before: row.before as EntryValues | null,
    changedAtMs: row.changed_at.getTime(),
  }));
}

/** Later than every entry of the row before, by the clock of any program. */
const laterThan = (before: StoredEntry | undefined, nowMs: number): number =>
  Math.max(nowMs, (before?.changedAtMs ?? 0) + 1);

export interface WriteDeps {
  readonly trx: Transaction<Database>;
  readonly add: AddEvent;
  readonly actor: AuditActor;
  readonly nowMs: number;
}

/** Which placements are in their platform's report; `placements.ts` reads them. */
type Answers = ReadonlyMap<string, boolean>;

export const idOfActor = (actor: AuditActor): string =>
  'userId' in actor ? actor.userId : 'keyId' in actor ? `key:${actor.keyId}` : '';

/** Entries of one placement after its answer changed: each is taken away under the old source, and is there under the new one. */
export async function moveEntries(
  deps: WriteDeps,
  entries: readonly StoredEntry[],
  { from, to }: { readonly from: Answers; readonly to: Answers },
): Promise<void> {
  const kept = entries.filter(({ amount }) => amount !== null);
  for (const { before, changedAtMs, ...entry } of kept) {
    const atMs = Math.max(deps.nowMs, changedAtMs + 1);
    deps.add(entry.campaignId, eventOf(deps.actor, { ...entry, amount: null }, from, atMs));
  }
  const changes = kept.map((stored) => ({ entry: stored, stored, before: stored.before }));
  if (changes.length > 0) await writeEntries(deps, changes, to);
}

export interface EntryChange {
  readonly entry: Entry;
  /** The row as it is. */
  readonly stored: StoredEntry | undefined;
  /** To be given back by an undo. */
  readonly before: EntryValues | null;
}

/** An entry under an older name of its source, whose place another entry takes. */
export const takenAway = (stored: StoredEntry, before: EntryValues | null): EntryChange => ({
  entry: { ...stored, amount: null, note: '', importId: null },
  stored,
  before,
});

/** Call it with the tenant's lock `spend`; each place once. */
export async function writeEntries(
  { trx, add, actor, nowMs }: WriteDeps,
  changes: readonly EntryChange[],
  answers: Answers,
): Promise<void> {
  const dated = changes.map((change) => ({ ...change, atMs: laterThan(change.stored, nowMs) }));
  const rows = dated.map(({ entry, before, atMs }) => ({
    campaign_id: entry.campaignId,
    day: entry.day,
    source: entry.source,
    amount: entry.amount,
    currency: entry.currency,
    note: entry.note,
    import_id: entry.importId,
    before,
    changed_at: instantFromMs(atMs),
  }));
  const changedBy = idOfActor(actor);
  await sql`
    INSERT INTO spend_entries (tenant_id, campaign_id, day, source, amount, currency, note, import_id, before, changed_by, changed_at)
    SELECT ${actor.tenantId}, r.campaign_id, r.day, r.source, r.amount, r.currency, r.note, r.import_id, r.before, ${changedBy}, r.changed_at
    FROM jsonb_to_recordset(${JSON.stringify(rows)}::text::jsonb) AS r (
      campaign_id text, day date, source text, amount numeric, currency text, note text, import_id text, before jsonb, changed_at timestamptz)
    ON CONFLICT (tenant_id, campaign_id, day, source) DO UPDATE SET
      amount = excluded.amount, currency = excluded.currency, note = excluded.note, import_id = excluded.import_id,
      before = excluded.before, changed_by = excluded.changed_by, changed_at = excluded.changed_at`.execute(trx);
  await rememberCurrencies(
    trx,
    actor.tenantId,
    dated.map(({ entry }) => entry.currency),
  );
  for (const { entry, atMs } of dated) add(entry.campaignId, eventOf(actor, entry, answers, atMs));
}

function eventOf(
  { tenantId }: AuditActor,
  { campaignId, day, source, amount, currency }: Entry,
  answers: Answers,
  atMs: number,
): AdSpendEvent {
  const payload: AdSpendEvent['payload'] = {
    day,
    // Behind the platform: it gives way to the platform's report of the day, and is a place of its own.
    source: answers.get(source) === true ? `${platformOfPlacement(source)}/${source}` : source,
    currency,
    kind: amount === null ? 'removed' : 'entered',
    spend: amount ?? ZERO,
    impressions: 0,
    clicks: 0,
    ads: [],
    hours: [],
  };
  return newEvent({ type: 'ad-spend', tenantId, campaignId, payload }, atMs);
}
