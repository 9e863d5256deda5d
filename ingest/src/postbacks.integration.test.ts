import { interpretDelivery } from '@tracker/infra/identity/interpret-delivery';
import type { ConversionEvent } from '@tracker/schemas/events/conversion';
import { DEFAULT_TIME_ZONE } from '@tracker/schemas/primitives/time';
import { describe, expect, test } from 'vitest';
import { useIngest } from './testing/use-ingest.ts';

const ingest = useIngest();
const { app, deliveries } = ingest;

const get = (url: string, headers: Record<string, string> = {}) => app.inject({ method: 'GET', url, headers });
const generic = () => ingest.tenant.trackingKeys.generic;

async function eventWith(mark: string): Promise<ConversionEvent> {
  const found = () => deliveries.find(({ payload }) => payload.body.includes(mark));
  await expect.poll(found).toBeDefined();
  return found() as ConversionEvent;
}

const verdictOn = (event: ConversionEvent) =>
  interpretDelivery(event, DEFAULT_TIME_ZONE, () => Promise.resolve(ingest.tenant.tenantId));

describe('a postback by GET', () => {
  test('is refused until the key permits it, and counts nothing', async () => {
    const id = crypto.randomUUID();
    const fields = `amount=10&status=approved&transaction_id=${id}`;
    for (const url of [
      `/conversion?key=${ingest.tenant.trackingKeys.hubla}&${fields}`,
      `/webhooks/hubla/${ingest.tenant.trackingKeys.hubla}?${fields}`,
      `/conversion?click_id=${await ingest.click()}&${fields}`,
    ]) {
      const answer = await get(url);
      expect([answer.statusCode, answer.json().error], url).toEqual([405, 'get-not-permitted']);
    }
    expect((await get(`/conversion?key=unknown&${fields}`)).statusCode).toBe(401);
    expect(deliveries.some(({ payload }) => payload.body.includes(id))).toBe(false);
  });

  describe('where the key permits it', () => {
    async function permit(): Promise<void> {
      await ingest.stack.postgres.withTenant(ingest.tenant.tenantId, (trx) =>
        trx.updateTable('tracking_keys').set({ permits_get: true }).where('key', '=', generic()).execute(),
      );
      // The cache hears of the change.
      await expect.poll(async () => (await get(`/webhooks/generic/${generic()}`)).statusCode).not.toBe(405);
    }

    test.each([
      ['its own names', (id: string) => `click_id=CLICK&transaction_id=${id}&amount=10&status=approved`],
      ['names of trackers', (id: string) => `clickid=CLICK&txid=${id}&payout=10.00&currency=BRL&status=confirmed`],
      ['an event for a status', (id: string) => `cid=CLICK&tid=${id}&payout=10&event=purchase`],
      [
        'macros that are not expanded',
        (id: string) => `subid=CLICK&txid=${id}&payout=10&status=approved&order_id={order_id}&id=`,
      ],
    ])('counts once, as by POST, with %s', async (_what, fieldsOf) => {
      await permit();
      const id = crypto.randomUUID();
      const clickId = await ingest.click();
      const fields = fieldsOf(id).replace('CLICK', clickId);
      const first = await get(`/webhooks/generic/${generic()}?${fields}`);
      expect([first.statusCode, first.headers['cache-control']]).toEqual([200, 'no-store']);
      expect(first.json()).toMatchObject({ success: true, clickId, conversionId: expect.any(String) });
      const again = await get(`/conversion?${fields.split('&').reverse().join('&')}&key=${generic()}`);
      expect(again.json()).toEqual({ ...first.json(), duplicate: true });
      const posted = await ingest.post(`/conversion?key=${generic()}`, Object.fromEntries(new URLSearchParams(fields)));
      expect(posted.json()).toMatchObject({ conversionId: first.json().conversionId });
      expect(await verdictOn(await eventWith(id))).toMatchObject({
        kind: 'processed',
        conversion: { transactionId: id, amount: '10.00', status: 'approved', currency: 'BRL' },
      });
    });

    test('is kept where it says too little, and never read as a sale', async () => {
      await permit();
      const id = crypto.randomUUID();
      const answer = await get(`/conversion?key=${generic()}&txid=${id}&payout=10`);
      expect(answer.json()).toMatchObject({ success: true, ignored: true });
      expect(await verdictOn(await eventWith(id))).toMatchObject({
        kind: 'dead-letter',
        reason: { code: 'no_status' },
      });
    });

    test('counts nothing by HEAD, or where a link is only opened ahead', async () => {
      await permit();
      const id = crypto.randomUUID();
      const url = `/conversion?key=${generic()}&txid=${id}&payout=10&status=approved`;
      const head = await app.inject({ method: 'HEAD', url });
      expect(head.statusCode).toBeGreaterThanOrEqual(400);
      for (const header of ['sec-purpose', 'purpose', 'x-moz']) {
        expect((await get(url, { [header]: 'prefetch' })).statusCode).toBe(204);
      }
      const other = crypto.randomUUID();
      await get(url.replace(id, other));
      await eventWith(other);
      expect(deliveries.some(({ payload }) => payload.body.includes(id))).toBe(false);
    });
  });
});
