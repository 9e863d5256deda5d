import { randomBytes } from 'node:crypto';
import { mkdir, open, readdir, readFile, rename, rm } from 'node:fs/promises';
import { dirname, join, relative, sep } from 'node:path';
import { systemCode } from '@tracker/infra/errors/start-error';
import type { BackupStore } from './backup-store.ts';

const DRAFT = '.draft-';

/** Files below `root`, readable by their owner only. A put is a draft that is renamed once it is on the disk. */
export function createFolderStore(root: string): BackupStore {
  const pathOf = (name: string) => join(root, ...name.split('/'));
  return {
    place: root,

    async put(name, bytes) {
      const path = pathOf(name);
      const folder = dirname(path);
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const draft = join(folder, `${DRAFT}${randomBytes(6).toString('hex')}`);
      try {
        const file = await open(draft, 'wx', 0o600);
        try {
          await file.writeFile(bytes);
          await file.sync();
        } finally {
          await file.close();
        }
        await rename(draft, path);
      } catch (error) {
        await rm(draft, { force: true });
        throw error;
      }
      const directory = await open(folder, 'r');
      await directory.sync().finally(() => directory.close());
    },

    async get(name) {
      try {
        return await readFile(pathOf(name));
      } catch (error) {
        if (systemCode(error) === 'ENOENT') return undefined;
        throw error;
      }
    },

    async list(prefix) {
      const entries = await readdir(root, { recursive: true, withFileTypes: true }).catch((error: unknown) => {
        if (systemCode(error) === 'ENOENT') return [];
        throw error;
      });
      return entries
        .filter((entry) => entry.isFile() && !entry.name.startsWith(DRAFT))
        .map((entry) => relative(root, join(entry.parentPath, entry.name)).split(sep).join('/'))
        .filter((name) => name.startsWith(prefix))
        .sort();
    },

    remove: (name) => rm(pathOf(name), { force: true }),
  };
}
