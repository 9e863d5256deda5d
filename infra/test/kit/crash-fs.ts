// An in-memory file system that knows what a disk would contain after the process is killed, or the power fails, between two calls.
import { basename } from 'node:path';
import type { SpoolFile, SpoolFs } from '@tracker/infra/event-log/spool/spool-fs';

interface FileState {
  bytes: Buffer;
  /** What certainly survives a power failure. */
  synced: Buffer;
  /** A sync failed: as on Linux, the next one succeeds without making anything durable. */
  isBroken?: boolean;
}

/** `dies`: this call and all later ones fail, because the process is gone. `fails`: only this call. */
export interface Fault {
  readonly atCall: number;
  readonly kind: 'dies' | 'fails';
}

export class CrashError extends Error {
  readonly code = 'EIO';
}

export class CrashFs implements SpoolFs {
  calls = 0;
  readonly #fault: Fault | undefined;
  #names = new Map<string, FileState>();
  #syncedNames = new Map<string, FileState>();

  constructor(fault?: Fault) {
    this.#fault = fault;
  }

  /** The file system that the next process finds. After a power failure it contains a random part of the unsynced data. */
  afterCrash(kind: 'kill' | 'power', random: () => number = Math.random, fault?: Fault): CrashFs {
    const next = new CrashFs(fault);
    // An unsynced name may exist or not.
    const survives = (name: string, where: Map<string, FileState>) =>
      kind === 'kill' ? where === this.#names : this.#syncedNames.has(name) === this.#names.has(name) || random() < 0.5;
    for (const names of [this.#syncedNames, this.#names]) {
      for (const [name, file] of names) {
        if (next.#names.has(name) || !survives(name, names)) continue;
        const bytes = kind === 'kill' ? file.bytes : partly(file, random);
        next.#names.set(name, { bytes, synced: bytes });
      }
    }
    next.#syncedNames = new Map(next.#names);
    return next;
  }

  file(name: string): Buffer | undefined {
    return this.#names.get(name)?.bytes;
  }

  put(name: string, bytes: Uint8Array) {
    const file = { bytes: Buffer.from(bytes), synced: Buffer.from(bytes) };
    this.#names.set(name, file);
    this.#syncedNames.set(name, file);
  }

  async makeDir() {
    await this.#step();
  }

  async list() {
    await this.#step();
    return [...this.#names.keys()];
  }

  async read(path: string, from: number, to?: number) {
    await this.#step();
    return Buffer.from(this.#get(path).bytes.subarray(from, to));
  }

  async create(path: string) {
    const file: FileState = { bytes: Buffer.alloc(0), synced: Buffer.alloc(0) };
    await this.#step();
    if (this.#names.has(basename(path))) throw new Error('EEXIST');
    this.#names.set(basename(path), file);
    return this.#handle(file);
  }

  async open(path: string) {
    await this.#step();
    return this.#handle(this.#get(path));
  }

  async remove(path: string) {
    await this.#step();
    this.#get(path);
    this.#names.delete(basename(path));
  }

  async syncDir() {
    await this.#step();
    this.#syncedNames = new Map(this.#names);
  }

  #get(path: string): FileState {
    const file = this.#names.get(basename(path));
    if (!file) throw new Error(`ENOENT ${path}`);
    return file;
  }

  #handle(file: FileState): SpoolFile {
    return {
      write: async (bytes, position) => {
        // Cut in the middle: a part was written.
        const cut = this.#isFaulty() ? Math.floor(bytes.length / 2) : bytes.length;
        if (!this.#isDead()) file.bytes = patched(file.bytes, bytes.subarray(0, cut), position);
        await this.#step();
      },
      sync: async () => {
        if (this.#isFaulty()) file.isBroken = true;
        await this.#step();
        if (!file.isBroken) file.synced = file.bytes;
      },
      truncate: async (length) => {
        await this.#step();
        file.bytes = file.bytes.subarray(0, length);
      },
      close: () => this.#step(),
    };
  }

  #isFaulty = () => this.calls + 1 === this.#fault?.atCall;
  #isDead = () => this.#fault?.kind === 'dies' && this.calls >= this.#fault.atCall;

  /** Yields to the event loop, so that other calls interleave as with a real disk. */
  async #step(): Promise<void> {
    const isFaulty = this.#isFaulty() || this.#isDead();
    this.calls += 1;
    await new Promise((resume) => setImmediate(resume));
    if (isFaulty) throw new CrashError(`call ${this.calls}`);
  }
}

function patched(before: Buffer, bytes: Uint8Array, position: number): Buffer {
  const after = Buffer.alloc(Math.max(before.length, position + bytes.length));
  before.copy(after);
  after.set(bytes, position);
  return after;
}

/** The synced bytes, followed by the new ones, by zeros in their place, or by fewer of them. */
function partly({ bytes, synced }: FileState, random: () => number): Buffer {
  if (bytes.equals(synced)) return bytes;
  if (random() < 0.25) return synced;
  const mixed = Buffer.from(
    bytes.subarray(0, synced.length + Math.floor(random() * (bytes.length - synced.length + 1))),
  );
  for (let at = 0; at < mixed.length; at += 1) {
    if (mixed[at] !== synced[at] && random() < 0.3) mixed[at] = synced[at] ?? 0;
  }
  return mixed;
}
