// The statements of `unverified-store.ts`: rows of `unverified_state` and `unverified_conversions`, one tenant at a time.
import type { Database } from '@tracker/infra/postgres/database';
import { DAY_MS } from '@tracker/schemas/primitives/durations';
import type { TenantId } from '@tracker/schemas/primitives/ids';
import { utcDayOf } from '@tracker/schemas/primitives/time';
import { UNVERIFIED_DEFAULTS, UNVERIFIED_PER_NETWORK } from '@tracker/schemas/unverified-conversions';
import { sql, type Transaction } from 'kysely';
import { type Candidate, type Circumstances, clickKeyOf, type UnverifiedRule } from './unverified.ts';

export type Trx = Transaction<Database>;

export interface ClickAndType {
  readonly clickId: string;
  readonly type: string;
}

/** A conversion with an unverified event, as its fold says now. */
export interface UnverifiedFacts extends Omit<Candidate, 'hasVerifiedTwin'> {
  /** Grows with its events and its click. */
  readonly factVersion: number;
  /** It has no verified event, and its status counts. */
  readonly isCandidate: boolean;
  /** Of all its events: one of them was its receipt when fewer of them were known, and other conversions were compared with that. */
  readonly receiptsMs: readonly number[];
  /** What its events name, for the same reason. */
  readonly named: readonly ClickAndType[];
}

/** The tenant's state, locked for the transaction. */
export interface HeldState extends Circumstances {
  readonly version: number;
}

export async function lockState(trx: Trx, tenantId: TenantId): Promise<HeldState | undefined> {
  await sql`
    INSERT INTO unverified_state (tenant_id) SELECT id FROM tenants WHERE id = ${tenantId} ON CONFLICT DO NOTHING`.execute(
    trx,
  );
  const { rows } = await sql<{ first_verified_at: Date | null; version: string }>`
    SELECT first_verified_at, version FROM unverified_state WHERE tenant_id = ${tenantId} FOR UPDATE`.execute(trx);
  const [state] = rows;
  if (!state) return undefined;
  const rules = await trx.selectFrom('unverified_rules').selectAll().orderBy('from_at').execute();
  return {
    version: Number(state.version),
    firstVerifiedAtMs: state.first_verified_at?.getTime() ?? Number.POSITIVE_INFINITY,
    rules: rules.map(
      (row): UnverifiedRule => ({
        fromMs: row.from_at.getTime(),
        mode: row.mode,
        maxAgeDays: row.max_age_days,
        perDay: row.per_day,
      }),
    ),
  };
}

export async function bumpVersion(trx: Trx, tenantId: TenantId, firstVerifiedAtMs: number): Promise<number> {
  const { rows } = await sql<{ version: string }>`
    UPDATE unverified_state
    SET version = version + 1, first_verified_at = nullif(${moment(firstVerifiedAtMs)}, 'infinity')
    WHERE tenant_id = ${tenantId} RETURNING version`.execute(trx);
  return Number(rows[0]?.version);
}

/** The receipt of the last candidate that a limit held back; it only grows. */
export async function noteLimited(trx: Trx, tenantId: TenantId, receivedAtMs: number): Promise<void> {
  await sql`
    UPDATE unverified_state SET limited_at = ${moment(receivedAtMs)}
    WHERE tenant_id = ${tenantId} AND (limited_at IS NULL OR limited_at < ${moment(receivedAtMs)})`.execute(trx);
}

/** Returns how many rows changed. A row that was made from more facts stays. */
export async function upsertFacts(trx: Trx, tenantId: TenantId, facts: readonly UnverifiedFacts[]): Promise<number> {
  if (facts.length === 0) return 0;
  const records = facts.map((one) => ({
    conversion_id: one.conversionId,
    fact_version: one.factVersion,
    is_candidate: one.isCandidate,
    received_at: instant(one.receivedAtMs),
    click_id: one.clickId,
    click_at: one.clickAtMs === null ? null : instant(one.clickAtMs),
    type: one.type,
    network: one.network,
  }));
  const { rows } = await sql`
    INSERT INTO unverified_conversions AS u
      (tenant_id, conversion_id, fact_version, is_candidate, received_at, click_id, click_at, type, network)
    SELECT ${tenantId}, r.*
    FROM jsonb_to_recordset(${JSON.stringify(records)}::text::jsonb) AS r (conversion_id text, fact_version bigint,
      is_candidate boolean, received_at timestamptz, click_id text, click_at timestamptz, type text, network text)
    ON CONFLICT (tenant_id, conversion_id) DO UPDATE SET
      fact_version = excluded.fact_version, is_candidate = excluded.is_candidate, received_at = excluded.received_at,
      click_id = excluded.click_id, click_at = excluded.click_at, type = excluded.type, network = excluded.network,
      -- A twin of another click and type says nothing about this one; its own is looked for below.
      has_twin = u.has_twin AND (u.click_id, u.type) IS NOT DISTINCT FROM (excluded.click_id, excluded.type)
    -- Of equally many facts the earlier receipt is the newer knowledge: a repeated event keeps its first one.
    WHERE (u.fact_version, -extract(epoch FROM u.received_at)) <= (excluded.fact_version, -extract(epoch FROM excluded.received_at))
      AND (u.fact_version, u.is_candidate, u.received_at, u.click_id, u.click_at, u.type, u.network)
        IS DISTINCT FROM (excluded.fact_version, excluded.is_candidate, excluded.received_at, excluded.click_id, excluded.click_at,
          excluded.type, excluded.network)
    RETURNING 1`.execute(trx);
  return rows.length;
}

