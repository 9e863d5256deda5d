/**
 * `npx -y pnpm@12 bench` runs the short form of every benchmark of infra/test/bench and prints a table of all figures with their marks;
 * `npx -y pnpm@12 bench ingest` runs one in full, and further arguments are passed on. With `--json` the figures are printed as JSON, and all the
 * rest goes to standard error. Each benchmark has its own process, so that heap and sockets of one do not slow down the next. The exit
 * code is 3 when a mark is missed, and 1 when a benchmark did not run to its end.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { type Figure, isMissed, MARKS_MISSED, markOf } from '@tracker/test/bench/report';

/** So that all of them take less than ten minutes. */
const SHORT: Readonly<Record<string, readonly string[]>> = {
  attackers: ['100', '6', '2'],
  export: ['--groups', '100000'],
  fairness: ['2000', '15'],
  freshness: ['2000', '15'],
  hostile: ['100', '8'],
  ingest: ['4', '3'],
  kafka: ['64', '3'],
  log: ['64', '3'],
  outage: ['500', '8'],
  process: ['100000', '3'],
  queries: ['--events', '1000000', '--rounds', '10'],
  rates: ['6000', '15'],
  replay: ['--events', '200000'],
  sample: ['--events', '50000', '--days', '10'],
  today: ['--views', '0,850000', '--rounds', '10'],
};

const folder = fileURLToPath(new URL('../test/bench', import.meta.url));
const names = readdirSync(folder)
  .filter((file) => file.endsWith('.bench.ts'))
  .map((file) => file.replace('.bench.ts', ''))
  .sort();

const given = process.argv.slice(2);
const isJson = given.includes('--json');
const [wanted, ...rest] = given.filter((one) => one !== '--json');
if (wanted !== undefined && !names.includes(wanted)) {
  console.error(`There is no benchmark "${wanted}". There are: ${names.join(', ')}.`);
  process.exit(1);
}

const figures: (Figure & { readonly bench: string; readonly missed: boolean })[] = [];
for (const bench of wanted === undefined ? names : [wanted]) {
  console.error(`\n${bench}`);
  const child = spawn(
    process.execPath,
    [`${folder}/${bench}.bench.ts`, ...(wanted === undefined ? (SHORT[bench] ?? []) : rest)],
    { stdio: ['inherit', isJson ? 2 : 'inherit', 'inherit', 'ipc'] },
  );
  child.on('message', (figure: Figure) => figures.push({ bench, ...figure, missed: isMissed(figure) }));
  const [status, signal] = await once(child, 'close');
  if (status === MARKS_MISSED) process.exitCode ??= MARKS_MISSED;
  else if (status !== 0) {
    process.exitCode = 1;
    console.error(`The benchmark ${bench} did not run to its end: ${signal ?? `exit code ${status}`}.`);
  }
}

if (isJson) console.log(JSON.stringify(figures, null, 2));
else {
  const rows = figures.map((one) => [one.bench, one.name, `${one.value} ${one.unit}`.trim(), markOf(one)]);
  const widths = [0, 1, 2].map((column) => Math.max(0, ...rows.map((row) => row[column]?.length ?? 0)));
  console.log('');
  for (const [index, row] of rows.entries()) {
    const cells = row.map((cell, column) => cell.padEnd(widths[column] ?? 0));
    console.log(`${cells.join('  ').trimEnd()}${figures[index]?.missed ? '  MISSED' : ''}`);
  }
}
console.error(`${figures.length} figures, ${figures.filter(({ missed }) => missed).length} marks missed`);
