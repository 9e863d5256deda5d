/**
 * `npx -y pnpm@12 fuzz [--seconds 60] [--mutations 5000] [--rounds 3] [--events 1000000] [--seed n]`: the long form of the fuzz tests that `npx -y pnpm@12 test`
 * runs in short: hostile requests, then hostile events in the log. It fails when the product answers 5xx, crashes, leaks memory, or answers differently from its OpenAPI document.
 */
import { parseArgs } from 'node:util';
import { fuzzRun } from '@tracker/test/fuzz/fuzz-run';
import { hostileRun } from '@tracker/test/hostile/hostile-run';

const { values } = parseArgs({
  options: {
    /** Of Schemathesis. */
    seconds: { type: 'string', default: '60' },
    mutations: { type: 'string', default: '5000' },
    rounds: { type: 'string', default: '3' },
    /** In the log. */
    events: { type: 'string', default: '1000000' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
  },
});

console.log(`seed ${values.seed}`);
const result = await fuzzRun({
  schemathesisSeconds: Number(values.seconds),
  mutations: Number(values.mutations),
  corpusRounds: Number(values.rounds),
  seed: Number(values.seed),
  say: (line) => console.log(line),
});
for (const line of result.complaints) console.log(`  ${line}`);
const [warm, end] = result.memoryMiB;
const schema = { true: 'passed', false: 'FAILED', null: 'skipped' }[String(result.schemathesisPassed)];
console.log(
  `${result.shots} raw requests, ${result.complaints.length} complaints; Schemathesis ${schema}; memory ${warm} → ${end} MiB: ` +
    (result.isGood ? 'good' : 'BAD'),
);
const complaints = await hostileRun({ events: Number(values.events), seed: Number(values.seed), say: console.log });
for (const complaint of complaints) console.log(`  ${complaint}`);
console.log(`${values.events} hostile events: ${complaints.length === 0 ? 'good' : 'BAD'}`);
if (!result.isGood || complaints.length > 0) process.exitCode = 1;
