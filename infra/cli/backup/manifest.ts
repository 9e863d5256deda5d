// The manifest of a backup. It is written last: without it there is no backup.
import { z } from 'zod';
import { EXIT, OpsError } from '../command.ts';
import { type BackupFiles, type Part, StoredFile } from './backup-files.ts';
import { DumpedTable } from './dump-tables.ts';
import { KeptTable } from './kept-rows.ts';

const FOLDER = 'backups/';
const FILE = 'manifest.json';

const Positions = z.record(z.string(), z.string());

export const Manifest = z.object({
  version: z.literal(1),
  /** Its moment: '20261123T031500Z'. */
  id: z.string().regex(/^\d{8}T\d{6}Z$/),
  createdAt: z.string(),
  /** Checksums of the schema of Postgres; a restore needs the same. */
  migrations: z.record(z.string(), z.string()),
  /** Where the log ended, and where the processor was, before Postgres was read. */
  log: z.object({ end: Positions, processor: Positions }),
  postgres: z.array(DumpedTable),
  sequences: z.record(z.string(), z.string()),
  clickhouse: z.array(KeptTable),
  spools: z.array(z.object({ dir: z.string(), segments: z.array(z.object({ name: z.string(), file: StoredFile })) })),
});
export type Manifest = z.infer<typeof Manifest>;

export const folderOf = (id: string): string => `${FOLDER}${id}/`;
const manifestOf = (id: string): string => `${folderOf(id)}${FILE}`;
export const idOf = (ms: number): string => `${new Date(ms).toISOString().replace(/[-:]/g, '').slice(0, 15)}Z`;

export const partsOf = ({ postgres, clickhouse, spools }: Manifest): Part[] =>
  [
    ...postgres.map(({ file }) => file),
    ...clickhouse.map(({ file }) => file),
    ...spools.flatMap(({ segments }) => segments.map(({ file }) => file)),
  ].flatMap(({ parts }) => parts);

export const putManifest = (files: BackupFiles, manifest: Manifest): Promise<void> =>
  files.putIndex(manifestOf(manifest.id), manifest);

/** Oldest first; whole ones have a manifest. */
export async function listBackups({
  store,
}: BackupFiles): Promise<{ readonly id: string; readonly isWhole: boolean }[]> {
  const names = await store.list(FOLDER);
  const ids = new Set(names.map((name) => name.split('/')[1] ?? ''));
  return [...ids].sort().map((id) => ({ id, isWhole: names.includes(manifestOf(id)) }));
}

/** The newest one without an id. Rejects with a sentence when there is none. */
export async function readManifest(files: BackupFiles, id?: string): Promise<Manifest> {
  const wanted = id ?? (await listBackups(files)).findLast(({ isWhole }) => isWhole)?.id;
  const found = wanted === undefined ? undefined : await files.getIndex(manifestOf(wanted), Manifest);
  if (found) return found;
  const which = id === undefined ? 'no whole backup' : `no backup ${id}`;
  throw new OpsError(EXIT.usage, `There is ${which} in ${files.store.place}; see \`npx -y pnpm@12 ops backup list\`.`);
}
