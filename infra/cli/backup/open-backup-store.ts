import { fileURLToPath } from 'node:url';
import { EXIT, type OpsDeps, OpsError } from '../command.ts';
import { type BackupFiles, openBackupFiles } from './backup-files.ts';
import type { BackupStore } from './backup-store.ts';
import { createFolderStore } from './folder-store.ts';

/** What the place of BACKUP_URL has; `isNew` as with `openBackupFiles`. Rejects with a sentence where it is not set. */
export const openBackups = async (
  deps: Pick<OpsDeps, 'backups' | 'keyring'>,
  { isNew }: { readonly isNew: boolean } = { isNew: false },
): Promise<BackupFiles> => openBackupFiles(await openBackupStore(deps), deps.keyring, { isNew });

/** The place of BACKUP_URL. Rejects with a sentence where it is not set. */
export async function openBackupStore({ backups }: Pick<OpsDeps, 'backups'>): Promise<BackupStore> {
  if (!backups) throw new OpsError(EXIT.usage, 'BACKUP_URL is not set: it says where backups are kept.');
  const url = new URL(backups.url);
  if (url.protocol === 'file:') return createFolderStore(fileURLToPath(url));
  // Only who keeps backups there loads the client.
  const { createS3Store } = await import('./s3-store.ts');
  return createS3Store(url);
}
