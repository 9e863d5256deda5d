// Loads the keys of a program: from APP_KEYS, or, when everything runs in one process, from a file next to the data that they
// protect.
import { randomBytes } from 'node:crypto';
import {
  closeSync,
  existsSync,
  fchmodSync,
  fsyncSync,
  openSync,
  readFileSync,
  renameSync,
  statSync,
  writeSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import type { Config } from '../config/config.ts';
import { type AppKey, settingSchemas } from '../config/settings.ts';
import { StartError, systemCode } from '../errors/start-error.ts';
import type { Logger } from '../telemetry/logger.ts';
import { createKeyring, type Keyring } from './keyring.ts';

const KEY_BYTES = 32;

export interface KeyringOptions {
  readonly config: Pick<Config, 'appKeys'>;
  /** Given by the product in one process, which keeps its keys there; without it APP_KEYS must be set. */
  readonly dataDir?: string;
  readonly logger: Logger;
}

/** Throws `StartError` when there are no keys, or none that can be read. */
export function openKeyring({ config, dataDir, logger }: KeyringOptions): Keyring {
  if (config.appKeys) return createKeyring(config.appKeys);
  if (dataDir === undefined) {
    throw new StartError(
      'APP_KEYS is missing: without `npx -y pnpm@12 start`, which makes its own, set the same list "id:base64,…" of 32-byte keys for every program.',
    );
  }
  const path = join(dataDir, 'app-keys');
  if (!existsSync(path)) {
    writeKeys(path, [newKey()]);
    logger.info({ event: 'app-keys.created', path }, 'key file created; back it up together with the data');
  }
  return createKeyring(readKeys(path));
}

/** Adds a new key in front of the others of a data directory: it encrypts from the next start on. Returns its id. */
export function addKey(dataDir: string): string {
  const path = join(dataDir, 'app-keys');
  const key = newKey();
  writeKeys(path, [key, ...readKeys(path)]);
  return key.id;
}

const newKey = (): AppKey => ({ id: `k${randomBytes(4).toString('hex')}`, key: randomBytes(KEY_BYTES) });

function readKeys(path: string): readonly AppKey[] {
  // The keys decrypt every secret, so a file that other users can read is refused.
  if ((statSync(path).mode & 0o077) !== 0) {
    throw new StartError(`The keys in ${path} can be read by other users; run "chmod 600" on the file.`);
  }
  let text: string;
  try {
    text = readFileSync(path, 'utf8').trim();
  } catch (error) {
    throw new StartError(`The keys in ${path} cannot be read (${systemCode(error) ?? 'unknown'}).`);
  }
  const parsed = settingSchemas.APP_KEYS.safeParse(text);
  if (!parsed.success || !parsed.data) {
    throw new StartError(`The keys in ${path} are damaged; restore the file from a copy of this data directory.`);
  }
  return parsed.data;
}

/** Whole or not at all, and on the disk before anything is encrypted with it: what a lost key encrypted is lost. */
function writeKeys(path: string, keys: readonly AppKey[]): void {
  const made = `${path}.${process.pid}`;
  const text = keys.map(({ id, key }) => `${id}:${Buffer.from(key).toString('base64')}`).join(',');
  const file = openSync(made, 'w', 0o600);
  try {
    fchmodSync(file, 0o600);
    writeSync(file, `${text}\n`);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
  renameSync(made, path);
  const directory = openSync(dirname(path), 'r');
  try {
    fsyncSync(directory);
  } finally {
    closeSync(directory);
  }
}
