/**
 * `npx -y pnpm@12 test:apart [SCENARIO…] [--from REF] [--away 12] [--rate 100]`: an installation whose programs run apart, on this machine: Kafka, Redis, Postgres, ClickHouse (the
 * embedded engine behind its bridge), two of each program, and the gateway. Programs are restarted, killed and upgraded, stores go away, and the figures are
 * compared with the senders' account. It fails when an event is lost, counted twice or has a wrong value, and when a program or the gateway
 * prints a key, a query string or a visitor. Scenarios named compose-… run in containers and need Docker. Without a name all scenarios run.
 */
import { parseArgs } from 'node:util';
import { dockerIsAvailable, startContainers } from '@tracker/test/apart/containers';
import { type Installation, startFleet } from '@tracker/test/apart/fleet';
import { isGood, problemsOf, summaryOf, tableOf } from '@tracker/test/apart/report';
import { runScenario, type ScenarioResult } from '@tracker/test/apart/run-scenario';
import { SCENARIOS, type Scenario } from '@tracker/test/apart/scenarios';

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

const WITH = { 1: 'one broker', 3: '3 brokers', containers: 'Docker Compose' } as const;
const began = performance.now();
const say = (line: string) => console.log(`${((performance.now() - began) / 1_000).toFixed(0).padStart(4)} s  ${line}`);
const options = { from: values.from, awayMs: Number(values.away) * 1_000, say };
const results: ScenarioResult[] = [];
const skipped: string[] = [];
let installation: Installation | undefined;
let runsOn: Scenario['brokers'] | undefined;

/** The one that runs already, or another one in its place. */
async function startFor<T extends Installation>(brokers: Scenario['brokers'], start: () => Promise<T>): Promise<T> {
  if (runsOn !== brokers) {
    await installation?.stop();
    installation = undefined;
    say(`starting the installation with ${WITH[brokers]}`);
    installation = await start();
    runsOn = brokers;
  }
  return installation as T;
}

/** What happens, bound to where it happens. */
async function onInstallation(scenario: Scenario): Promise<() => Promise<void>> {
  if (scenario.brokers === 'containers') {
    const containers = await startFor(scenario.brokers, () => startContainers(say));
    return () => scenario.act(containers, options);
  }
  const { brokers } = scenario;
  const fleet = await startFor(brokers, () => startFleet({ brokers }));
  return () => scenario.act(fleet, options);
}

try {
  for (const scenario of SCENARIOS.filter(({ name }) => positionals.length === 0 || positionals.includes(name))) {
    if (scenario.brokers === 'containers' && !(await dockerIsAvailable())) {
      skipped.push(scenario.name);
      continue;
    }
    const run = await onInstallation(scenario);
    say(`${scenario.name}: ${scenario.title}`);
    const perSecond = values.rate === undefined ? scenario.perSecond : Number(values.rate);
    const result = await runScenario({ ...scenario, perSecond, run }, installation!, say);
    results.push(result);
    for (const line of problemsOf(result)) say(line);
    if (!isGood(result)) {
      const printed = (await installation!.logs()).find(({ name }) => name === 'gateway')?.text ?? '';
      const failed = printed.split('\n').filter((line) => /"status":5|"upstreamStatus":"[^"]*5/.test(line));
      for (const line of failed.slice(-20)) say(line);
    }
  }
} finally {
  await installation?.stop();
}
for (const line of tableOf(results)) console.log(line);
if (results.length > 0) console.log(summaryOf(results));
if (skipped.length > 0) {
  console.log(
    `*** THE SCENARIOS ${skipped.join(', ')} ARE SKIPPED: Docker Compose does not answer. They need docker.io and Docker Compose 2.28 or newer. ***`,
  );
}
if (!results.every(isGood)) process.exitCode = 1;
