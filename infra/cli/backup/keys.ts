// The keys of persons and addresses in the store: only their newest state, so that what was deleted is gone from all backups.
import { randomBytes } from 'node:crypto';
import { z } from 'zod';
import type { BackupFiles } from './backup-files.ts';
import { DumpedTable, dumpTable, type Transaction } from './dump-tables.ts';
import { KEY_TABLES } from './tables.ts';

const INDEX = 'keys.json';
const FOLDER = 'keys/';

const KeysIndex = z.object({ createdAt: z.string(), tables: z.array(DumpedTable) });
export type KeysIndex = z.infer<typeof KeysIndex>;

export const readKeys = (files: BackupFiles): Promise<KeysIndex | undefined> => files.getIndex(INDEX, KeysIndex);

/** Replaces the keys that the store has by those of the transaction's snapshot. */
export async function replaceKeys(sql: Transaction, files: BackupFiles, now: number): Promise<KeysIndex> {
  const folder = `${FOLDER}${randomBytes(6).toString('hex')}/`;
  const tables: DumpedTable[] = [];
  for (const table of KEY_TABLES) tables.push(await dumpTable(sql, table, files, `${folder}${table}`));
  const keys = { createdAt: new Date(now).toISOString(), tables };
  await files.putIndex(INDEX, keys);
  for (const name of await files.store.list(FOLDER)) if (!name.startsWith(folder)) await files.store.remove(name);
  return keys;
}
