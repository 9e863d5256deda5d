// The known state that a replay starts from. The log still has events of days whose clicks were deleted by their tenant's retention, and the
// processor drops those. What is kept of these days goes from the live tables into the shadows before the first event: their finalized days with
// the rollups, and the clicks of conversions; and the later page views that know one of those clicks. It is verified before the replay goes on. Repeating it changes nothing.
import { shadowOf } from '@tracker/infra/clickhouse/shadow';
import { ROLLUP_TABLES } from '@tracker/infra/clickhouse/tables/rollups';
import type { Sql } from '@tracker/infra/postgres/connect';
import { EXIT, type OpsDeps, OpsError } from '../command.ts';

interface Limit {
  readonly tenant_id: string;
  readonly clicks_kept_from: Date;
}

/** Some rows of a table, all of one tenant. */
export interface KeptRows {
  readonly table: string;
  /** 'FINAL' where the table has several versions of a row. */
  readonly final: string;
  readonly where: string;
  readonly params: Readonly<Record<string, unknown>>;
  readonly keptFrom: Date;
}

/** Which rows the log cannot give again, of each tenant whose retention has deleted clicks. */
export async function listKeptRows(sql: Pick<Sql, 'unsafe'>): Promise<KeptRows[]> {
  const limits = await sql.unsafe<Limit[]>(
    'SELECT tenant_id, clicks_kept_from FROM list_retention() WHERE clicks_kept_from IS NOT NULL',
  );
  return limits.flatMap(({ tenant_id: tenantId, clicks_kept_from: keptFrom }) => {
    const before = (column: string) =>
      `tenant_id = {tenantId:String} AND ${column} < fromUnixTimestamp64Milli({keptFromMs:Int64})`;
    const laterViews = `tenant_id = {tenantId:String} AND ts >= fromUnixTimestamp64Milli({keptFromMs:Int64}) AND channel != ''
      AND toInt64OrZero(substring(click_id, -19, 13)) < {keptFromMs:Int64}`;
    const laterClicks = `tenant_id = {tenantId:String} AND ts >= fromUnixTimestamp64Milli({keptFromMs:Int64})
      AND toInt64OrZero(substring(click_id, -19, 13)) < {keptFromMs:Int64}`;
    const params = { tenantId, keptFromMs: BigInt(keptFrom.getTime()) };
    // Conversions are never deleted: their half of a day is built again.
    const finalized = `${before('day_start')} AND half = 'traffic' AND state = 2`;
    const rollups = `${before('day_start')} AND build_id IN (SELECT build_id FROM finalized_days FINAL WHERE ${finalized})`;
    return [
      { table: 'finalized_days', final: 'FINAL', where: finalized, params, keptFrom },
      ...ROLLUP_TABLES.map((table) => ({ table, final: '', where: rollups, params, keptFrom })),
      { table: 'clicks', final: 'FINAL', where: before('ts'), params, keptFrom },
      // Of a prefetch before the limit that was seen after it, the log gives nothing again.
      { table: 'clicks', final: 'FINAL', where: laterClicks, params, keptFrom },
      { table: 'click_identities', final: 'FINAL', where: before('ts'), params, keptFrom },
      { table: 'opened_checkouts', final: 'FINAL', where: before('ts'), params, keptFrom },
      { table: 'prefetch_proofs', final: 'FINAL', where: before('ts'), params, keptFrom },
      { table: 'script_notices', final: 'FINAL', where: before('ts'), params, keptFrom },
      // Without their click, the log gives them again without source and ad: a lower version.
      { table: 'page_views', final: 'FINAL', where: laterViews, params, keptFrom },
    ];
  });
}

export async function carryOver({ clickhouse, postgres }: Pick<OpsDeps, 'clickhouse' | 'postgres'>): Promise<void> {
  for (const { table, final, where, params, keptFrom } of await listKeptRows(postgres.sql)) {
    const rowsOf = async (source: string) => {
      const [row] = await clickhouse.query<{ rows: string; hash: string }>({
        name: 'replay-carry-over',
        sql: `SELECT toString(count()) AS rows, toString(groupBitXor(cityHash64(*))) AS hash FROM ${source} ${final} WHERE ${where}`,
        params,
      });
      return row;
    };
    const kept = await rowsOf(table);
    if (kept?.rows === '0') continue;
    await clickhouse.command(`INSERT INTO ${shadowOf(table)} SELECT * FROM ${table} ${final} WHERE ${where}`, params);
    // The live rows' own filter: the shadow of a rollup has the rows that were carried and no others.
    const carried = await rowsOf(shadowOf(table));
    if (kept?.rows !== carried?.rows || kept?.hash !== carried?.hash) {
      throw new OpsError(
        EXIT.failed,
        `${shadowOf(table)} is not what ${table} has of the days before ${keptFrom.toISOString()}.`,
      );
    }
  }
}
