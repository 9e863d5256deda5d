/**
 * Measures whether one tenant's changes of rates delay the figures of others: the time from the acknowledgement of a conversion until the API returns
 * it, first alone, then while a tenant with many conversions in a foreign currency has them computed again, over and over.
 * The whole product runs in one process.
 * `node infra/test/bench/rates.bench.ts [conversions] [seconds]`
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { createPostgresEventLog } from '@tracker/infra/event-log/postgres-event-log';
import { newEvent } from '@tracker/infra/identity/new-event';
import { createLogger } from '@tracker/infra/telemetry/logger';
import type { RatesChangedEvent } from '@tracker/schemas/events/rates-changed';
import { EVENTS_TOPIC } from '@tracker/schemas/events/topics';
import type { TenantId } from '@tracker/schemas/primitives/ids';
import type { Currency } from '@tracker/schemas/primitives/money';
import { embeddedPostgresUrl, startProduct } from '../kit/product.ts';
import { conversion, cookieOf, type RegisteredTenant, registerTenant } from '../kit/registered-tenant.ts';
import { percentile, report, verdict } from './report.ts';

const ratioMax = 2;
const ASK_EVERY_MS = 20;
const AT_ONCE = 16;
const CHANGE_EVERY_MS = 2_000;
const conversionCount = Number(process.argv[2] ?? 24_000);
const seconds = Number(process.argv[3] ?? 40);

let probed = 0;

const dataDir = mkdtempSync(join(tmpdir(), 'tracker-bench-'));
const product = await startProduct({ demoData: false, dataDir, logLevel: 'error' });
try {
  const [seller, other] = [await registerTenant(product.url), await registerTenant(product.url)];
  const [cookieOfSeller, cookie] = [await cookieOf(seller), await cookieOf(other)];
  let sold = 0;
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      while (sold < conversionCount) {
        sold += 1;
        await conversion(seller, { transaction_id: `S-${sold}`, amount: '1.00', currency: 'USD' });
      }
    }),
  );
  while ((await conversionsOf(seller, cookieOfSeller)) < conversionCount) await delay(200);
  await delay(2_000);
  const quiet = await measure(other, cookie);
  // The API takes one change a minute.
  const logger = createLogger({ level: 'error', name: 'bench' });
  const log = createPostgresEventLog({ url: embeddedPostgresUrl(dataDir), logger });
  let isChanging = true;
  let changes = 0;
  const changing = (async () => {
    while (isChanging) {
      const payload = { currency: 'USD' as Currency };
      const event: RatesChangedEvent = newEvent(
        { type: 'rates-changed', tenantId: seller.tenantId as TenantId, campaignId: null, payload },
        Date.now(),
      );
      await log.append(EVENTS_TOPIC, [{ key: seller.tenantId, value: JSON.stringify(event) }]);
      changes += 1;
      await delay(CHANGE_EVERY_MS);
    }
  })();
  const disturbed = await measure(other, cookie);
  isChanging = false;
  await changing;
  await log.close();
  const [alone, next] = [percentile(quiet, 0.99), percentile(disturbed, 0.99)];
  const ratio = Number((next / alone).toFixed(2));
  console.log(
    `acknowledged to visible: p50 ${percentile(quiet, 0.5)} ms, p99 ${alone} ms (${quiet.length} probes); next to ${changes} changes of rates of ${conversionCount} conversions: ` +
      `p50 ${percentile(disturbed, 0.5)} ms, p99 ${next} ms (${disturbed.length} probes), ${ratio} times (at most ${ratioMax}: ${verdict(ratio <= ratioMax)})`,
  );
  report({ name: 'acknowledged to visible without changes of rates, p99', value: alone, unit: 'ms' });
  report({
    name: `acknowledged to visible next to changes of rates of ${conversionCount} conversions, p99`,
    value: next,
    unit: 'ms',
  });
  report({ name: 'the same, against without', value: ratio, unit: '', max: ratioMax });
} finally {
  await product.stop();
  rmSync(dataDir, { recursive: true, force: true });
}

/** The ages of the conversions in ms; one at a time, so that they add no load. */
async function measure(tenant: RegisteredTenant, cookie: string): Promise<number[]> {
  const endAt = performance.now() + seconds * 1_000;
  const ages: number[] = [];
  while (performance.now() < endAt) {
    probed += 1;
    await conversion(tenant, { transaction_id: `T-${probed}`, amount: '1.00' });
    const acknowledgedAt = performance.now();
    while ((await conversionsOf(tenant, cookie)) < probed) await delay(ASK_EVERY_MS);
    ages.push(performance.now() - acknowledgedAt);
  }
  return ages;
}

async function conversionsOf({ url }: RegisteredTenant, cookie: string): Promise<number> {
  const answer = await fetch(`${url}/api/conversions?limit=1`, { headers: { cookie } });
  return Number(answer.headers.get('x-total-count'));
}
