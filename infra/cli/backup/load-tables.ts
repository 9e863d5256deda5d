// The tables of a backup into a database without rows, in one transaction.
import type { BackupFiles } from './backup-files.ts';
import { type DumpedTable, quoted, type Transaction } from './dump-tables.ts';

export interface Dump {
  readonly tables: readonly DumpedTable[];
  readonly keys: readonly DumpedTable[];
  readonly sequences: Readonly<Record<string, string>>;
}

/** Foreign keys come back when all rows are there, so that the order of the tables does not matter; triggers would notify each row. */
export async function loadTables(
  sql: Transaction,
  files: BackupFiles,
  { tables, keys, sequences }: Dump,
): Promise<void> {
  const constraints = await sql.unsafe<{ name: string; of: string; definition: string }[]>(
    `SELECT conname AS name, conrelid::regclass::text AS of, pg_get_constraintdef(oid) AS definition
     FROM pg_constraint WHERE contype = 'f' AND connamespace = 'public'::regnamespace`,
  );
  for (const { name, of } of constraints) await sql.unsafe(`ALTER TABLE ${of} DROP CONSTRAINT ${quoted(name)}`);
  const all = [...keys, ...tables];
  for (const { table } of all) await sql.unsafe(`ALTER TABLE public.${quoted(table)} DISABLE TRIGGER USER`);
  // This run's own entry keeps its place: the ids of the old entries go on behind it.
  const [log] = await sql.unsafe<{ last: string }[]>('SELECT coalesce(max(id), 0)::text AS last FROM audit_log');
  // Made by programs that were started before.
  await sql.unsafe('DELETE FROM address_keys');
  for (const dumped of all) {
    if (dumped.table === 'audit_log') await loadAuditLog(sql, files, dumped, log?.last ?? '0');
    else await copyInto(sql, files, dumped, `public.${quoted(dumped.table)}`);
  }
  await dropWithoutKey(sql);
  for (const { table } of all) await sql.unsafe(`ALTER TABLE public.${quoted(table)} ENABLE TRIGGER USER`);
  for (const { name, of, definition } of constraints) {
    await sql.unsafe(`ALTER TABLE ${of} ADD CONSTRAINT ${quoted(name)} ${definition}`);
  }
  for (const [name, last] of Object.entries(sequences)) {
    await sql.unsafe('SELECT setval($1::text::regclass, $2::bigint)', [`public.${quoted(name)}`, last]);
  }
  await sql.unsafe(
    `SELECT setval(pg_get_serial_sequence('public.audit_log', 'id'), (SELECT greatest(max(id), 1) FROM audit_log))`,
  );
}

async function copyInto(sql: Transaction, files: BackupFiles, { columns, file }: DumpedTable, target: string) {
  const sink = await sql.unsafe(`COPY ${target} (${columns.map(quoted).join(', ')}) FROM STDIN`).writable();
  await files.read(file, sink);
}

async function loadAuditLog(sql: Transaction, files: BackupFiles, dumped: DumpedTable, behind: string) {
  await sql.unsafe('CREATE TEMP TABLE restored_audit (LIKE audit_log) ON COMMIT DROP');
  await copyInto(sql, files, dumped, 'restored_audit');
  const columns = dumped.columns
    .filter((column) => column !== 'id')
    .map(quoted)
    .join(', ');
  await sql.unsafe(
    `INSERT INTO audit_log (id, ${columns}) OVERRIDING SYSTEM VALUE SELECT id + ${BigInt(behind)}, ${columns} FROM restored_audit`,
  );
}

/**
 * The keys are newer than the other tables. Whose key was deleted, or replaced after an erasure, has no lead any more; a tenant that came
 * after the backup has no row to belong to.
 */
async function dropWithoutKey(sql: Transaction) {
  for (const table of ['person_keys', 'person_ties', 'erased_persons']) {
    await sql.unsafe(`DELETE FROM ${table} k WHERE NOT EXISTS (SELECT FROM tenants t WHERE t.id = k.tenant_id)`);
  }
  await sql.unsafe(
    `DELETE FROM leads l WHERE NOT EXISTS (
       SELECT FROM person_keys k WHERE (k.tenant_id, k.person_id, k.key_id) = (l.tenant_id, l.person_id, l.person_key_id))`,
  );
  await sql.unsafe(
    `DELETE FROM lead_status_history h WHERE NOT EXISTS (
       SELECT FROM leads l WHERE (l.tenant_id, l.id) = (h.tenant_id, h.lead_id))`,
  );
}
