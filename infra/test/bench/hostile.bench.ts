/**
 * Measures how long a visitor's click takes next to the posts of a stranger: the whole product in one process, first clicks alone, then
 * with 50 hostile posts a second (`hostile-load.ts`), in several windows. The figure is the median of their p99: of a window of 8 s that is the
 * eighth slowest of 800 clicks, and varies by a factor of three.
 * `node infra/test/bench/hostile.bench.ts [clicks a second] [seconds a window] [windows] [hostile posts a second]`
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startProduct } from '../kit/product.ts';
import { registerTenant } from '../kit/registered-tenant.ts';
import { generateHostileLoad } from './hostile-load.ts';
import type { LoadFigures } from './load.ts';
import { generatePacedLoad } from './paced-load.ts';
import { median, PHONE, report, verdict } from './report.ts';

const p99MsMax = 25;
const rate = Number(process.argv[2] ?? 100);
const seconds = Number(process.argv[3] ?? 20);
const windows = Number(process.argv[4] ?? 5);
const perSecond = Number(process.argv[5] ?? 50);

const dataDir = mkdtempSync(join(tmpdir(), 'tracker-bench-'));
const product = await startProduct({ demoData: false, dataDir, trustProxy: '127.0.0.1/32', logLevel: 'error' });
try {
  const { campaignId } = await registerTenant(product.url);
  const url = `${product.url}/track/${campaignId}?format=json&tsource=facebook&sub1=120210000000123`;
  const clickId = `mc_${campaignId}_1751849000000123456`;
  const clicks = (duration: number) =>
    generatePacedLoad({ url, connections: 16, seconds: duration, headers: PHONE, rate });
  // Until the code of both is compiled.
  const hostileFor = (duration: number) =>
    generateHostileLoad({ url: product.url, clickId, perSecond, seconds: duration });
  await Promise.all([clicks(8), hostileFor(8)]);
  const alone = await clicks(seconds);
  // Each window has a generator of its own, which takes a moment to start.
  const hostile = hostileFor((seconds + 2) * windows);
  const flooding: LoadFigures[] = [];
  for (let window = 0; window < windows; window += 1) flooding.push(await clicks(seconds));
  const statuses = await hostile;
  const given = Object.entries(statuses).map(([status, count]) => `${count} × ${status}`);
  const p99Ms = median(flooding.map((window) => window.p99Ms));
  const failed = flooding.reduce((sum, window) => sum + window.failed, 0);
  console.log(`${rate} clicks/s alone: p50 ${alone.p50Ms} ms, p99 ${alone.p99Ms} ms`);
  console.log(
    `with ${perSecond} hostile posts/s (${given.join(', ')}): p50 ${median(flooding.map((window) => window.p50Ms))} ms, ` +
      `p99 of ${windows} windows ${flooding.map((window) => window.p99Ms).join(', ')} ms, median ${p99Ms} ms ` +
      `(at most ${p99MsMax}: ${verdict(p99Ms <= p99MsMax)}), ${failed} failed`,
  );
  report({ name: 'clicks with hostile posts, p99', value: p99Ms, unit: 'ms', max: p99MsMax });
  report({ name: 'clicks with hostile posts, failed', value: failed, unit: '', max: 0 });
} finally {
  await product.stop();
  rmSync(dataDir, { recursive: true, force: true });
}
