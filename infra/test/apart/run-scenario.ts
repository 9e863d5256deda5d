import { setTimeout as delay } from 'node:timers/promises';
import type { Account } from '../crash/account.ts';
import type { Latencies } from '../crash/client.ts';
import { type Comparison, compare } from '../crash/compare.ts';
import { settledFigures } from '../crash/settle.ts';
import { startTraffic } from '../crash/traffic.ts';
import { registerTenant } from '../kit/registered-tenant.ts';
import type { Installation } from './fleet.ts';
import { leaksIn } from './leaks.ts';
import { createVisitors } from './visitors.ts';

const CALM_MS = 3_000;

/** What happens, and under how many events a second. */
export interface Act {
  readonly title: string;
  readonly perSecond: number;
  /** Programs are replaced in order: each request gets its 2xx at the first attempt. */
  readonly answersAll: boolean;
  run(): Promise<void>;
}

export interface ScenarioResult extends Comparison, Omit<Act, 'run'> {
  readonly account: Account;
  readonly latencies: Latencies;
  /** Of the dashboard, in cents. */
  readonly revenueCents: number;
  /** Keys, query strings and visitors in what was printed, a line each. */
  readonly leaks: readonly string[];
}

/** Sends events through the gateway, lets the act happen, compares the figures with the senders' account, and searches all that was printed. */
export async function runScenario(
  act: Act,
  installation: Installation,
  say: (line: string) => void,
): Promise<ScenarioResult> {
  const { title, perSecond, answersAll } = act;
  const tenant = await registerTenant(installation.url);
  const traffic = startTraffic(tenant, (format) => tenant.webhookKeys[format] ?? '', perSecond, createVisitors());
  try {
    await delay(CALM_MS);
    await act.run();
    await delay(CALM_MS);
  } finally {
    await traffic.finish();
  }
  const { account, client } = traffic;
  say(`waiting for the figures of ${account.acknowledged} events`);
  const figures = await settledFigures(tenant, account, () => installation.expectIdle());
  const comparison = compare(account, figures);
  const latencies = client.takeLatencies();
  const leaks = leaksIn(await installation.logs(), tenant);
  const { revenueCents } = figures;
  return { title, perSecond, answersAll, account, latencies, ...comparison, revenueCents, leaks };
}
