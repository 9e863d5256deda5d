// `backup create` and `archive run`: what they copy, in the order in which it fits together.
import { readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { systemCode } from '@tracker/infra/errors/start-error';
import { type Positions, PROCESSOR_GROUP } from '@tracker/infra/event-log/event-log';
import { countBetween, positionsToJson } from '@tracker/infra/event-log/positions';
import { segmentsIn } from '@tracker/infra/event-log/spool/spool';
import { spoolDirsIn } from '@tracker/infra/event-log/spool-dirs';
import { asOwner } from '@tracker/infra/postgres/as-owner';
import type { Sql } from '@tracker/infra/postgres/connect';
import { beginBackupState, recordArchive, recordBackup } from '@tracker/infra/postgres/tables/backup-state';
import { EVENTS_TOPIC } from '@tracker/schemas/events/topics';
import { z } from 'zod';
import { defineCommand, EXIT, type OpsDeps, type RunContext } from '../command.ts';
import { bytes, count } from '../format.ts';
import { withLease } from '../lease.ts';
import { listKeptRows } from '../replay/carry-over.ts';
import type { BackupFiles } from './backup-files.ts';
import { type DumpedTable, dumpTable, readSequences, type Transaction, tablesToKeep } from './dump-tables.ts';
import { dumpKeptRows } from './kept-rows.ts';
import { replaceKeys } from './keys.ts';
import { type Archived, archiveLog } from './log-archive.ts';
import { folderOf, idOf, type Manifest, partsOf, putManifest } from './manifest.ts';
import { openBackups } from './open-backup-store.ts';

/** Runs `work` as the only one that writes to the store; `sql` is a single connection. */
const asOnlyWriter = <T>(
  deps: OpsDeps,
  context: RunContext,
  work: (sql: Sql, context: RunContext) => Promise<T>,
): Promise<T> =>
  withLease(deps, 'backups', context.signal, (signal) =>
    asOwner(deps, async (sql) => {
      // Before the work: a run that fails is missed, too.
      if (deps.backups) await beginBackupState(sql);
      return work(sql, { ...context, signal });
    }),
  );

const inSnapshot = <T>(sql: Sql, work: (transaction: Transaction) => Promise<T>): Promise<T> =>
  sql
    .begin('ISOLATION LEVEL REPEATABLE READ READ ONLY', async (transaction) => [await work(transaction)] as const)
    .then(([result]) => result as T);

const archive = async (
  deps: OpsDeps,
  sql: Sql,
  files: BackupFiles,
  end: Positions,
  { report, signal }: RunContext,
): Promise<Archived> => {
  let done = 0;
  const total = countBetween(new Map(), end);
  const onRecords = (more: number) => {
    done += more;
    report.bar('Archiving the log', done, total);
  };
  const archived = await archiveLog({ log: deps.log, files, signal, onRecords }, end);
  await recordArchive(sql, end, { isWhole: archived.holes.length === 0 });
  return archived;
};

const holeLines = ({ holes }: Archived): string[] =>
  holes.map(
    ({ partition, from, to }) =>
      `The log had deleted records ${from} to ${to} of partition ${partition} before they were archived: archive it more often.`,
  );

export const archiveRun = defineCommand({
  name: 'archive run',
  summary: 'archives what is new in the log, and the keys of persons as they are now',
  details:
    'Run it every hour, and more often than the log forgets. A person who was erased is gone from all backups with the next run.',
  options: z.object({}),
  async run(deps, _options, context) {
    const archived = await asOnlyWriter(deps, context, async (sql, leased) => {
      const files = await openBackups(deps, { isNew: true });
      // A person's key is there before an event that it encrypts is in the log, so the keys are read after this.
      const end = await deps.log.ends(EVENTS_TOPIC);
      await inSnapshot(sql, (transaction) => replaceKeys(transaction, files, deps.clock.now()));
      return archive(deps, sql, files, end, leased);
    });
    return {
      exitCode: archived.holes.length === 0 ? EXIT.ok : EXIT.failed,
      data: archived,
      lines: [`${count(archived.records)} records are archived (${bytes(archived.bytes)}).`, ...holeLines(archived)],
    };
  },
});

export const backupCreate = defineCommand({
  name: 'backup create',
  summary: 'copies Postgres, the spools and the new part of the log to BACKUP_URL, while the product runs',
  details:
    'ClickHouse is not copied: a restore fills it from the log. The keys of APP_KEYS are not in it: keep them apart, without them no backup can be ' +
    'read. Spools: those of this machine’s data directory.',
  options: z.object({}),
  async run(deps, _options, context) {
    const { manifest, archived } = await asOnlyWriter(deps, context, (sql, leased) => create(deps, sql, leased));
    const size = partsOf(manifest).reduce((sum, part) => sum + part.bytes, 0);
    return {
      exitCode: archived.holes.length === 0 ? EXIT.ok : EXIT.failed,
      data: {
        id: manifest.id,
        bytes: size,
        rows: manifest.postgres.reduce((sum, { rows }) => sum + rows, 0),
        archived,
      },
      lines: [
        `Backup ${manifest.id}: ${bytes(size)}, and ${count(archived.records)} records of the log (${bytes(archived.bytes)}).`,
        ...holeLines(archived),
      ],
    };
  },
});

async function create(deps: OpsDeps, sql: Sql, context: RunContext) {
  const files = await openBackups(deps, { isNew: true });
  const now = deps.clock.now();
  const id = idOf(now);
  const folder = folderOf(id);
  // First: a spooled event that is in no copied segment any more is in the log by then, so before its end.
  const spools = await copySpools(deps, files, `${folder}spools`);
  // Before Postgres: then it has the keys of all events up to there, and all that the processor did with them.
  const end = await deps.log.ends(EVENTS_TOPIC);
  const processor = await deps.log.offsets(EVENTS_TOPIC, PROCESSOR_GROUP);
  const { kept, ...copied } = await inSnapshot(sql, async (transaction) => {
    const migrations = await readMigrationsOf(transaction);
    const sequences = await readSequences(transaction);
    await replaceKeys(transaction, files, now);
    const tables = await tablesToKeep(transaction);
    const postgres: DumpedTable[] = [];
    for (const [index, table] of tables.entries()) {
      context.report.bar('Copying tables', index, tables.length);
      context.signal.throwIfAborted();
      postgres.push(await dumpTable(transaction, table, files, `${folder}postgres/${table}`));
    }
    return { migrations, sequences, postgres, kept: await listKeptRows(transaction) };
  });
  const archived = await archive(deps, sql, files, end, context);
  const clickhouse = await dumpKeptRows(deps, kept, files, `${folder}clickhouse`);
  const createdAt = new Date(now).toISOString();
  const log = { end: positionsToJson(end), processor: positionsToJson(processor) };
  const manifest: Manifest = { version: 1, id, createdAt, log, ...copied, clickhouse, spools };
  await putManifest(files, manifest);
  if (archived.holes.length === 0) await recordBackup(sql);
  return { manifest, archived };
}

export async function readMigrationsOf(sql: Transaction): Promise<Record<string, string>> {
  const rows = await sql.unsafe<{ name: string; checksum: string }[]>(
    'SELECT name, checksum FROM schema_migrations ORDER BY name',
  );
  return Object.fromEntries(rows.map(({ name, checksum }) => [name, checksum]));
}

/** Also of running programs: segments only grow, and who reads one leaves out what was not written whole. */
async function copySpools({ dataDir }: OpsDeps, files: BackupFiles, folder: string): Promise<Manifest['spools']> {
  const spools: Manifest['spools'] = [];
  for (const dir of spoolDirsIn(dataDir)) {
    const segments: Manifest['spools'][number]['segments'] = [];
    for (const name of segmentsIn(readdirSync(dir))) {
      const content = await readFile(join(dir, name)).catch((error: unknown) => {
        if (systemCode(error) === 'ENOENT') return undefined; // Drained meanwhile: its events are in the log.
        throw error;
      });
      if (content) segments.push({ name, file: await files.write(`${folder}/${basename(dir)}/${name}`, [content]) });
    }
    if (segments.length > 0) spools.push({ dir: basename(dir), segments });
  }
  return spools;
}
