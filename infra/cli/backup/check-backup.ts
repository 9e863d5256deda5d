// What a restore of a backup would need, read from its first byte to its last.
import { positionsFromJson } from '@tracker/infra/event-log/positions';
import { type BackupFiles, DamagedError, type Part } from './backup-files.ts';
import { type KeysIndex, readKeys } from './keys.ts';
import { type LogArchive, openLogArchive } from './log-archive.ts';
import { type Manifest, partsOf, readManifest } from './manifest.ts';

export interface CheckedBackup {
  readonly manifest: Manifest;
  readonly keys: KeysIndex;
  readonly archive: LogArchive;
  readonly bytes: number;
  /** A sentence each; none when it can be restored. */
  readonly problems: readonly string[];
}

/** Rejects with `DamagedError` when not even the indexes can be read. */
export async function checkBackup(
  files: BackupFiles,
  id: string | undefined,
  { signal, onPart }: { readonly signal: AbortSignal; readonly onPart: (done: number, total: number) => void },
): Promise<CheckedBackup> {
  const manifest = await readManifest(files, id);
  const keys = await readKeys(files);
  if (!keys) throw new DamagedError('keys.json', 'is missing');
  const archive = await openLogArchive(files);
  const problems: string[] = [];
  for (const [partition, end] of positionsFromJson(manifest.log.end)) {
    if (!archive.covers(partition, 0n, end))
      problems.push(`The archive lacks records of partition ${partition} between 0 and ${end}.`);
  }
  const parts: Part[] = [...partsOf(manifest), ...keys.tables.flatMap(({ file }) => file.parts), ...archive.parts];
  let bytes = 0;
  for (const [index, part] of parts.entries()) {
    signal.throwIfAborted();
    try {
      await files.getPart(part);
      bytes += part.bytes;
    } catch (error) {
      if (!(error instanceof DamagedError)) throw error;
      problems.push(error.message);
    }
    onPart(index + 1, parts.length);
  }
  return { manifest, keys, archive, bytes, problems };
}
