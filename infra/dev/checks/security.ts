/** Checks that every test named in infra/docs/security.md exists with that title, and that every row names a test. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { missingProofs } from '../security/proofs.ts';

const root = new URL('../../../', import.meta.url);
const table = readFileSync(new URL('infra/docs/security.md', root), 'utf8');
const read = (path: string): string | undefined => {
  try {
    return readFileSync(fileURLToPath(new URL(path, root)), 'utf8');
  } catch {
    return undefined;
  }
};
const missing = missingProofs(table, read);
for (const sentence of missing) console.log(sentence);
if (missing.length > 0) process.exitCode = 1;
