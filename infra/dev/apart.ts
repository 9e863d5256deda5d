/**
 * `pnpm test:apart [SCENARIO…] [--from REF] [--away 12] [--rate 100]`: an installation whose programs run apart, on this machine: Kafka, Redis, Postgres, ClickHouse (the
 * embedded engine behind its bridge), two of each program, and the gateway. Programs are restarted, killed and upgraded, stores go away, and the figures are
 * compared with the senders' account. It fails when an event is lost, counted twice or has a wrong value. Without a name all scenarios run.
 */
import { parseArgs } from 'node:util';
import { type Fleet, startFleet } from '@tracker/test/apart/fleet';
import { isGood, problemsOf, tableOf } from '@tracker/test/apart/report';
import { runScenario, type ScenarioResult } from '@tracker/test/apart/run-scenario';
import { SCENARIOS } from '@tracker/test/apart/scenarios';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    /** The commit from which `upgrade` comes. */
    from: { type: 'string', default: 'HEAD~1' },
    /** Seconds without a store. */
    away: { type: 'string', default: '12' },
    /** Events a second; by default each scenario has its own. */
    rate: { type: 'string' },
  },
});
const names = SCENARIOS.map(({ name }) => name);
const unknown = positionals.find((name) => !names.includes(name));
if (unknown !== undefined) {
  console.error(`There is no scenario ${unknown}; there are ${names.join(', ')}.`);
  process.exit(2);
}
process.setMaxListeners(50); // Each server has one.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(130));

const began = performance.now();
const say = (line: string) => console.log(`${((performance.now() - began) / 1_000).toFixed(0).padStart(4)} s  ${line}`);
const options = { from: values.from, awayMs: Number(values.away) * 1_000, say };
const results: ScenarioResult[] = [];
let fleet: Fleet | undefined;
let brokers = 0;
try {
  for (const scenario of SCENARIOS.filter(({ name }) => positionals.length === 0 || positionals.includes(name))) {
    if (scenario.brokers !== brokers) {
      await fleet?.stop();
      say(`starting the installation with ${scenario.brokers === 1 ? 'one broker' : `${scenario.brokers} brokers`}`);
      fleet = await startFleet({ brokers: scenario.brokers });
      brokers = scenario.brokers;
    }
    say(`${scenario.name}: ${scenario.title}`);
    const perSecond = values.rate === undefined ? scenario.perSecond : Number(values.rate);
    const result = await runScenario({ ...scenario, perSecond }, fleet!, options);
    results.push(result);
    for (const line of problemsOf(result)) say(line);
    if (!isGood(result)) for (const line of fleet!.gateway.errors().split('\n').slice(-20)) say(line);
  }
} finally {
  await fleet?.stop();
}
for (const line of tableOf(results)) console.log(line);
if (!results.every(isGood)) process.exitCode = 1;
