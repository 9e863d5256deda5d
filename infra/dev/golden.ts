/**
 * Does a change leave every figure as it was, to the cent?
 *
 * `npx -y pnpm@12 golden record [FOLDER] [--events 50000]`, before the change: records a story of that many events of all types, and all answers of
 * the API. `npx -y pnpm@12 golden compare [FOLDER] [--kept]`, after it: makes the answers again with this checkout, and prints where they differ;
 * `--kept` compares the answers of the last time once more. FOLDER is `.golden` by default. It fails on every difference that
 * FOLDER/expected-differences.json does not name with a reason: [{ "place": "/api/costs body[].percent", "reason": "…" }].
 */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
// Before the product, whose clock it is.
import '@tracker/test/golden/clock';
import { compareAnswers, ExpectedDifferences, judge } from '@tracker/test/golden/compare';
import { recordStory } from '@tracker/test/golden/record';
import { filesOf, openLines, readRecording } from '@tracker/test/golden/recording';
import { replay } from '@tracker/test/golden/replay';

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    events: { type: 'string', default: '50000' },
    kept: { type: 'boolean', default: false },
  },
});
const [command, folder = '.golden'] = positionals;
const files = filesOf(folder);
const say = (line: string) => console.error(line);

if (command === 'record') await record(Number(values.events));
else if (command === 'compare') await compare();
else fail('npx -y pnpm@12 golden record [FOLDER] [--events 50000], or npx -y pnpm@12 golden compare [FOLDER] [--kept]');

function fail(sentence: string): never {
  console.error(sentence);
  process.exit(2);
}

async function record(events: number): Promise<void> {
  if (existsSync(files.recording)) fail(`${folder} has a recording. Remove it first, or name another folder.`);
  if (!(events >= 1_000)) fail('--events is a number from 1000 on.');
  mkdirSync(folder, { recursive: true });
  const { endMs, tenants, calls, records } = await recordStory(events, say);
  await writeAll(files.log, records);
  await writeAll(files.calls, calls);
  writeFileSync(files.recording, `${JSON.stringify({ endMs, tenants }, null, 2)}\n`);
  const types = Map.groupBy(records, ({ event }) => event?.type ?? 'no event');
  for (const [type, { length }] of [...types].sort()) console.log(`${String(length).padStart(8)} ${type}`);
  await answer(files.answers);
  console.log(`${records.length} records, ${calls.length} calls of people: ${folder}`);
}

async function compare(): Promise<void> {
  if (!existsSync(files.answers))
    fail(`${folder} has no recording: npx -y pnpm@12 golden record ${folder}, before the change.`);
  const expected = existsSync(files.expected) ? readFileSync(files.expected, 'utf8') : '[]';
  const parsed = ExpectedDifferences.safeParse(JSON.parse(expected));
  if (!parsed.success) fail(`${files.expected}: ${parsed.error.message}`);
  if (!values.kept) await answer(files.answersNow);
  const { lines, isGood } = await compareAnswers(files.answers, files.answersNow, parsed.data);
  for (const line of lines) console.log(line);
  if (!isGood) process.exitCode = 1;
}

async function writeAll(file: string, values: readonly object[]): Promise<void> {
  const lines = openLines(file);
  for (const value of values) lines.write(value);
  await lines.close();
}

/** The answers of this checkout, into the file. */
async function answer(file: string): Promise<void> {
  const lines = openLines(file);
  const differences = await replay(await readRecording(folder), { write: lines.write, say });
  await lines.close();
  if (differences.length === 0) return;
  // A day that is finalized must have the figures that it had before.
  console.log('Facts and rollups differ:');
  for (const line of judge(differences, []).lines) console.log(line);
  process.exitCode = 1;
}
