/**
 * Measures whether the flood of one tenant delays the figures of others: the time from the acknowledgement of a conversion until the API
 * returns it, of 20 tenants with 5 events a second each, first alone, then next to one tenant with 2,000 requests a second without a key.
 * The whole product runs in one process; the requests come from the own machine, so that no rate limit holds the flood back.
 * `node infra/test/bench/fairness.bench.ts [requests of the flood a second] [seconds]`
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { startProduct } from '../kit/product.ts';
import { conversion, cookieOf, type RegisteredTenant, registerTenant } from '../kit/registered-tenant.ts';
import { generatePacedLoad } from './paced-load.ts';
import { PHONE, percentile, report, verdict } from './report.ts';

const ratioMax = 2;
const TENANTS = 20;
const EVENTS_PER_SECOND = 5;
/** So many conversions are looked for at once: the questions are load as well. */
const PROBES = 4;
const ASK_EVERY_MS = 25;
const floodRate = Number(process.argv[2] ?? 2_000);
const seconds = Number(process.argv[3] ?? 40);

interface Asked extends RegisteredTenant {
  readonly cookie: string;
  sent: number;
}

const dataDir = mkdtempSync(join(tmpdir(), 'tracker-bench-'));
const product = await startProduct({ demoData: false, dataDir, logLevel: 'error' });
try {
  const tenants: Asked[] = [];
  for (let number = 0; number < TENANTS; number += 1) {
    const tenant = await registerTenant(product.url);
    tenants.push({ ...tenant, cookie: await cookieOf(tenant), sent: 0 });
  }
  const attacker = await registerTenant(product.url);
  const flood = (duration: number) =>
    generatePacedLoad({
      url: `${product.url}/track/${attacker.campaignId}?format=json&tsource=facebook&sub1=120210000000123`,
      connections: 64,
      seconds: duration,
      headers: PHONE,
      rate: floodRate,
    });
  // Until the code of both is compiled.
  await Promise.all([flood(5), measure(tenants, 5)]);
  await delay(3_000);
  const quiet = await measure(tenants, seconds);
  const flooding = flood(seconds + 2);
  await delay(2_000);
  const flooded = await measure(tenants, seconds);
  const { requestsPerSecond } = await flooding;
  const [alone, flooded99] = [percentile(quiet, 0.99), percentile(flooded, 0.99)];
  const ratio = Number((flooded99 / alone).toFixed(2));
  console.log(
    `${TENANTS} tenants at ${EVENTS_PER_SECOND} events/s, acknowledged to visible: p50 ${percentile(quiet, 0.5)} ms, p99 ${alone} ms ` +
      `(${quiet.length} probes); next to a flood of ${Math.round(requestsPerSecond)}/s of another tenant: p50 ${percentile(flooded, 0.5)} ms, ` +
      `p99 ${flooded99} ms (${flooded.length} probes), ${ratio} times (at most ${ratioMax}: ${verdict(ratio <= ratioMax)})`,
  );
  report({ name: 'acknowledged to visible without a flood, p99', value: alone, unit: 'ms' });
  report({ name: `acknowledged to visible next to a flood of ${floodRate}/s, p99`, value: flooded99, unit: 'ms' });
  report({ name: 'the same, against without', value: ratio, unit: '', max: ratioMax });
} finally {
  await product.stop();
  rmSync(dataDir, { recursive: true, force: true });
}

/** The ages of the conversions in ms, while all tenants send their events. */
async function measure(tenants: readonly Asked[], duration: number): Promise<number[]> {
  const endAt = performance.now() + duration * 1_000;
  const ages: number[] = [];
  let next = 0;
  async function probe(): Promise<void> {
    while (performance.now() < endAt) {
      const tenant = tenants[next % tenants.length] as Asked;
      next += 1;
      tenant.sent += 1;
      const expected = tenant.sent;
      await conversion(tenant, { transaction_id: `T-${expected}`, amount: '1.00' });
      const acknowledgedAt = performance.now();
      while ((await conversionsOf(tenant)) < expected) await delay(ASK_EVERY_MS);
      ages.push(performance.now() - acknowledgedAt);
    }
  }
  async function clicks(): Promise<void> {
    const everyMs = 1_000 / (tenants.length * EVENTS_PER_SECOND);
    const startedAt = performance.now();
    const sent: Promise<unknown>[] = [];
    for (let number = 0; performance.now() < endAt; number += 1) {
      await delay(Math.max(0, startedAt + number * everyMs - performance.now()));
      const { url, campaignId } = tenants[number % tenants.length] as Asked;
      const answer = fetch(`${url}/track/${campaignId}?format=json&tsource=google`, { headers: PHONE });
      sent.push(answer.then((response) => response.arrayBuffer()));
    }
    await Promise.all(sent);
  }
  await Promise.all([clicks(), ...Array.from({ length: PROBES }, probe)]);
  return ages;
}

async function conversionsOf({ url, cookie }: Asked): Promise<number> {
  const answer = await fetch(`${url}/api/conversions?limit=1`, { headers: { cookie } });
  return Number(answer.headers.get('x-total-count'));
}
