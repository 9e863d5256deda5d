// What changed after a moment, in order. Which rows, is in Postgres; what they are now, in the store of each kind.
import type { ClickHouse } from '@tracker/infra/clickhouse/client';
import type { DefinedQuery } from '@tracker/infra/clickhouse/define-query';
import type { ChangedKind } from '@tracker/infra/postgres/changed-rows';
import type { Postgres } from '@tracker/infra/postgres/client';
import type { ChangeCursor } from '@tracker/schemas/contracts/changes.contract';
import { cursorText } from '@tracker/schemas/contracts/changes.contract';
import type { TenantId } from '@tracker/schemas/primitives/ids';
import { type Instant, instantFromMs } from '@tracker/schemas/primitives/time';
import { sql } from 'kysely';
import { z } from 'zod';

/** Of statements about changed rows. Answers are kept by their parameters: with `upTo` those of before a change and after it differ. */
export const CHANGED_UP_TO = '{upTo:UInt64} >= 0';
export const changedAfter = z.object({ after: z.string(), limit: z.number().int(), upTo: z.number().int() });
export const changedIds = z.object({ id: z.string() });
type ChangedIds = DefinedQuery<z.input<typeof changedAfter>, z.output<typeof changedIds>>;

/** `all` of a kind whose rows are in ClickHouse. */
export const idsFrom =
  (query: ChangedIds, clickhouse: ClickHouse, tenantId: TenantId): KindOfChange<unknown>['all'] =>
  async (after, limit, upTo) =>
    (await query.run(clickhouse, tenantId, { after, limit, upTo })).map(({ id }) => id);

export interface ChangesAsked {
  readonly changedSince?: Date | undefined;
  readonly cursor?: ChangeCursor | undefined;
  readonly limit: number;
}

export interface ChangedPage<Row> {
  readonly changes: { id: string; changedAt: Instant | null; row: Row | null }[];
  readonly cursor: string;
  readonly hasMore: boolean;
}

export interface KindOfChange<Row> {
  readonly kind: ChangedKind;
  /** All that there are, in the order of their ids, from behind one on. */
  all(after: string, limit: number, upTo: number): Promise<readonly string[]>;
  /** As they are now; those that are gone are absent. `upTo`: the newest change that they must show. */
  read(ids: readonly string[], upTo: number): Promise<ReadonlyMap<string, Row>>;
}

export interface ChangeDeps {
  readonly postgres: Postgres;
  readonly clickhouse: ClickHouse;
}

/**
 * Rows are read after the list of changes, so that each is at least as new as its change. One that changes meanwhile comes again.
 * The list is complete up to the newest version of the same look: versions become visible in their order (migrations/0062-changed-rows.sql).
 */
export async function readChanges<Row>(
  { postgres }: Pick<ChangeDeps, 'postgres'>,
  tenantId: TenantId,
  of: KindOfChange<Row>,
  { changedSince, cursor, limit }: ChangesAsked,
): Promise<ChangedPage<Row>> {
  const counter = await readCounter(postgres, tenantId, of.kind, changedSince);
  const { epoch } = counter;
  const start: ChangeCursor = cursor ?? {
    epoch,
    version: counter.before,
    after: (changedSince?.getTime() ?? 0) < counter.beganMs ? '' : undefined,
  };
  // A replay exchanged the tables: all rows are given again, and then what changed meanwhile.
  const from = start.epoch === epoch ? start : { epoch, version: start.version, after: '' };
  if (from.after !== undefined) {
    const ids = await of.all(from.after, limit, counter.last);
    const rows = ids.length > 0 ? await of.read(ids, counter.last) : new Map<string, Row>();
    const isLast = ids.length < limit;
    return {
      changes: ids.map((id) => ({ id, changedAt: null, row: rows.get(id) ?? null })),
      cursor: cursorText({ ...from, after: isLast ? undefined : ids.at(-1) }),
      hasMore: !isLast || from.version < counter.last,
    };
  }
  const { changed, last } = await readChangedRows(postgres, tenantId, of.kind, from.version, limit);
  const ids = changed.map(({ row_id }) => row_id);
  const hasMore = changed.length === limit;
  const version = hasMore ? Number(changed.at(-1)?.version) : last;
  const rows = ids.length > 0 ? await of.read(ids, version) : new Map<string, Row>();
  return {
    changes: changed.map(({ row_id, changed_at }) => ({
      id: row_id,
      changedAt: instantFromMs(changed_at.getTime()),
      row: rows.get(row_id) ?? null,
    })),
    cursor: cursorText({ epoch, version: Math.max(version, from.version), after: undefined }),
    hasMore,
  };
}

interface Counter {
  readonly epoch: number;
  readonly last: number;
  readonly beganMs: number;
  /** The last version before the moment that is asked for. */
  readonly before: number;
}

async function readCounter(
  postgres: Postgres,
  tenantId: TenantId,
  kind: ChangedKind,
  since: Date | undefined,
): Promise<Counter> {
  const { rows } = await postgres.withTenant(tenantId, (trx) =>
    sql<{ epoch: number; last: string; began_ms: number; first: string | null }>`
      SELECT n.epoch, n.last_version AS last,
        CASE WHEN isfinite(n.began_at) THEN extract(epoch FROM n.began_at) * 1000 ELSE 0 END::float8 AS began_ms,
        (SELECT min(version) FROM changed_rows c
         WHERE c.tenant_id = ${tenantId} AND c.kind = ${kind} AND c.changed_at >= ${since ?? null}::timestamptz) AS first
      FROM change_counters n WHERE n.tenant_id = ${tenantId}`.execute(trx),
  );
  const [row] = rows;
  // Nothing of the tenant ever changed.
  if (!row) return { epoch: 0, last: 0, beganMs: 0, before: 0 };
  const last = Number(row.last);
  return { epoch: row.epoch, last, beganMs: row.began_ms, before: row.first === null ? last : Number(row.first) - 1 };
}

/** In one statement: what is not in the list is above `last`. */
async function readChangedRows(
  postgres: Postgres,
  tenantId: TenantId,
  kind: ChangedKind,
  after: number,
  limit: number,
) {
  const { rows } = await postgres.withTenant(tenantId, (trx) =>
    sql<{ last: string; row_id: string | null; version: string; changed_at: Date }>`
      SELECT n.last_version AS last, c.row_id, c.version, c.changed_at
      FROM change_counters n
      LEFT JOIN LATERAL (
        SELECT row_id, version, changed_at FROM changed_rows
        WHERE tenant_id = ${tenantId} AND kind = ${kind} AND version > ${after}
        ORDER BY version LIMIT ${limit}
      ) c ON true
      WHERE n.tenant_id = ${tenantId}
      ORDER BY c.version`.execute(trx),
  );
  const changed = rows.flatMap(({ row_id, ...row }) => (row_id === null ? [] : [{ ...row, row_id }]));
  return { changed, last: Number(rows[0]?.last ?? after) };
}
