// The port of the place where backups and the archive of the log are kept: a folder, or a bucket of S3.
export interface BackupStore {
  /** For people; without credentials. */
  readonly place: string;
  /** Whole or not at all, and durable when it resolves. Names are paths of letters, digits, '.', '-', '_' and '/'. */
  put(name: string, bytes: Uint8Array): Promise<void>;
  /** Undefined when there is none. */
  get(name: string): Promise<Buffer | undefined>;
  /** The names that begin with the text, sorted. */
  list(prefix: string): Promise<string[]>;
  /** Resolves also when there is none. */
  remove(name: string): Promise<void>;
}
