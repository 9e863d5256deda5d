// Click ids of strangers that name a moment when no click of theirs can have been: nothing waits for such a click.
import { metrics } from '@tracker/infra/telemetry/metrics';
import { DAY_MS, HOUR_MS } from '@tracker/schemas/primitives/durations';
import { eventually } from '@tracker/test/kit/eventually';
import { beforeEach, describe, expect, test } from 'vitest';
import { deliveriesOf } from './testing/deliveries.ts';
import { useIngest } from './testing/use-ingest.ts';

const ingest = useIngest();
const { clock, deliveries, get, post, stack, stored } = ingest;

const clickAt = (ms: number) => `mc_${ingest.tenant.campaignId}_${String(Math.trunc(ms)).padStart(13, '0')}000001`;
const MONTHS_OF_RETENTION = 3;
const KEPT_MS = 94 * DAY_MS;

beforeEach(async () => {
  const { tenantId } = ingest.tenant;
  await stack.postgres.withTenant(tenantId, (trx) =>
    trx.insertInto('retention').values({ tenant_id: tenantId, clicks_months: MONTHS_OF_RETENTION }).execute(),
  );
  await eventually(async () =>
    expect(await stack.caches.tenants.find(tenantId)).toMatchObject({ clicksMonths: MONTHS_OF_RETENTION }),
  );
});

/** What the log has of this click id, once it has an event that was recorded after all of them. */
async function eventsOf(clickId: string): Promise<unknown[]> {
  const last = await ingest.click();
  await ingest.eventOf(last);
  return [...stored.values()].filter((event) => JSON.stringify(event).includes(clickId));
}
const dropped = async (route: string) =>
  (await metrics.ignoredClickIds.get()).values.find(({ labels }) => labels.route === route)?.value ?? 0;

const MOMENTS: readonly [string, () => number, boolean][] = [
  ['of the year 1971', () => Date.UTC(1971, 3, 1), false],
  ['before the retention', () => clock.now() - KEPT_MS - 1, false],
  ['at the end of the retention', () => clock.now() - KEPT_MS, true],
  ['of a clock that was a day ahead', () => clock.now() + 25 * HOUR_MS, true],
  ['later than that', () => clock.now() + 25 * HOUR_MS + 1, false],
  ['of the year 2063', () => Date.UTC(2063, 0, 1), false],
];

describe.each(MOMENTS)('a click id %s', (_name, at, isKept) => {
  test.each(['/view', '/v'])('is answered OK by %s, and recorded only when a click may wait', async (path) => {
    const clickId = clickAt(at());
    const before = await dropped('view');
    const answer = await get(`${path}?clickid=${clickId}`);
    expect([answer.statusCode, answer.body]).toEqual([200, 'OK']);
    expect(await eventsOf(clickId)).toHaveLength(isKept ? 1 : 0);
    expect((await dropped('view')) - before).toBe(isKept ? 0 : 1);
  });

  test.each(['/identify', '/i'])('is answered 204 by %s, and recorded only when a click may wait', async (path) => {
    const clickId = clickAt(at());
    const before = await dropped('identify');
    expect((await post(path, { clickid: clickId, fbp: 'fb.1.2.3' })).statusCode).toBe(204);
    expect(await eventsOf(clickId)).toHaveLength(isKept ? 1 : 0);
    expect((await dropped('identify')) - before).toBe(isKept ? 0 : 1);
  });

  test('names the campaign of a lead, which has no click then', async () => {
    const clickId = clickAt(at());
    const lead = (await post('/leads', { name: 'Ana', email: 'ana@example.com', click_id: clickId })).json().lead;
    expect(lead).toMatchObject({ campaignId: ingest.tenant.campaignId, clickId: isKept ? clickId : null });
  });
});

describe('a conversion whose click id', () => {
  const receive = async (clickId: string, query = '') => {
    const sold = { transaction_id: crypto.randomUUID(), amount: '10.00', status: 'paid' };
    const text = JSON.stringify({ ...sold, click_id: clickId });
    const answer = await post(`/conversion${query}`, text);
    const [event] = await deliveriesOf(deliveries, text);
    return { answer: answer.json(), event };
  };

  test.each([
    ['is of the year 1971', () => clickAt(Date.UTC(1971, 3, 1))],
    ['is older than any retention', () => clickAt(clock.now() - 3_653 * DAY_MS - 1)],
    ['is of the future', () => clickAt(clock.now() + 25 * HOUR_MS + 1)],
  ])('%s is direct, with and without a key', async (_name, make) => {
    for (const query of [`?key=${ingest.tenant.trackingKey}`, '']) {
      const { answer, event } = await receive(make(), query);
      expect(answer).toMatchObject({ success: true, clickId: null, campaignId: null });
      expect(event).toMatchObject({ tenantId: ingest.tenant.tenantId, campaignId: null });
      expect(event?.payload.body).toContain(make());
    }
  });

  test('is within the longest retention waits for its click, beyond the retention of its tenant as well', async () => {
    const clickId = clickAt(clock.now() - 3_653 * DAY_MS);
    expect((await receive(clickId)).answer).toMatchObject({ clickId });
  });
});
