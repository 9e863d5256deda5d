// `backup restore`: an empty installation gets the log, then Postgres, then the analytics tables from the log. The processor's offset
// comes last: until then a start of the product would read the log from its beginning, which gives the same figures.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { REPLAYED_TABLES } from '@tracker/infra/clickhouse/tables/tenant-tables';
import { type Positions, PROCESSOR_GROUP } from '@tracker/infra/event-log/event-log';
import { countBetween, positionsFromJson, positionsText, samePositions } from '@tracker/infra/event-log/positions';
import { freeSpoolDir } from '@tracker/infra/event-log/spool-dirs';
import { asOwner } from '@tracker/infra/postgres/as-owner';
import type { Sql } from '@tracker/infra/postgres/connect';
import { EVENTS_TOPIC } from '@tracker/schemas/events/topics';
import { z } from 'zod';
import { defineCommand, EXIT, type OpsDeps, OpsError, type RunContext, yes } from '../command.ts';
import { bytes, count } from '../format.ts';
import { fill } from '../replay/fill.ts';
import { tableFacts } from '../replay/shadow-tables.ts';
import { openSetAside } from '../replay/uncomputed.ts';
import type { BackupFiles } from './backup-files.ts';
import { type CheckedBackup, checkBackup } from './check-backup.ts';
import { readMigrationsOf } from './create.ts';
import { quoted, tablesToKeep } from './dump-tables.ts';
import { loadKeptRows } from './kept-rows.ts';
import { loadTables } from './load-tables.ts';
import { type LogArchive, openLogArchive, restoreLog } from './log-archive.ts';
import { type Manifest, readManifest } from './manifest.ts';
import { openBackups } from './open-backup-store.ts';
import { backupId } from './verify.ts';

export const backupRestore = defineCommand({
  name: 'backup restore',
  summary: 'fills an empty installation from a backup and the archive of the log; it never overwrites one',
  details:
    'Stop all programs first, and give the new installation the APP_KEYS of the old one (in one process: the file app-keys of its data directory). ' +
    'Interrupted, it begins again with an empty installation. Conversions are not sent to pixels and postbacks again. Afterwards ' +
    '`replay run` and `replay verify` prove the tables.',
  positional: ['id'],
  options: z.object({ id: backupId.optional(), yes: yes('fills it') }),
  async run(deps, options, context) {
    if (deps.withoutProcessor) throw new OpsError(EXIT.usage, 'The product runs: stop it first.');
    const files = await openBackups(deps);
    const wanted = await readManifest(files, options.id);
    await asOwner(deps, async (sql) => refuseUnlessEmpty(deps, sql, wanted, await openLogArchive(files)));
    const onPart = (done: number, total: number) => context.report.bar('Verifying', done, total);
    const backup = await checkBackup(files, wanted.id, { signal: context.signal, onPart });
    if (backup.problems.length > 0) throw new OpsError(EXIT.failed, backup.problems.join('\n'));
    const { manifest, keys, archive } = backup;
    const plan = { id: manifest.id, bytes: backup.bytes, records: archive.records, keysOf: keys.createdAt };
    if (!options.yes) {
      return {
        data: { ...plan, restored: false },
        lines: [
          `Would restore backup ${manifest.id} (${bytes(backup.bytes)}) with the log up to ${positionsText(archive.ends())} and the keys of ${keys.createdAt}.`,
          'Do it with --yes.',
        ],
      };
    }
    await appendArchive(deps, archive, context);
    await asOwner(deps, (sql) =>
      sql.begin((transaction) => loadPostgres(transaction, files, backup, deps.clock.now())),
    );
    await restoreSpools(deps, files, manifest);
    await loadKeptRows(deps, files, manifest.clickhouse);
    const cameBack = await asOwner(deps, accessesOf);
    const { failed } = await fillTables(deps, positionsFromJson(manifest.log.processor), context);
    return {
      data: { ...plan, restored: true, failed, cameBack },
      lines: [
        `Backup ${manifest.id} is restored, with ${count(archive.records)} records of the log.`,
        `Open to these, as on ${manifest.createdAt}; remove whoever and whatever has lost its right since:`,
        ...cameBack.map(({ company, what, name }) => `  ${company}: ${what} ${name}`),
        'Invitations are not restored: send them again.',
        'Prove the tables with `npx -y pnpm@12 ops replay run` and `npx -y pnpm@12 ops replay verify`, then start the programs.',
      ],
    };
  },
});

interface Access {
  /** Its address. */
  readonly company: string;
  readonly what: string;
  readonly name: string;
}

