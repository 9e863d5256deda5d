/**
 * Measures how long the clicks of 20 tenants take next to strangers who hold connections: readers that do not read, requests sent ahead, half-open
 * and slow connections, and 2,000 that are kept, all of one network (`kit/attackers.ts`). The whole product runs in one process. Windows
 * without and with the strangers alternate; the figure is the median of their p99, against the one without.
 * `node infra/test/bench/attackers.bench.ts [clicks a second] [seconds a window] [windows]`
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { Agent, get } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { startAttackers, withStrangersAddress } from '../kit/attackers.ts';
import { residentMiB } from '../kit/memory.ts';
import { startProduct } from '../kit/product.ts';
import { registerTenant } from '../kit/registered-tenant.ts';
import { median, PHONE, percentile, report, verdict } from './report.ts';

const TENANTS = 20;
const ratioMax = 2;
/** What the bounds of waiting answers allow, and what the engine and V8 take in such a time anyway. */
const growthMiBMax = 300;
const self = fileURLToPath(import.meta.url);

/** The strangers in a process of their own: what they cost is not the product's. */
async function attack(url: string, localAddress: string | undefined): Promise<void> {
  const held = startAttackers({ url, localAddress });
  process.once('message', () => {
    process.send?.(held.opened());
    process.exit(0);
  });
}

interface Window {
  readonly p50Ms: number;
  readonly p99Ms: number;
  readonly failed: number;
}

async function clicksOf(urls: readonly string[], rate: number, seconds: number, agent: Agent): Promise<Window> {
  const latencies: number[] = [];
  let failed = 0;
  const pending = new Set<Promise<void>>();
  const click = async (url: string) => {
    const sentAt = performance.now();
    try {
      const request = get(url, { agent, headers: PHONE, timeout: 15_000 });
      const [answer] = await once(request, 'response');
      answer.resume();
      await once(answer, 'end');
      if (answer.statusCode !== 200) failed += 1;
      latencies.push(performance.now() - sentAt);
    } catch {
      failed += 1;
    }
  };
  const startedAt = performance.now();
  for (let sent = 0; sent < rate * seconds; sent += 1) {
    await delay(Math.max(0, startedAt + (sent / rate) * 1_000 - performance.now()));
    const one = click(urls[sent % urls.length] ?? '');
    pending.add(one);
    void one.finally(() => pending.delete(one));
  }
  await Promise.all(pending);
  return { p50Ms: percentile(latencies, 0.5), p99Ms: percentile(latencies, 0.99), failed };
}

async function measure(localAddress: string | undefined): Promise<void> {
  const [rate = 100, seconds = 10, windows = 3] = process.argv.slice(2).map(Number);
  const dataDir = mkdtempSync(join(tmpdir(), 'tracker-bench-'));
  const product = await startProduct({ demoData: false, dataDir, logLevel: 'error' });
  const agent = new Agent({ keepAlive: true });
  try {
    const urls: string[] = [];
    for (let count = 0; count < TENANTS; count += 1) {
      const { campaignId } = await registerTenant(product.url);
      urls.push(`${product.url}/track/${campaignId}?format=json&tsource=facebook&sub1=120210000000123`);
    }
    const window = () => clicksOf(urls, rate, seconds, agent);
    await window(); // Until its code is compiled.
    const [quiet, attacked]: [Window[], Window[]] = [[], []];
    const resident: number[] = [residentMiB(product.pid)];
    let opened = 0;
    for (let count = 0; count < windows; count += 1) {
      quiet.push(await window());
      const strangers = fork(self, ['attack', product.url, localAddress ?? '']);
      await delay(2_000);
      attacked.push(await window());
      resident.push(residentMiB(product.pid));
      const ended = once(strangers, 'exit');
      strangers.once('message', (count) => (opened += Number(count)));
      strangers.send('stop');
      await ended;
    }
    const [quietMs, nextMs] = [quiet, attacked].map((some) => median(some.map(({ p99Ms }) => p99Ms))) as [
      number,
      number,
    ];
    const failed = [...quiet, ...attacked].reduce((sum, one) => sum + one.failed, 0);
    const ratio = Number((nextMs / quietMs).toFixed(2));
    const growth = Math.max(...resident) - (resident[0] ?? 0);
    const list = (some: readonly Window[]) => some.map(({ p50Ms, p99Ms }) => `${p50Ms}/${p99Ms}`).join(', ');
    console.log(
      `${rate} clicks/s of ${TENANTS} tenants, p50/p99 alone: ${list(quiet)} ms; next to ${opened} connections of strangers: ${list(attacked)} ms; ` +
        `${ratio} times (at most ${ratioMax}: ${verdict(ratio <= ratioMax)}), ${failed} failed; memory ${resident.join(', ')} MiB`,
    );
    report({
      name: 'clicks next to strangers who hold connections, p99 against alone',
      value: ratio,
      unit: '',
      max: ratioMax,
    });
    report({ name: 'the same, failed', value: failed, unit: '', max: 0 });
    report({ name: 'the same, growth of memory', value: growth, unit: 'MiB', max: growthMiBMax });
  } finally {
    agent.destroy();
    await product.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

const [, , role, url = '', address = ''] = process.argv;
if (role === 'attack') await attack(url, address === '' ? undefined : address);
else await withStrangersAddress(console.log, measure);
