// What the log cannot give again of the analytics store, as files: what is kept of days whose clicks a tenant's retention deleted
// (ADR 33), and dead letters, which are an operator's.

import { z } from 'zod';
import { EXIT, type OpsDeps, OpsError } from '../command.ts';
import { type KeptRows, listKeptRows } from '../replay/carry-over.ts';
import { type BackupFiles, StoredFile } from './backup-files.ts';

/** Rows in memory at once; a dead letter may have a body of 2 MB. */
const ROWS_MAX = 500;
const INSERT_MAX = 500;

export const KeptTable = z.object({
  table: z.string(),
  columns: z.array(z.string()),
  rows: z.number(),
  /** XOR of the hashes of all rows. */
  hash: z.string(),
  file: StoredFile,
});
export type KeptTable = z.infer<typeof KeptTable>;

type Stores = Pick<OpsDeps, 'clickhouse' | 'postgres'>;

interface Source {
  readonly final: string;
  readonly where: string;
  readonly params: Readonly<Record<string, unknown>>;
}

/** `kept`: as the snapshot of Postgres has them. Rejects when a retention deleted rows since then. */
export async function dumpKeptRows(
  deps: Stores,
  kept: readonly KeptRows[],
  files: BackupFiles,
  folder: string,
): Promise<KeptTable[]> {
  const byTable = new Map<string, Source[]>([['dead_letters', [{ final: 'FINAL', where: '1', params: {} }]]]);
  for (const { table, ...source } of kept) byTable.set(table, [...(byTable.get(table) ?? []), source]);
  const tables: KeptTable[] = [];
  for (const [table, sources] of byTable) {
    const dumped = await dumpRows(deps, files, `${folder}/${table}`, table, sources);
    if (dumped.rows > 0) tables.push(dumped);
  }
  const limits = (rows: readonly KeptRows[]) =>
    rows.map(({ keptFrom, params }) => `${params.tenantId} ${keptFrom.toISOString()}`).join();
  if (limits(await listKeptRows(deps.postgres.sql)) !== limits(kept)) {
    throw new OpsError(EXIT.busy, 'The retention deleted clicks while they were read; run it again.');
  }
  return tables;
}

async function dumpRows(
  { clickhouse }: Stores,
  files: BackupFiles,
  name: string,
  table: string,
  sources: readonly Source[],
): Promise<KeptTable> {
  let columns: string[] = [];
  let rows = 0;
  let hash = 0n;
  async function* lines() {
    for (const source of sources) {
      const facts = await factsOf({ clickhouse }, table, source);
      const buckets = Math.ceil(facts.rows / ROWS_MAX);
      let read = 0;
      for (let bucket = 0; bucket < buckets; bucket += 1) {
        const page = await clickhouse.query<Record<string, unknown>>({
          name: 'backup-kept-rows',
          sql: `SELECT * FROM ${table} ${source.final}
            WHERE ${source.where} AND cityHash64(*) % {buckets:UInt64} = {bucket:UInt64}
            SETTINGS output_format_json_quote_64bit_integers = 1, output_format_json_quote_decimals = 1`,
          params: { ...source.params, buckets, bucket },
        });
        if (page[0]) columns = Object.keys(page[0]);
        read += page.length;
        for (const row of page) yield Buffer.from(`${JSON.stringify(Object.values(row))}\n`);
      }
      if (read !== facts.rows) throw new OpsError(EXIT.busy, `${table} changed while it was read; run it again.`);
      rows += facts.rows;
      hash ^= facts.hash;
    }
  }
  const file = await files.write(name, lines());
  return { table, columns, rows, hash: String(hash), file };
}

/** Into empty tables. Rejects when they do not hold what was written. */
export async function loadKeptRows(
  { clickhouse }: Stores,
  files: BackupFiles,
  tables: readonly KeptTable[],
): Promise<void> {
  for (const { table, columns, rows, hash, file } of tables) {
    await files.read(file, async (chunks) => {
      let batch: unknown[][] = [];
      const insert = async () => {
        await clickhouse.insert({ table, columns, rows: batch });
        batch = [];
      };
      for await (const line of linesOf(chunks)) {
        batch.push(JSON.parse(line) as unknown[]);
        if (batch.length === INSERT_MAX) await insert();
      }
      await insert();
    });
    const facts = await factsOf({ clickhouse }, table, { final: 'FINAL', where: '1', params: {} });
    if (facts.rows !== rows || String(facts.hash) !== hash) {
      throw new OpsError(EXIT.failed, `${table} has other rows than the backup after it was filled.`);
    }
  }
}

async function factsOf({ clickhouse }: Pick<Stores, 'clickhouse'>, table: string, { final, where, params }: Source) {
  const [row] = await clickhouse.query<{ rows: string; hash: string }>({
    name: 'backup-kept-rows-facts',
    sql: `SELECT toString(count()) AS rows, toString(groupBitXor(cityHash64(*))) AS hash FROM ${table} ${final} WHERE ${where}`,
    params,
  });
  return { rows: Number(row?.rows ?? 0), hash: BigInt(row?.hash ?? 0) };
}

async function* linesOf(chunks: AsyncIterable<Buffer>): AsyncGenerator<string> {
  let rest: Buffer = Buffer.alloc(0);
  for await (const chunk of chunks) {
    let text = rest.length > 0 ? Buffer.concat([rest, chunk]) : chunk;
    for (let at = text.indexOf(10); at !== -1; at = text.indexOf(10)) {
      yield text.toString('utf8', 0, at);
      text = text.subarray(at + 1);
    }
    rest = text;
  }
}
