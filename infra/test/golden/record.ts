import { addDays, dayOf } from '@tracker/schemas/primitives/tenant-day';
import { createRandom } from '../../standalone/demo/random.ts';
import { cookieOf } from './ask.ts';
import { realNow, setTime } from './clock.ts';
import { furtherRecords } from './further-events.ts';
import { type PortableRecord, readPortable } from './portable-log.ts';
import { withProduct } from './run-product.ts';
import { SECRETS, storyOf } from './story.ts';
import { createTenants, type GoldenTenant, TENANTS } from './tenants.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const VISITORS = 4_500;
/** Steps of the story that are under way at once: they do not depend on the order within so short a time. */
const AT_ONCE = 8;

/** Runs the story through the product, and gives its log, with some of it late and some of it twice. */
export function record(): Promise<{ endMs: number; records: PortableRecord[] }> {
  // Ten minutes past the hour: no hour ends while the questions are asked.
  const endMs = Math.floor(realNow() / HOUR_MS) * HOUR_MS + 10 * 60_000;
  setTime(endMs - 36 * DAY_MS);
  return withProduct(async (product) => {
    // A session of the past has ended.
    setTime(endMs);
    const keys = await createTenants(product.postgres, TENANTS, endMs - 60 * DAY_MS);
    for (const tenant of TENANTS) await setSecrets(product.url, tenant);
    const steps = TENANTS.flatMap((tenant, index) => {
      const input = { url: product.url, tenant, keys: keys.get(tenant.tenantId) ?? {}, endMs, visitors: VISITORS };
      return storyOf(input, 7_000 + index);
    }).sort((one, other) => one.atMs - other.atMs);
    for (let index = 0; index < steps.length; index += AT_ONCE) {
      const some = steps.slice(index, index + AT_ONCE);
      setTime(some[0]!.atMs);
      await Promise.all(some.map((step) => step.send()));
      if (index % 2_000 === 0) console.error(`${index} of ${steps.length} steps`);
    }
    setTime(endMs);
    for (const tenant of TENANTS) await setRates(product.url, tenant, endMs);
    const further = TENANTS.flatMap((tenant, index) => [...furtherRecords(tenant, endMs, 9_000 + index)]);
    return { endMs, records: disordered([...(await readPortable(product)), ...further]) };
  });
}

async function setSecrets(url: string, tenant: GoldenTenant): Promise<void> {
  for (const [provider, { secret }] of Object.entries(SECRETS)) {
    await put(url, tenant, `/api/webhook-keys/${provider}/secret`, { secret });
  }
}

/** ARS has none; EUR changes. */
export async function setRates(url: string, tenant: GoldenTenant, endMs: number): Promise<void> {
  const day = (ago: number) => addDays(dayOf(endMs, tenant.timeZone), -ago);
  const first = ['5.10', '5.55', '5.80'].map((rate, index) => ({ currency: 'USD', day: day(40 - index * 15), rate }));
  await put(url, tenant, '/api/exchange-rates', [...first, { currency: 'EUR', day: day(25), rate: '6.00' }]);
  await put(url, tenant, '/api/exchange-rates', [{ currency: 'EUR', day: day(12), rate: '6.3171' }]);
}

async function put(url: string, tenant: GoldenTenant, path: string, body: unknown): Promise<void> {
  const headers = { 'content-type': 'application/json', cookie: await cookieOf(url, tenant, 'admin') };
  const answer = await fetch(url + path, { method: 'PUT', headers, body: JSON.stringify(body) });
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
}

/** One record in thirty comes again, and one in thirty comes up to 3,000 records later than it did. */
function disordered(records: readonly PortableRecord[]): PortableRecord[] {
  const random = createRandom(11_000);
  return records
    .flatMap((entry, index) => {
      const place = index + (random.chance(1 / 30) ? random.integer(1, 3_000) : 0);
      const again = random.chance(1 / 30) ? [{ place: index + random.integer(1, 5_000), entry }] : [];
      return [{ place, entry }, ...again];
    })
    .sort((one, other) => one.place - other.place)
    .map(({ entry }) => entry);
}
