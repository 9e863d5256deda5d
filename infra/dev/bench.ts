/**
 * `pnpm bench` runs every benchmark of infra/test/bench, `pnpm bench ingest` one of them; further arguments are passed on. Each
 * benchmark has its own process, so that heap and sockets of one do not slow down the next. It fails when it misses its target.
 */
import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const folder = fileURLToPath(new URL('../test/bench', import.meta.url));
const names = readdirSync(folder)
  .filter((file) => file.endsWith('.bench.ts'))
  .map((file) => file.replace('.bench.ts', ''))
  .sort();

const [wanted, ...rest] = process.argv.slice(2);
if (wanted !== undefined && !names.includes(wanted)) {
  console.error(`There is no benchmark "${wanted}". There are: ${names.join(', ')}.`);
  process.exit(1);
}

for (const name of wanted === undefined ? names : [wanted]) {
  console.log(`\n${name}`);
  const { status } = spawnSync(process.execPath, [`${folder}/${name}.bench.ts`, ...rest], { stdio: 'inherit' });
  if (status !== 0) process.exitCode = 1;
}
