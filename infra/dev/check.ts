/**
 * `npx -y pnpm@12 check`: all checks that do not run the product. One line per check; only a failed check shows its output, so that a
 * failed run reads from top to bottom.
 */
import { spawn } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { styleText } from 'node:util';

const root = fileURLToPath(new URL('../..', import.meta.url));

const atOnce = Math.max(2, Math.min(4, availableParallelism()));

interface Check {
  name: string;
  /** What to do when it is red; shown under its output. */
  mend: string;
  /** Arguments of Node: a script of the repository, or the entry of an installed tool. */
  args: string[];
}

/** The longest first, so that the short ones fill the gaps. */
const checks: Check[] = [
  {
    name: 'web bundle',
    args: ['infra/dev/checks/bundle.ts'],
    mend: 'Load what the first screens do not need with the route that does.',
  },
  { name: 'dead code', args: ['node_modules/knip/bin/knip.js'], mend: 'Delete it, or use it.' },
  {
    name: 'types',
    // Each of its checkers, four by default, works out for itself what all files share.
    args: ['node_modules/tsc7/bin/tsc', '--noEmit', '--pretty', 'false', '--checkers', String(atOnce)],
    mend: '`npx -y pnpm@12 typecheck` shows them again.',
  },
  { name: 'arrows', args: ['infra/dev/checks/arrows.ts'], mend: 'The sentence under each arrow says how.' },
  {
    name: 'format and lint',
    args: ['node_modules/@biomejs/biome/bin/biome', 'check', '--error-on-warnings'],
    mend: '`npx -y pnpm@12 format` mends what can be mended by itself.',
  },
  {
    name: 'specification',
    args: ['infra/dev/checks/specification.ts'],
    mend: "Name the part in the tags of the test that proves it: { tags: ['§2.13'] }, in a file that `npx -y pnpm@12 test` runs (infra/dev/tiers.ts).",
  },
  {
    name: 'tiers',
    args: ['infra/dev/checks/tiers.ts'],
    mend: 'CONTRIBUTING.md, "Where a test belongs", says what the list in infra/dev/tiers.ts holds.',
  },
  {
    name: 'security',
    args: ['infra/dev/checks/security.ts'],
    mend: 'Name the test that proves it in infra/docs/security.md, or say there that there is none.',
  },
  {
    name: 'words',
    args: ['infra/dev/checks/words.ts'],
    mend: 'infra/docs/glossary.md has the word for each concept.',
  },
  {
    name: 'licences',
    args: ['infra/dev/checks/licences.ts'],
    mend: 'Choose another package; a licence that is fine goes into the list of infra/dev/checks/licences.ts.',
  },
  {
    name: 'migrations',
    args: ['infra/dev/checks/migrations.ts'],
    mend: 'CONTRIBUTING.md, "Change a table", says what a migration may do.',
  },
  {
    name: 'generated files',
    args: ['infra/dev/generate.ts', '--check'],
    mend: '`npx -y pnpm@12 generate` writes them again.',
  },
];

interface Verdict extends Check {
  ok: boolean;
  output: string;
  seconds: number;
}

async function run(check: Check): Promise<Verdict> {
  const startedAt = performance.now();
  const chunks: Buffer[] = [];
  const child = spawn(process.execPath, check.args, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] });
  child.stdout.on('data', (chunk: Buffer) => chunks.push(chunk));
  child.stderr.on('data', (chunk: Buffer) => chunks.push(chunk));
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', resolve);
  });
  const seconds = (performance.now() - startedAt) / 1000;
  return { ...check, ok: code === 0, output: Buffer.concat(chunks).toString().trim(), seconds };
}

function report({ name, ok, output, seconds, mend }: Verdict): void {
  const line = `${ok ? '✓' : '✗'} ${name.padEnd(16)} ${seconds.toFixed(1).padStart(5)} s`;
  console.log(styleText(ok ? 'green' : 'red', line));
  if (!ok) console.log(`${output}\n→ ${mend}\n`);
}

async function main(): Promise<void> {
  const startedAt = performance.now();
  const waiting = [...checks];
  const verdicts: Verdict[] = [];
  const worker = async () => {
    for (let check = waiting.shift(); check; check = waiting.shift()) {
      const verdict = await run(check);
      verdicts.push(verdict);
      report(verdict);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, worker));

  const red = verdicts.filter((verdict) => !verdict.ok);
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
  console.log(
    red.length === 0 ? `All checks passed in ${seconds} s.` : `Failed: ${red.map((v) => v.name).join(', ')}.`,
  );
  process.exitCode = red.length === 0 ? 0 : 1;
}

await main();
