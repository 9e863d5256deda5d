/**
 * Measures the latency of `/track` while Postgres hangs: every click goes to the spool. It measures from the 11th second on,
 * because requests in flight at the start of the outage may take eight seconds.
 * `node infra/test/bench/outage.bench.ts [requests a second] [seconds]`
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { freezePostgres } from '../crash/faults.ts';
import { startProduct } from '../kit/product.ts';
import { click, registerTenant } from '../kit/registered-tenant.ts';
import { generatePacedLoad } from './paced-load.ts';
import { PHONE, report, verdict } from './report.ts';

const p99MsMax = 25;
const rate = Number(process.argv[2] ?? 500);
const seconds = Number(process.argv[3] ?? 20);

const dataDir = mkdtempSync(join(tmpdir(), 'tracker-bench-'));
const product = await startProduct({ demoData: false, dataDir });
try {
  const tenant = await registerTenant(product.url);
  // Warms the cache: a campaign that is not cached cannot be looked up without Postgres.
  await click(tenant);
  const load = {
    url: `${product.url}/track/${tenant.campaignId}?format=json&tsource=facebook&sub1=120210000000123`,
    connections: 32,
    seconds,
    headers: PHONE,
    rate,
  };
  const before = await generatePacedLoad({ ...load, seconds: 5 });
  const thaw = freezePostgres(dataDir);
  try {
    // Late responses do not count.
    const falling = generatePacedLoad({ ...load, connections: 4, rate: 20, seconds: 9 });
    await delay(10_000);
    await falling;
    const spooled = await generatePacedLoad(load);
    console.log(`  with the log    p50 ${before.p50Ms} ms, p99 ${before.p99Ms} ms`);
    console.log(
      `log away, ${Math.round(spooled.requestsPerSecond)} requests/s to the spool: p50 ${spooled.p50Ms} ms, p99 ${spooled.p99Ms} ms ` +
        `(at most ${p99MsMax}: ${verdict(spooled.p99Ms <= p99MsMax)}), ${spooled.failed} failed`,
    );
    report({ name: '/track without a log, p99', value: spooled.p99Ms, unit: 'ms', max: p99MsMax });
    report({ name: '/track without a log, failed', value: spooled.failed, unit: '', max: 0 });
  } finally {
    thaw();
  }
} finally {
  await product.stop();
  rmSync(dataDir, { recursive: true, force: true });
}