/** Returns how many rows changed. */
export async function markTwins(trx: Trx, tenantId: TenantId, twins: readonly ClickAndType[]): Promise<number> {
  if (twins.length === 0) return 0;
  const { rows } = await sql`
    UPDATE unverified_conversions u SET has_twin = true
    FROM ${clicksAndTypes(twins)}
    WHERE u.tenant_id = ${tenantId} AND u.click_id = k.click_id AND u.type = k.type AND NOT u.has_twin
    RETURNING 1`.execute(trx);
  return rows.length;
}

export async function togglePassing(trx: Trx, tenantId: TenantId, conversionIds: readonly string[]): Promise<void> {
  if (conversionIds.length === 0) return;
  await sql`
    UPDATE unverified_conversions SET passes = NOT passes
    WHERE tenant_id = ${tenantId} AND conversion_id IN (${texts(conversionIds)})`.execute(trx);
}

export interface StoredCandidate extends Candidate {
  readonly passes: boolean;
}

/** Candidates that one of these describes. */
export interface Selection {
  readonly ids?: readonly string[];
  /** Received from then on. */
  readonly fromMs?: number;
  /** Of this click and type. */
  readonly naming?: readonly ClickAndType[];
  /** Passing ones of this click and type, received from then on. */
  readonly laterOfClicks?: readonly (ClickAndType & { readonly fromMs: number })[];
  /** Passing ones, received from then on, on that day. */
  readonly laterOfDaysMs?: readonly number[];
}

const COLUMNS = sql.raw(
  'u.conversion_id, u.received_at, u.click_id, u.click_at, u.type, u.network, u.has_twin, u.passes',
);

interface CandidateRow {
  readonly conversion_id: string;
  readonly received_at: Date;
  readonly click_id: string | null;
  readonly click_at: Date | null;
  readonly type: string;
  readonly network: string;
  readonly has_twin: boolean;
  readonly passes: boolean;
}

export async function readCandidates(trx: Trx, tenantId: TenantId, selection: Selection): Promise<StoredCandidate[]> {
  const {
    ids = [],
    fromMs = Number.POSITIVE_INFINITY,
    naming = [],
    laterOfClicks = [],
    laterOfDaysMs = [],
  } = selection;
  const later = laterOfClicks.map(({ clickId, type, fromMs: from }) => ({
    click_id: clickId,
    type,
    from_at: instant(from),
  }));
  const days = laterOfDaysMs.map((ms) => ({ from_at: instant(ms), to_at: instant((utcDayOf(ms) + 1) * DAY_MS) }));
  const { rows } = await sql<CandidateRow>`
    SELECT ${COLUMNS} FROM unverified_conversions u
    WHERE u.tenant_id = ${tenantId} AND u.is_candidate AND u.conversion_id IN (
      ${texts(ids)}
      UNION
      SELECT c.conversion_id FROM unverified_conversions c
      WHERE c.tenant_id = ${tenantId} AND c.received_at >= ${moment(fromMs)}
      UNION
      SELECT c.conversion_id FROM ${clicksAndTypes(naming)}
      JOIN unverified_conversions c ON c.tenant_id = ${tenantId} AND c.click_id = k.click_id AND c.type = k.type
      UNION
      SELECT c.conversion_id
      FROM jsonb_to_recordset(${JSON.stringify(later)}::text::jsonb) AS k (click_id text, type text, from_at timestamptz)
      JOIN unverified_conversions c ON c.tenant_id = ${tenantId} AND c.click_id = k.click_id AND c.type = k.type
        AND c.received_at >= k.from_at AND c.passes
      UNION
      SELECT c.conversion_id
      FROM jsonb_to_recordset(${JSON.stringify(days)}::text::jsonb) AS d (from_at timestamptz, to_at timestamptz)
      JOIN unverified_conversions c ON c.tenant_id = ${tenantId}
        AND c.received_at >= d.from_at AND c.received_at < d.to_at AND c.passes
    )`.execute(trx);
  return rows.map(toCandidate);
}

