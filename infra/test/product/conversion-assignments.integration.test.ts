/** Conversions without a click that a person assigns to a campaign: the call, and what follows from its event. */
import { NOW, type StaffedTenant, type TestPerson, useApi } from '@tracker/api/testing/use-api';
import { createBatchKit } from '@tracker/processor/testing/batch-kit';
import { click, clickIdOf, delivery, record } from '@tracker/processor/testing/events';
import type { Conversion } from '@tracker/schemas/contracts/conversion-logs.contract';
import { ConversionAssignmentEvent } from '@tracker/schemas/events/conversion-assignment';
import { EVENTS_TOPIC } from '@tracker/schemas/events/topics';
import { beforeEach, expect, test } from 'vitest';

const api = useApi();
const kit = createBatchKit(api.stack);
const SOLD_MS = Date.parse(NOW) - 60_000;
let tenant: StaffedTenant;
beforeEach(async () => {
  api.clock.set(NOW);
  tenant = await api.tenant();
});

const sell = (transaction: string, change: object = {}) =>
  kit.process([
    record(delivery(tenant, { transaction_id: transaction, status: 'approved', amount: '97.90', ...change }, SOLD_MS)),
  ]);
const assign = (id: string, payload: object, { ask }: Pick<TestPerson, 'ask'> = tenant.editor) =>
  ask({ method: 'PATCH', url: `/api/conversions/${id}/attribution`, payload });
const listed = async (): Promise<Conversion[]> => (await tenant.viewer.ask('/api/conversions')).json();

async function onlyConversion(): Promise<Conversion> {
  const [conversion] = await listed();
  if (!conversion) throw new Error('no conversion');
  return conversion;
}

/** The tenant's events in the log, in the order in which they were appended. */
async function events(): Promise<ConversionAssignmentEvent[]> {
  const own: ConversionAssignmentEvent[] = [];
  const to = await api.stack.log.ends(EVENTS_TOPIC);
  for await (const records of api.stack.log.read({ topic: EVENTS_TOPIC, to, maxRecords: 500 })) {
    for (const { value } of records) {
      const event = JSON.parse(Buffer.from(value).toString());
      if (event.tenantId === tenant.tenantId) own.push(ConversionAssignmentEvent.parse(event));
    }
  }
  return own;
}

test('an assigned conversion counts for its campaign and channel, and for the main campaign again when it is taken away', async () => {
  const created = await tenant.admin.ask({
    method: 'POST',
    url: '/api/campaigns',
    payload: { name: 'WhatsApp', destinationUrl: 'https://loja.example.com' },
  });
  const { campaignId } = created.json();
  await sell('T1', { utm_source: 'FB', utm_content: 'Vídeo|240' });
  const before = await onlyConversion();
  expect(before).toMatchObject({ attribution: 'utm', channel: 'facebook', adId: '240', campaignId: null });
  const assigned = await assign(before.id, { campaignId, channel: ' WhatsApp ' });
  expect([assigned.statusCode, assigned.json()]).toEqual([
    200,
    { ...before, campaignId, attribution: 'manual', channel: 'whatsapp' },
  ]);
  // All of them in the same millisecond of this clock; the last one counts in any order.
  expect((await assign(before.id, { campaignId: null })).json()).toEqual(before);
  expect((await assign(before.id, { campaignId, channel: 'email' })).statusCode).toBe(200);
  await kit.process((await events()).toReversed().map(record));
  const after = { ...before, campaignId, attribution: 'manual', channel: 'email' };
  expect(await listed()).toEqual([after]);

  const revenues = async () =>
    (await tenant.viewer.ask('/api/campaigns'))
      .json<{ campaignId: string; revenue: number; conversionRate: number }[]>()
      .map((row) => [row.campaignId, row.revenue, row.conversionRate]);
  expect(await revenues()).toEqual([
    [campaignId, 97.9, 0],
    [tenant.campaignId, 0, 0],
  ]);
  const [channel] = (await tenant.viewer.ask('/api/performance/best-channels')).json();
  expect(channel).toMatchObject({ channel: 'email', conversions: 1, revenue: 97.9 });
  const file = (await tenant.viewer.ask('/api/conversions/export')).body;
  expect(file).toContain(`,${campaignId},T1,`);
  expect(file).toContain(',manual,email,240,');
  expect((await tenant.viewer.ask('/api/conversions/totals')).json()).toMatchObject({ direct: 1, withTracking: 0 });

  await assign(before.id, { campaignId: null });
  await kit.process((await events()).map(record));
  expect(await listed()).toEqual([before]);
  expect((await revenues())[1]).toEqual([tenant.campaignId, 97.9, 0]);
  const log = (await tenant.admin.ask('/api/audit-log')).json();
  expect(log[0]).toMatchObject({ action: 'conversion.take-away', details: { conversionId: before.id } });
  // Between them is the export.
  expect(log[2]).toMatchObject({
    action: 'conversion.assign',
    details: { conversionId: before.id, campaignId, channel: 'email' },
  });
});

test('only a conversion of the tenant without a click is assigned, and only to its own campaign', async () => {
  const [own, foreign] = [tenant, await api.tenant()];
  await sell('T1');
  const { id } = await onlyConversion();
  tenant = foreign;
  await sell('T2');
  const { id: foreignId } = await onlyConversion();
  tenant = own;
  const campaignId = own.campaignId;
  const codes = async (...[one, payload, person]: Parameters<typeof assign>) => {
    const answer = await assign(one, payload, person);
    return [answer.statusCode, answer.json().error];
  };
  expect(await codes(id, { campaignId }, own.viewer)).toEqual([403, 'forbidden']);
  expect(await codes(foreignId, { campaignId })).toEqual([404, 'not-found']);
  expect(await codes(foreignId, { campaignId: null })).toEqual([404, 'not-found']);
  expect(await codes(id, { campaignId: foreign.campaignId })).toEqual([404, 'not-found']);
  expect(await codes(id, { channel: 'email' })).toEqual([400, 'invalid-fields']);

  const clickId = clickIdOf(own, SOLD_MS);
  await kit.process([record(click(own, { atMs: SOLD_MS }))]);
  await sell('T1', { click_id: clickId });
  const refused = await assign(id, { campaignId });
  expect([refused.statusCode, refused.json()]).toMatchObject([
    409,
    { error: 'conversion-has-click', message: 'Esta venda tem um click: a campanha e o canal vêm dele.' },
  ]);
  expect(await events()).toEqual([]);
  // What was assigned before the click came can always be taken away.
  expect((await assign(id, { campaignId: null })).json()).toMatchObject({ attribution: 'click', clickId, campaignId });
});
