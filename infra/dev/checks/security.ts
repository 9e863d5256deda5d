/** Checks that infra/docs/security.md has a row for each requirement, and that every test and file that it names is there. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { ASVS_LEVEL_2 } from '../security/asvs-5.ts';
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
const missing = missingProofs(table, ASVS_LEVEL_2, read);
for (const sentence of missing) console.log(sentence);
if (missing.length > 0) process.exitCode = 1;
