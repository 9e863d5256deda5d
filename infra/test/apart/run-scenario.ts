import { setTimeout as delay } from 'node:timers/promises';
import type { Account } from '../crash/account.ts';
import type { Latencies } from '../crash/client.ts';
import { type Comparison, compare } from '../crash/compare.ts';
import { expectIdle, WORK } from '../crash/idle.ts';
import { settledFigures } from '../crash/settle.ts';
import { startTraffic } from '../crash/traffic.ts';
import { registerTenant } from '../kit/registered-tenant.ts';
import type { Fleet } from './fleet.ts';
import type { Scenario, ScenarioOptions } from './scenarios.ts';

const CALM_MS = 3_000;

export interface ScenarioResult extends Comparison {
  readonly title: string;
  readonly perSecond: number;
  readonly answersAll: boolean;
  readonly account: Account;
  readonly latencies: Latencies;
  /** Of the dashboard, in cents. */
  readonly revenueCents: number;
}

/** Sends events through the gateway, lets the scenario happen, and compares the figures with the senders' account. */
export async function runScenario(scenario: Scenario, fleet: Fleet, options: ScenarioOptions): Promise<ScenarioResult> {
  const { title, perSecond, answersAll } = scenario;
  const tenant = await registerTenant(fleet.url);
  const traffic = startTraffic(tenant, (format) => tenant.webhookKeys[format] ?? '', perSecond, createVisitors());
  try {
    await delay(CALM_MS);
    await scenario.act(fleet, options);
    await delay(CALM_MS);
  } finally {
    await traffic.finish();
  }
  const { account, client } = traffic;
  options.say(`waiting for the figures of ${account.acknowledged} events`);
  const figures = await settledFigures(tenant, account, () => expectFleetIdle(fleet));
  const comparison = compare(account, figures);
  const latencies = client.takeLatencies();
  return { title, perSecond, answersAll, account, latencies, ...comparison, revenueCents: figures.revenueCents };
}

async function expectFleetIdle({ programs }: Fleet) {
  for (const { program, adminPort } of programs) {
    if (program !== 'api') await expectIdle(adminPort, [WORK[program]]);
  }
}

/** Many visitors: what one network may send has a limit. */
function createVisitors(): () => string {
  let count = 0;
  return () => {
    count += 1;
    return `100.${64 + ((count >> 16) & 63)}.${(count >> 8) & 255}.${count & 255}`;
  };
}
