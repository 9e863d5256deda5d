/**
 * `pnpm fuzz [--seconds 60] [--mutations 5000] [--rounds 3] [--seed n]`: the long form of the fuzz test that `pnpm test` runs in
 * short. It fails when the product answers 5xx, crashes, leaks memory, or answers differently from its OpenAPI document.
 */
import { parseArgs } from 'node:util';
import { fuzzRun } from '@tracker/test/fuzz/fuzz-run';

const { values } = parseArgs({
  options: {
    /** Of Schemathesis. */
    seconds: { type: 'string', default: '60' },
    mutations: { type: 'string', default: '5000' },
    rounds: { type: 'string', default: '3' },
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
if (!result.isGood) process.exitCode = 1;
