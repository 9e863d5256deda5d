/** Prints each retired word in the files that git knows, and fails when there is one. */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { retiredIn } from './retired-words.ts';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const files = execFileSync('git', ['ls-files', '-z', '--', '*.ts', '*.tsx', '*.sql', 'infra/docs/adr/*.md'], {
  cwd: root,
})
  .toString()
  .split('\0')
  .filter((path) => path !== '' && !/__snapshots__|checks\/retired-words/.test(path));
const lines = files.flatMap((path) => retiredIn(path, readFileSync(`${root}/${path}`, 'utf8')));
for (const line of lines) console.log(line);
if (lines.length > 0) process.exitCode = 1;
