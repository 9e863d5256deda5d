/**
 * Measures the age of the figures: the time from the acknowledgement of a conversion until the API returns it, under a steady
 * rate of clicks.
 * It runs the whole product over HTTP, like a screen. The probes run one at a time, so that they add no load.
 * `node infra/test/bench/freshness.bench.ts [events a second] [seconds]`
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { startProduct } from '../kit/product.ts';
import { conversion, cookieOf, type RegisteredTenant, registerTenant } from '../kit/registered-tenant.ts';
import { generatePacedLoad } from './paced-load.ts';
import { PHONE, percentile, report, verdict } from './report.ts';

const p99MsMax = 1_000;
const ASK_EVERY_MS = 20;
const rate = Number(process.argv[2] ?? 2_000);
const seconds = Number(process.argv[3] ?? 40);

const dataDir = mkdtempSync(join(tmpdir(), 'tracker-bench-'));
const product = await startProduct({ demoData: false, dataDir });
try {
  const tenant = await registerTenant(product.url);
  const cookie = await cookieOf(tenant);
  const url = `${product.url}/track/${tenant.campaignId}?format=json&tsource=facebook&sub1=120210000000123`;
  const load = generatePacedLoad({ url, connections: 32, seconds, headers: PHONE, rate });
  const ages: number[] = [];
  const endAt = performance.now() + (seconds - 2) * 1_000;
  await delay(2_000);
  for (let number = 1; performance.now() < endAt; number += 1) {
    await conversion(tenant, { transaction_id: `T-${number}`, amount: '1.00' });
    const acknowledgedAt = performance.now();
    while ((await conversions(tenant, cookie)) < number) await delay(ASK_EVERY_MS);
    ages.push(performance.now() - acknowledgedAt);
  }
  const { requestsPerSecond, failed } = await load;
  const p99 = percentile(ages, 0.99);
  console.log(
    `acknowledged to visible at ${Math.round(requestsPerSecond)} events/s, ${ages.length} probes: p50 ${percentile(ages, 0.5)} ms, p99 ${p99} ms ` +
      `(at most ${p99MsMax}: ${verdict(p99 <= p99MsMax)}), ${failed} failed`,
  );
  report({ name: `acknowledged to visible at ${rate}/s, p99`, value: p99, unit: 'ms', max: p99MsMax });
  report({ name: `acknowledged to visible at ${rate}/s, failed`, value: failed, unit: '', max: 0 });
} finally {
  await product.stop();
  rmSync(dataDir, { recursive: true, force: true });
}

async function conversions({ url }: RegisteredTenant, cookie: string): Promise<number> {
  const answer = await fetch(`${url}/api/conversions?limit=1`, { headers: { cookie } });
  return Number(answer.headers.get('x-total-count'));
}