/** The first passing candidate of each click and type of these. */
export async function firstOfClicks(
  trx: Trx,
  tenantId: TenantId,
  passing: readonly Candidate[],
): Promise<StoredCandidate[]> {
  const { rows } = await sql<CandidateRow>`
    SELECT ${COLUMNS} FROM ${clicksAndTypes(passing.flatMap(clickAndTypeOf))}
    CROSS JOIN LATERAL (
      SELECT * FROM unverified_conversions c
      WHERE c.tenant_id = ${tenantId} AND c.click_id = k.click_id AND c.type = k.type AND c.is_candidate AND c.passes
      ORDER BY c.received_at, c.conversion_id LIMIT 1
    ) u`.execute(trx);
  return rows.map(toCandidate);
}

/**
 * Of each day of these the first ones that the limits ask about: those of the networks of these that are within their limit, and of all that
 * are within theirs as many as count in a day.
 */
export async function firstOfDays(
  trx: Trx,
  tenantId: TenantId,
  passing: readonly Candidate[],
  { rules }: Circumstances,
): Promise<StoredCandidate[]> {
  const most = Math.max(UNVERIFIED_DEFAULTS.unverifiedPerDay, ...rules.map(({ perDay }) => perDay));
  const days = Map.groupBy(passing, ({ receivedAtMs }) => utcDayOf(receivedAtMs));
  const ranges = [...days].map(([day, some]) => ({
    from_at: instant(day * DAY_MS),
    to_at: instant((day + 1) * DAY_MS),
    networks: [...new Set(some.map(({ network }) => network))].filter((network) => network !== ''),
  }));
  const { rows } = await sql<CandidateRow>`
    SELECT ${COLUMNS}
    FROM jsonb_to_recordset(${JSON.stringify(ranges)}::text::jsonb) AS d (from_at timestamptz, to_at timestamptz, networks jsonb)
    CROSS JOIN LATERAL (
      SELECT n.*, row_number() OVER (ORDER BY n.received_at, n.conversion_id) AS place
      FROM (
        SELECT f.*, row_number() OVER (PARTITION BY f.network ORDER BY f.received_at, f.conversion_id) AS place_in_network
        FROM (
          SELECT DISTINCT ON (c.click_id, c.type) c.* FROM unverified_conversions c
          WHERE c.tenant_id = ${tenantId} AND c.received_at >= d.from_at AND c.received_at < d.to_at AND c.is_candidate AND c.passes
          ORDER BY c.click_id, c.type, c.received_at, c.conversion_id
        ) f
      ) n
      WHERE n.network = '' OR n.place_in_network <= ${UNVERIFIED_PER_NETWORK}
    ) u
    WHERE u.place <= ${most} OR d.networks ? u.network`.execute(trx);
  return rows.map(toCandidate);
}

const toCandidate = (row: CandidateRow): StoredCandidate => ({
  conversionId: row.conversion_id,
  receivedAtMs: row.received_at.getTime(),
  clickId: row.click_id,
  clickAtMs: row.click_at?.getTime() ?? null,
  type: row.type,
  network: row.network,
  hasVerifiedTwin: row.has_twin,
  passes: row.passes,
});

export const clickAndTypeOf = ({ clickId, type }: Candidate): ClickAndType[] =>
  clickId === null ? [] : [{ clickId, type }];

/** Each once, as a table `k`. */
function clicksAndTypes(named: readonly ClickAndType[]) {
  const each = new Map(named.map(({ clickId, type }) => [clickKeyOf({ clickId, type }), { click_id: clickId, type }]));
  const records = JSON.stringify([...each.values()]);
  return sql`jsonb_to_recordset(${records}::text::jsonb) AS k (click_id text, type text)`;
}

const texts = (all: readonly string[]) => sql`SELECT jsonb_array_elements_text(${JSON.stringify(all)}::text::jsonb)`;

const instant = (ms: number): string => (ms === Number.POSITIVE_INFINITY ? 'infinity' : new Date(ms).toISOString());

/** As a parameter: the driver makes a date of each timestamp, and infinity is none. */
const moment = (ms: number) => sql`${instant(ms)}::text::timestamptz`;
