// Tables of Postgres as files, by COPY: streamed, so that their size costs no memory.
import type { Sql } from '@tracker/infra/postgres/connect';
import { z } from 'zod';
import { type BackupFiles, StoredFile } from './backup-files.ts';
import { KEY_TABLES, LEFT_OUT } from './tables.ts';

export const DumpedTable = z.object({
  table: z.string(),
  columns: z.array(z.string()),
  rows: z.number(),
  file: StoredFile,
});
export type DumpedTable = z.infer<typeof DumpedTable>;

/** A connection inside of a transaction. */
export type Transaction = Pick<Sql, 'unsafe'>;

export const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;

/** All tables that a backup has, apart from those of the keys. */
export async function tablesToKeep(sql: Transaction): Promise<string[]> {
  const rows = await sql.unsafe<{ name: string }[]>(
    `SELECT relname AS name FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind = 'r' ORDER BY relname`,
  );
  const keys = new Set<string>(KEY_TABLES);
  return rows.map(({ name }) => name).filter((name) => !LEFT_OUT.has(name) && !keys.has(name));
}

export async function dumpTable(
  sql: Transaction,
  table: string,
  files: BackupFiles,
  name: string,
): Promise<DumpedTable> {
  const rows = await sql.unsafe<{ name: string }[]>(
    `SELECT attname AS name FROM pg_attribute
     WHERE attrelid = 'public.${quoted(table)}'::regclass AND attnum > 0 AND NOT attisdropped AND attgenerated = ''
     ORDER BY attnum`,
  );
  const columns = rows.map((row) => row.name);
  const copied = await sql
    .unsafe(`COPY public.${quoted(table)} (${columns.map(quoted).join(', ')}) TO STDOUT`)
    .readable();
  let count = 0;
  async function* counted() {
    for await (const chunk of copied as AsyncIterable<Buffer>) {
      // In this format each row is one line: a line break in a value is written as \n.
      for (const byte of chunk) if (byte === 10) count += 1;
      yield chunk;
    }
  }
  const file = await files.write(name, counted());
  // postgres.js pauses the connection while we are slower than it, and does not go on where the table ends meanwhile.
  copied._read(0);
  return { table, columns, rows: count, file };
}

/** The next value of each sequence, by name. */
export async function readSequences(sql: Transaction): Promise<Record<string, string>> {
  const rows = await sql.unsafe<{ name: string; last: string | null }[]>(
    `SELECT sequencename AS name, last_value::text AS last FROM pg_sequences WHERE schemaname = 'public'`,
  );
  return Object.fromEntries(rows.flatMap(({ name, last }) => (last === null ? [] : [[name, last]])));
}
