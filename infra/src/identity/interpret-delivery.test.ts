import { EXAMPLE_CLICK_ID } from '@tracker/schemas/checkouts/example';
import { EXAMPLES } from '@tracker/schemas/checkouts/generated/examples';
import type { ConversionEvent } from '@tracker/schemas/events/conversion';
import type { CampaignId, TenantId } from '@tracker/schemas/primitives/ids';
import { DEFAULT_TIME_ZONE, type Instant } from '@tracker/schemas/primitives/time';
import { expect, test } from 'vitest';
import { interpretDelivery } from './interpret-delivery.ts';

const TENANT = 'tn_1' as TenantId;
const conversion = JSON.stringify(EXAMPLES.hotmart[0]?.body);

const event = (payload: Partial<ConversionEvent['payload']>): ConversionEvent => ({
  id: 'e1',
  type: 'conversion',
  schemaVersion: 1,
  tenantId: TENANT,
  campaignId: null,
  occurredAt: '2026-11-20T15:00:00.000Z' as Instant,
  receivedAt: '2026-11-20T15:00:00.000Z' as Instant,
  payload: { provider: 'hotmart', body: conversion, verified: true, ...payload },
});
const interpret = (payload: Partial<ConversionEvent['payload']>, owner = TENANT) =>
  interpretDelivery(event(payload), DEFAULT_TIME_ZONE, async (campaignId: CampaignId) =>
    campaignId === 'lanc01' ? owner : undefined,
  );

test('gives a conversion with its click and its id', async () => {
  expect(await interpret({})).toMatchObject({
    kind: 'processed',
    conversion: { checkout: 'hotmart', transactionId: 'HP16015479281022', amount: '297.00' },
    click: { clickId: EXAMPLE_CLICK_ID },
    conversionId: expect.stringMatching(/^cv_[0-9a-f]{32}$/),
  });
});

test('gives a test a conversion of its own, also for the transaction of a real one', async () => {
  const marked = JSON.stringify({ ...JSON.parse(conversion), is_test: true });
  const [real, asTest] = [await interpret({}), await interpret({ body: marked })];
  expect(asTest).toMatchObject({ kind: 'processed', conversion: { transactionId: 'HP16015479281022', isTest: true } });
  expect((asTest as typeof asTest & { kind: 'processed' }).conversionId).not.toBe(
    (real as typeof real & { kind: 'processed' }).conversionId,
  );
});

test('leaves out the click of another tenant', async () => {
  expect(await interpret({}, 'tn_2' as TenantId)).toMatchObject({ kind: 'processed', click: { clickId: null } });
});

test('ignores what is no conversion', async () => {
  const cart = EXAMPLES.hotmart.find(({ name }) => name === 'Carrinho abandonado');
  expect(await interpret({ body: JSON.stringify(cart?.body) })).toMatchObject({ kind: 'ignored' });
});

test('does not understand a body that is no JSON object, or has no readable amount', async () => {
  for (const body of ['[]', '{', conversion.replace('"value":297', '"value":"muito"')]) {
    expect(await interpret({ body })).toMatchObject({ kind: 'dead-letter', reason: { code: expect.any(String) } });
  }
});

test.each(['wrong_secret', 'unverified_amount'])(
  'reads nothing of a delivery that was rejected as %s',
  async (code) => {
    expect(await interpret({ rejected: code })).toEqual({ kind: 'rejected', reason: { code } });
  },
);

test('rejects while the owner of a campaign cannot be looked up', async () => {
  const unavailable = interpretDelivery(event({}), DEFAULT_TIME_ZONE, () => Promise.reject(new Error('unavailable')));
  await expect(unavailable).rejects.toThrow('unavailable');
});
