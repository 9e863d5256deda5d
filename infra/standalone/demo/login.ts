// The demo tenant's account. Its password is made at the first start and kept next to the data: a published one would open
// every installation.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { randomText } from '@tracker/infra/identity/random-id';
import type { Credentials } from '@tracker/schemas/contracts/auth.contract';

const EMAIL = 'demo@example.com';
/** 71 bits, and short enough to be typed. */
const LENGTH = 12;

/** Reads the password of this data directory, or makes one. */
export function openDemoLogin(dataDir: string): Credentials {
  const path = join(dataDir, 'demo-password');
  if (!existsSync(path)) writeFileSync(path, `${randomText(LENGTH)}\n`, { mode: 0o600 });
  return { email: EMAIL, password: readFileSync(path, 'utf8').trim() };
}
