// The few system calls of the spool, each with a name, so that a test can crash between any two of them.
import { constants } from 'node:fs';
import { chmod, type FileHandle, mkdir, open, readdir, unlink } from 'node:fs/promises';
import { systemCode } from '../../errors/start-error.ts';

export interface SpoolFile {
  /** All of the bytes, or it rejects and any part of them may be there. */
  write(bytes: Uint8Array, position: number): Promise<void>;
  /** Resolves when what was written survives a power cut. Rejects with `VanishedError` when the file has no name any more. */
  sync(): Promise<void>;
  truncate(length: number): Promise<void>;
  close(): Promise<void>;
}

export interface SpoolFs {
  makeDir(path: string): Promise<void>;
  list(path: string): Promise<string[]>;
  /** From `from` to the end, or up to `to`. */
  read(path: string, from: number, to?: number): Promise<Buffer>;
  /** A new file; rejects when it is there. */
  create(path: string): Promise<SpoolFile>;
  open(path: string): Promise<SpoolFile>;
  remove(path: string): Promise<void>;
  /** Resolves when names made and removed in the directory survive a power cut. */
  syncDir(path: string): Promise<void>;
}

/** A file of ours was removed by another program. */
export class VanishedError extends Error {
  override readonly name = 'VanishedError';
}

/** True of a file that is not there any more, by its name or by its open handle. */
export const hasVanished = (error: unknown): boolean =>
  error instanceof VanishedError || systemCode(error) === 'ENOENT';

/** No one but us reads them: they hold what visitors sent. */
const FILE_MODE = 0o600;
const DIR_MODE = 0o700;

export const nodeFs: SpoolFs = {
  async makeDir(path) {
    await mkdir(path, { recursive: true, mode: DIR_MODE });
    await chmod(path, DIR_MODE); // with any umask, and also when another process made it
  },
  list: (path) => readdir(path),
  async read(path, from, to) {
    const file = await open(path, 'r');
    try {
      const end = to ?? (await file.stat()).size;
      const bytes = Buffer.allocUnsafe(Math.max(0, end - from));
      let read = 0;
      while (read < bytes.length) {
        const { bytesRead } = await file.read(bytes, read, bytes.length - read, from + read);
        if (bytesRead === 0) break;
        read += bytesRead;
      }
      return bytes.subarray(0, read);
    } finally {
      await file.close();
    }
  },
  create: async (path) =>
    spoolFile(await open(path, constants.O_CREAT | constants.O_EXCL | constants.O_RDWR, FILE_MODE)),
  open: async (path) => spoolFile(await open(path, constants.O_RDWR)),
  remove: (path) => unlink(path),
  async syncDir(path) {
    const dir = await open(path, constants.O_RDONLY | constants.O_DIRECTORY);
    try {
      await dir.sync();
    } finally {
      await dir.close();
    }
  },
};

function spoolFile(file: FileHandle): SpoolFile {
  return {
    async write(bytes, position) {
      for (let written = 0; written < bytes.length; ) {
        const { bytesWritten } = await file.write(bytes, written, bytes.length - written, position + written);
        written += bytesWritten;
      }
    },
    async sync() {
      await file.datasync();
      if ((await file.stat()).nlink === 0) throw new VanishedError('the file was removed while it was open');
    },
    truncate: (length) => file.truncate(length),
    close: () => file.close(),
  };
}
