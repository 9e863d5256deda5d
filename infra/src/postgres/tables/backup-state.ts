// The row of `backup_state`: `ops backup create` and `ops archive run` write it, the processor shows its ages to Prometheus, and the retention
// of the log deletes nothing that the archive lacks (ADR 54).
import type { Positions } from '../../event-log/event-log.ts';
import { type PositionsJson, positionsFromJson, positionsToJson } from '../../event-log/positions.ts';
import { beforeScrape, metrics } from '../../telemetry/metrics.ts';
import type { Postgres } from '../client.ts';
import type { Sql } from '../connect.ts';

/** From now on the ages of backup and archive are watched. */
export async function beginBackupState(sql: Sql): Promise<void> {
  await sql`INSERT INTO backup_state DEFAULT VALUES ON CONFLICT DO NOTHING`;
}

export async function recordBackup(sql: Sql): Promise<void> {
  await sql`UPDATE backup_state SET backed_up_at = now()`;
}

/** `isWhole`: false when the log had forgotten records before they were archived. */
export async function recordArchive(
  sql: Sql,
  to: Positions,
  { isWhole }: { readonly isWhole: boolean },
): Promise<void> {
  await sql`
    UPDATE backup_state SET archived_to = ${sql.json(positionsToJson(to))},
      archived_at = CASE WHEN ${isWhole} THEN now() ELSE archived_at END`;
}

/** The next records that the archive lacks; undefined where no backups are set up. */
export async function archivedTo({ sql }: Pick<Postgres, 'sql'>): Promise<Positions | undefined> {
  const [row] = await sql<{ archived_to: PositionsJson }[]>`SELECT archived_to FROM backup_state`;
  return row && positionsFromJson(row.archived_to);
}

/** Gives false where there was nothing to end. `sql` is of the owner. */
export async function endBackupState(sql: Sql): Promise<boolean> {
  return (await sql`DELETE FROM backup_state`).count > 0;
}

/** Shows the ages of the last backup and archive; NaN where no backups are set up. `isSetUp`: this program knows where they go. */
export async function watchBackups(
  { sql }: Pick<Postgres, 'sql'>,
  { isSetUp }: { readonly isSetUp: boolean },
): Promise<() => void> {
  if (isSetUp) await beginBackupState(sql);
  const ask = async () => {
    const [row] = await sql<{ backup: number; archive: number }[]>`
      SELECT extract(epoch FROM now() - coalesce(backed_up_at, since))::float8 AS backup,
        extract(epoch FROM now() - coalesce(archived_at, since))::float8 AS archive
      FROM backup_state`;
    return row;
  };
  return beforeScrape(ask, (row) => {
    metrics.backupAge.set(row?.backup ?? NaN);
    metrics.archiveAge.set(row?.archive ?? NaN);
  });
}
