import { createStreams, type StreamLookups } from '@tracker/processor/streams/streams';
import type { TenantId } from '@tracker/schemas/primitives/ids';
import { buyerOf } from '@tracker/schemas/privacy/buyer';
import { createRandom } from '../../standalone/demo/random.ts';
import { type Call, createCaller } from './calls.ts';
import { realNow, setTime } from './clock.ts';
import { furtherRecords } from './further-events.ts';
import { settingsOf, workOf } from './people.ts';
import { type PortableRecord, readPortable } from './portable-log.ts';
import { withProduct } from './run-product.ts';
import { type Step, storyOf } from './story.ts';
import { createTenants, EMPTY, type GoldenTenant, TENANTS } from './tenants.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** What one visitor comes to, with repeated records; what `furtherRecords` adds goes on top of it. */
const EVENTS_PER_VISITOR = 2.95;
/** Steps of the story that are under way at once: they do not depend on the order within so short a time. */
const AT_ONCE = 8;

export interface Recorded {
  readonly endMs: number;
  readonly tenants: readonly GoldenTenant[];
  readonly calls: readonly Call[];
  readonly records: readonly PortableRecord[];
}

/** Runs the story through the product, with the settings of its people, and gives its log, with some of it late and some of it twice. */
export function recordStory(events: number, say: (line: string) => void): Promise<Recorded> {
  // Ten minutes past the hour: no hour ends while the questions are asked.
  const endMs = Math.floor(realNow() / HOUR_MS) * HOUR_MS + 10 * 60_000;
  const visitors = Math.ceil(events / TENANTS.length / EVENTS_PER_VISITOR);
  const settings = TENANTS.flatMap((tenant) => settingsOf(tenant, endMs)).sort((one, other) => one.atMs - other.atMs);
  setTime(endMs - 40 * DAY_MS);
  return withProduct(async (product) => {
    const keys = await createTenants(product.postgres, TENANTS, endMs - 60 * DAY_MS);
    const steps = TENANTS.flatMap((tenant, index) => {
      const input = { url: product.url, tenant, keys: keys.get(tenant.tenantId) ?? {}, endMs, visitors };
      return storyOf(input, 7_000 + index);
    }).sort((one, other) => one.atMs - other.atMs);
    const make = createCaller({ product, tenants: TENANTS });
    let done = 0;
    for (const [atMs, calls] of Map.groupBy(settings, (call) => call.atMs)) {
      const before = steps.filter((step, index) => index >= done && step.atMs <= atMs);
      await play(before, say);
      done += before.length;
      for (const call of calls) {
        const { question, status, body } = await make(call);
        if (status >= 400) throw new Error(`${question}: ${status} ${JSON.stringify(body)}`);
      }
      say(`${done} of ${steps.length} steps`);
    }
    await play(steps.slice(done), say);
    setTime(endMs);
    const further = TENANTS.flatMap((tenant, index) => [...furtherRecords(tenant, endMs, 9_000 + index)]);
    const records = [...(await readPortable(product)), ...further];
    assertAllTypes(records);
    const work = TENANTS.flatMap((tenant, index) =>
      workOf(tenant, endMs, { seed: 13_000 + index, ...personsIn(records, tenant.tenantId) }),
    );
    return { endMs, tenants: [...TENANTS, EMPTY], calls: [...settings, ...work], records: disordered(records) };
  });
}

async function play(steps: readonly Step[], say: (line: string) => void): Promise<void> {
  for (let index = 0; index < steps.length; index += AT_ONCE) {
    const some = steps.slice(index, index + AT_ONCE);
    setTime(some[0]!.atMs);
    await Promise.all(some.map((step) => step.send()));
    if (index > 0 && index % 4_000 === 0) say(`… ${index}`);
  }
}

/** A type of events that is new has to get its place in the story. Only the product itself asks for a row to be computed again. */
function assertAllTypes(records: readonly PortableRecord[]): void {
  const types = new Set(records.map(({ event }) => event?.type));
  const missing = [...createStreams({} as StreamLookups).keys()].filter(
    (type) => type !== 'recompute' && !types.has(type),
  );
  if (missing.length > 0) throw new Error(`The story has no event of the type ${missing.join(', ')}.`);
}

/** A lead and a buyer, to be exported and erased. */
function personsIn(records: readonly PortableRecord[], tenantId: TenantId) {
  const fieldsOf = (type: string) => {
    const found = records.find(({ event, person }) => event?.tenantId === tenantId && event.type === type && person);
    if (found?.person === undefined) throw new Error(`the story of ${tenantId} has no person with a ${type}`);
    return found.person.fields;
  };
  const { email = '', phone = '' } = fieldsOf('lead');
  return { lead: { email, phone }, buyer: { email: buyerOf(fieldsOf('conversion')).email } };
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
