// `backup list`, `backup verify`, `backup expire` and `backup end`.
import { asOwner } from '@tracker/infra/postgres/as-owner';
import { endBackupState } from '@tracker/infra/postgres/tables/backup-state';
import { DAY_MS } from '@tracker/schemas/primitives/durations';
import { z } from 'zod';
import { defineCommand, EXIT, OpsError, text, yes } from '../command.ts';
import { bytes, count, table } from '../format.ts';
import { checkBackup } from './check-backup.ts';
import { folderOf, listBackups, partsOf, readManifest } from './manifest.ts';
import { openBackups } from './open-backup-store.ts';

export const backupId = text('<id>', 'the newest without it');

export const backupList = defineCommand({
  name: 'backup list',
  onlyLooks: true,
  summary: 'the backups that are there',
  options: z.object({}),
  async run(deps) {
    const files = await openBackups(deps);
    const backups = await Promise.all(
      (await listBackups(files)).map(async ({ id, isWhole }) => {
        if (!isWhole) return { id, isWhole, rows: 0, bytes: 0 };
        const manifest = await readManifest(files, id);
        const rows = manifest.postgres.reduce((sum, one) => sum + one.rows, 0);
        return { id, isWhole, rows, bytes: partsOf(manifest).reduce((sum, part) => sum + part.bytes, 0) };
      }),
    );
    return {
      data: { place: files.store.place, backups },
      lines: table(
        ['backup', 'rows of Postgres', 'size', ''],
        backups.map((one) => [one.id, count(one.rows), bytes(one.bytes), one.isWhole ? '' : 'not whole']),
      ),
    };
  },
});

export const backupVerify = defineCommand({
  name: 'backup verify',
  onlyLooks: true,
  summary: 'reads all that a restore would need, and compares sizes and hashes',
  details:
    'The files of the backup, the keys and the whole archive of the log. Exit code 1 when anything is missing or damaged.',
  positional: ['id'],
  options: z.object({ id: backupId.optional() }),
  async run(deps, { id }, { report, signal }) {
    const onPart = (done: number, total: number) => report.bar('Verifying', done, total);
    const checked = await checkBackup(await openBackups(deps), id, { signal, onPart });
    const { manifest, archive, problems } = checked;
    const isWhole = problems.length === 0;
    return {
      exitCode: isWhole ? EXIT.ok : EXIT.failed,
      data: { id: manifest.id, bytes: checked.bytes, records: archive.records, whole: isWhole, problems },
      lines: [
        ...problems,
        isWhole
          ? `Backup ${manifest.id} is whole: ${bytes(checked.bytes)} with ${count(archive.records)} records of the log.`
          : `Backup ${manifest.id} cannot be restored.`,
      ],
    };
  },
});

/** One without a manifest may be one that is being written. */
const UNFINISHED_MS = DAY_MS;

export const backupExpire = defineCommand({
  name: 'backup expire',
  summary: 'deletes the backups that are older than BACKUP_KEEP_DAYS; the newest whole one stays',
  details: 'The archive of the log stays whole. What was left by interrupted backups goes after a day.',
  options: z.object({ yes: yes('deletes them') }),
  async run(deps, options) {
    const files = await openBackups(deps);
    const all = await listBackups(files);
    const newest = all.findLast(({ isWhole }) => isWhole)?.id;
    const keptMs = (deps.backups?.keepDays ?? 0) * DAY_MS;
    const expired = all
      .filter(({ id, isWhole }) => deps.clock.now() - msOf(id) > (isWhole ? keptMs : UNFINISHED_MS) && id !== newest)
      .map(({ id }) => id);
    const data = { expired, deleted: options.yes };
    if (expired.length === 0) return { data, lines: ['No backup is older than BACKUP_KEEP_DAYS.'] };
    if (!options.yes) return { data, lines: [...expired.map((id) => `Would delete ${id}.`), 'Do it with --yes.'] };
    for (const id of expired) {
      // The manifest first: what an interruption leaves is then no backup, and expires after a day.
      const names = (await files.store.list(folderOf(id))).reverse();
      const manifest = names.filter((name) => name.endsWith('/manifest.json'));
      for (const name of [...manifest, ...names.filter((one) => !manifest.includes(one))])
        await files.store.remove(name);
    }
    return { data, lines: expired.map((id) => `Deleted ${id}.`) };
  },
});

export const backupEnd = defineCommand({
  name: 'backup end',
  summary: 'ends the watch over backups, for an installation that keeps none any more',
  details:
    'Without it the alerts BackupTooOld and ArchiveBehind go on, and LOG_RETENTION_DAYS waits for the archive. Remove BACKUP_URL from all programs first. What was backed up is left as it is; ' +
    'the next `backup create` or `archive run` begins the watch again.',
  options: z.object({ yes: yes('ends it') }),
  async run(deps, options) {
    if (deps.backups) throw new OpsError(EXIT.usage, 'BACKUP_URL is set: remove it first.');
    if (!options.yes) return { data: { ended: false }, lines: ['Would end the watch over backups. Do it with --yes.'] };
    const ended = await asOwner(deps, endBackupState);
    return { data: { ended }, lines: [ended ? 'Backups are not watched any more.' : 'No backups are watched.'] };
  },
});

/** Of '20261123T031500Z'. */
const msOf = (id: string): number =>
  Date.parse(id.replace(/^(\d{4})(\d{2})(\d{2})T(\d{2})(\d{2})(\d{2})Z$/, '$1-$2-$3T$4:$5:$6Z'));
