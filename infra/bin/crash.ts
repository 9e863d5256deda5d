/**
 * `pnpm test:crash [--kills 10] [--postgres-kills 3] [--rate 300]`: the long form of the crash test that `pnpm test` runs in short.
 */
import { parseArgs } from 'node:util';
import { crashRun } from '../crash/crash-run.ts';

const { values } = parseArgs({
  options: {
    kills: { type: 'string', default: '10' },
    'postgres-kills': { type: 'string', default: '3' },
    rate: { type: 'string', default: '300' },
  },
});

const result = await crashRun({
  eventsPerSecond: Number(values.rate),
  productKills: Number(values.kills),
  postgresKills: Number(values['postgres-kills']),
  calmMs: 3_000,
  say: (line) => console.log(line),
});
const { account, figures } = result;
const reais = (cents: number) => `R$ ${(cents / 100).toFixed(2)}`;
const rows: [string, string | number][] = [
  ['events acknowledged', account.acknowledged],
  ['clicks, views, sales in the figures', `${figures.clicks}, ${figures.views}, ${figures.conversions}`],
  ['answers lost in a kill', Object.values(account.lostAnswers).reduce((sum, one) => sum + one, 0)],
  ['asked to come again (503)', account.refusals],
  ['acknowledged and lost', result.lost],
  ['counted twice', result.countedTwice],
  ['revenue by the clients’ account', reais(result.expectedRevenueCents)],
  ['revenue on the dashboard', reais(figures.revenueCents)],
  ['the same after a replay into empty tables', result.sameAfterReplay ? 'yes' : 'NO'],
  ['slowest restart', `${result.slowestRestartMs} ms`],
];
for (const [name, value] of rows) console.log(`${name.padEnd(44)} ${value}`);
for (const surprise of account.surprises.slice(0, 10)) console.log(`surprise: ${surprise}`);

const isGood =
  result.lost === 0 &&
  result.countedTwice === 0 &&
  result.expectedRevenueCents === figures.revenueCents &&
  result.sameAfterReplay &&
  account.surprises.length === 0;
process.exitCode = isGood ? 0 : 1;