/** Everyone and everything that a tenant lets in, or sends its conversions to: what was removed after the backup is there again. */
const accessesOf = (sql: Sql) => sql<Access[]>`
  SELECT t.slug AS company, a.what, a.name FROM tenants t JOIN (
    SELECT m.tenant_id, m.role AS what, p.email AS name FROM memberships m JOIN persons p ON p.id = m.user_id
    UNION ALL SELECT tenant_id, 'API key', name FROM api_keys
    UNION ALL SELECT tenant_id, 'connection', platform FROM ad_platform_connections
    UNION ALL SELECT tenant_id, kind, coalesce(nullif(name, ''), platform) FROM destinations
  ) a ON a.tenant_id = t.id
  ORDER BY 1, 2, 3`;

/** Also when a processor reads: its group is busy then. */
async function refuseUnlessEmpty(deps: OpsDeps, sql: Sql, manifest: Manifest, archive: LogArchive): Promise<void> {
  const here = await readMigrationsOf(sql);
  if (JSON.stringify(here) !== JSON.stringify(manifest.migrations)) {
    throw new OpsError(
      EXIT.usage,
      `The backup ${manifest.id} has another schema than this version of the product: restore it with the version that made it.`,
    );
  }
  const full: string[] = [];
  for (const table of await tablesToKeep(sql)) {
    if (table === 'audit_log') continue; // The operator's runs on the new installation.
    const [row] = await sql.unsafe<{ has: boolean }[]>(`SELECT EXISTS (SELECT FROM public.${quoted(table)}) AS has`);
    if (row?.has) full.push(table);
  }
  const facts = await tableFacts(deps.clickhouse);
  full.push(...REPLAYED_TABLES.filter((table) => (facts.get(table)?.rows ?? 0) > 0));
  const ends = await deps.log.ends(EVENTS_TOPIC);
  if ([...ends.values()].some((end) => end > 0n)) full.push('the event log');
  if (full.length > 0) throw new OpsError(EXIT.usage, `This installation is not empty: ${full.join(', ')}.`);
  if (ends.size < archive.ends().size) {
    throw new OpsError(
      EXIT.usage,
      `The log has ${ends.size} partitions and the backup ${archive.ends().size}: make the topic with as many (KAFKA_PARTITIONS).`,
    );
  }
  await deps.log.seek(EVENTS_TOPIC, PROCESSOR_GROUP, await deps.log.offsets(EVENTS_TOPIC, PROCESSOR_GROUP));
}

async function appendArchive({ log }: OpsDeps, archive: LogArchive, { report, signal }: RunContext): Promise<void> {
  let done = 0;
  const onRecords = (more: number) => {
    done += more;
    report.bar('Restoring the log', done, archive.records);
  };
  await restoreLog({ log, archive, signal, onRecords });
  const ends = await log.ends(EVENTS_TOPIC);
  if (samePositions(ends, archive.ends())) return;
  throw new OpsError(
    EXIT.failed,
    `The log ends at ${positionsText(ends)} and the archive at ${positionsText(archive.ends())}: was something appended meanwhile?`,
  );
}

async function loadPostgres(
  sql: Pick<Sql, 'unsafe'>,
  files: BackupFiles,
  { manifest, keys }: CheckedBackup,
  now: number,
): Promise<void> {
  await loadTables(sql, files, { tables: manifest.postgres, keys: keys.tables, sequences: manifest.sequences });
  // What was sent after the backup is not known: a conversion is sent once or never, not twice.
  await sql.unsafe(`UPDATE outbox SET state = 'expired', settled_at = $1 WHERE state = 'waiting'`, [new Date(now)]);
  await sql.unsafe('UPDATE destinations SET since = greatest(since, $1)', [new Date(now)]);
  // Sessions are not there, so no one knows which devices were signed out since then: a device asks again (ADR 68).
  await sql.unsafe('DELETE FROM push_devices');
}

/** Ingest drains them as the spools of ended programs. */
async function restoreSpools({ dataDir }: OpsDeps, files: BackupFiles, { spools }: Manifest): Promise<void> {
  for (const { segments } of spools) {
    const dir = freeSpoolDir(dataDir);
    mkdirSync(dir, { mode: 0o700 });
    for (const { name, file } of segments) {
      const chunks: Buffer[] = [];
      await files.read(file, async (content) => {
        for await (const chunk of content) chunks.push(chunk);
      });
      writeFileSync(join(dir, name), Buffer.concat(chunks), { mode: 0o600, flush: true });
    }
  }
}

/** Up to where the processor was; what is behind it, the processor does itself, with leads and all else. */
async function fillTables(
  deps: OpsDeps,
  to: Positions,
  { report, signal }: RunContext,
): Promise<{ readonly failed: number }> {
  const total = countBetween(new Map(), to);
  let done = 0;
  let failed = 0;
  await fill(deps, {
    clickhouse: deps.clickhouse,
    from: new Map(),
    to,
    rate: null,
    signal,
    setAside: await openSetAside(deps),
    onFailed(more) {
      failed += more;
    },
    async onBatch(_positions, processed) {
      done += processed;
      report.bar('Filling the tables', Math.min(done, total), total);
    },
  });
  await deps.log.seek(EVENTS_TOPIC, PROCESSOR_GROUP, to);
  return { failed };
}
