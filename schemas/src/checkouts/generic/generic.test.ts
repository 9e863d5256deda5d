import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { TimeZone } from '../../primitives/time.ts';
import type { DeliveryReason } from '../delivery-reason.ts';
import type { JsonObject, MappedConversion } from '../mapping.ts';
import { mapping } from './mapping.ts';

const context = { timeZone: 'America/Sao_Paulo' as TimeZone, receivedAtMs: Date.parse('2026-11-20T16:00:00Z') };

function map(body: JsonObject): MappedConversion {
  const result = mapping.map(body, context);
  if (result.kind !== 'conversion') throw new Error(JSON.stringify(result));
  return result.conversion;
}

describe('generic webhook format', () => {
  it('reads the example of the webhook screen', () => {
    const conversion = map({
      click_id: 'mc_lanc01_1751849000000123456',
      transaction_id: 'T-1',
      amount: 97.9,
      currency: 'BRL',
      event_type: 'purchase',
      status: 'approved',
      occurred_at: '2026-11-20T12:00:00-03:00',
      email: 'a@b.com',
    });
    expect(conversion).toMatchObject({
      transactionId: 'T-1',
      amount: '97.90',
      currency: 'BRL',
      conversionType: 'purchase',
      status: 'approved',
      eventTime: '2026-11-20T15:00:00.000Z',
      clickReferences: ['mc_lanc01_1751849000000123456'],
      isTest: false,
    });
  });

  it.each([
    [{ event_type: 'purchase' }, 'approved'],
    [{ event: 'sale' }, 'approved'],
    [{ status: 'PAID' }, 'approved'],
    [{ status: 'waiting_payment' }, 'pending'],
    [{ status: 'Refunded' }, 'refunded'],
  ])('maps the body %o to status %s', (body, status) => {
    expect(map({ transaction: 'T', amount: 1, ...body }).status).toBe(status);
  });

  it.each<[JsonObject, DeliveryReason]>([
    [{ transaction: 'T', amount: 1 }, { code: 'no_status' }],
    [
      { transaction: 'T', amount: 1, event_type: 'algo' },
      { code: 'unknown_event', event: 'algo' },
    ],
    [
      { transaction: 'T', amount: 1, status: 'unpaid' },
      { code: 'unknown_status', status: 'unpaid' },
    ],
    [
      { transaction: 'T', amount: 1, status: 'constructor' },
      { code: 'unknown_status', status: 'constructor' },
    ],
    [
      { transaction: 'T', amount: 1, event: 'order.unheard' },
      { code: 'unknown_event', event: 'order.unheard' },
    ],
    [{ transaction: 'T', status: 'approved' }, { code: 'no_amount' }],
    [{ transaction: 'T', status: 'approved', amount: null }, { code: 'no_amount' }],
    [{ transaction: 'T', status: 'pending', amount: 'Não informado' }, { code: 'no_amount' }],
    [{ status: 'refunded' }, { code: 'no_amount' }],
    [{ transaction: 'T', click_id: 'c' }, { code: 'no_conversion_field' }],
    // A sale of Guru, whose amount is elsewhere.
    [{ id: 'g1', status: 'approved', payment: { total: 97, currency: 'BRL' } }, { code: 'no_amount' }],
  ])('does not understand %j', (body, reason) => {
    expect(mapping.map(body, context)).toEqual({ kind: 'invalid', reason });
  });

  it('reads a bare change that takes a known transaction back', () => {
    expect(map({ transaction: 'T', status: 'refunded' })).toMatchObject({ status: 'refunded', amount: '0.00' });
    expect(map({ transaction: 'T', status: 'chargeback' })).toMatchObject({ status: 'chargeback' });
  });

  it('reads names in camelCase, and the tags of `utm`', () => {
    const body = {
      transactionId: 'OP-1',
      amount: 97,
      status: 'paid',
      paymentMethod: 'PIX',
      productName: 'Curso X',
      utm: { source: 'FB', campaign: 'frio', sck: 'mc_lanc01_1751849000000123456' },
      customer: { name: 'Ana Lima', email: 'ana@example.com' },
      paidAt: '2026-11-20T12:00:00-03:00',
      createdAt: '2026-11-20T11:58:00-03:00',
    };
    expect(map(body)).toMatchObject({
      transactionId: 'OP-1',
      sold: { paymentMethod: 'pix', productName: 'Curso X' },
      utm: { utm_source: 'FB', utm_campaign: 'frio' },
      clickReferences: ['mc_lanc01_1751849000000123456', 'FB', 'frio'],
      conversionTime: '2026-11-20T15:00:00.000Z',
    });
    expect(map({ ...body, transaction_id: 'T-2' }).transactionId).toBe('T-2');
  });

  it('reads cents where the company set its address to cents', () => {
    const cents = { ...context, amountsIn: 'cents' as const };
    const body = {
      transactionId: 'T',
      amount: 10_000,
      status: 'partially_refunded',
      refund_amount: '3000',
      gatewayFee: 499,
    };
    expect(mapping.map(body, cents)).toMatchObject({
      conversion: { amount: '100.00', refundAmount: '30.00', sold: { gatewayFee: '4.99' } },
    });
    expect(mapping.map({ ...body, amount: 100.5 }, cents)).toEqual({
      kind: 'invalid',
      reason: { code: 'invalid_amount' },
    });
    expect(map(body).amount).toBe('10000.00');
  });

  it('cuts a long unknown event before an emoji, so that every store takes it', () => {
    const body = { transaction: 'T', amount: 1, status: 'paid', event_type: `${'x'.repeat(79)}🎉` };
    expect(mapping.map(body, context)).toEqual({
      kind: 'invalid',
      reason: { code: 'unknown_event', event: 'x'.repeat(79) },
    });
  });

  it('takes the first field name present, and lists click ids in the documented order', () => {
    const conversion = map({
      status: 'paid',
      transaction: 'A',
      transaction_id: 'B',
      valor: '1.234,56',
      value: 1,
      click_id: 'c',
      sck: 'b',
      SCK: 'a',
    });
    expect(conversion).toMatchObject({ transactionId: 'A', amount: '1234.56', clickReferences: ['a', 'b', 'c'] });
  });

  it('turns a signup or a lead into a lead of value zero', () => {
    expect(map({ action: 'signup', amount: 10 })).toMatchObject({ conversionType: 'lead', amount: '0.00' });
    expect(map({ event_type: 'Lead', amount: 10 })).toMatchObject({ conversionType: 'lead', amount: '0.00' });
  });

  it('reads times without a zone in the zone of the tenant, reads Unix seconds and milliseconds, and drops future times', () => {
    const time = (occurred_at: unknown) => map({ id: '1', amount: 1, status: 'paid', occurred_at }).eventTime;
    expect(time('2026-11-20 12:00:00')).toBe('2026-11-20T15:00:00.000Z');
    expect(time('2026-11-20')).toBe('2026-11-20T03:00:00.000Z');
    expect(time(1_763_640_000)).toBe('2025-11-20T12:00:00.000Z');
    expect(time(1_763_640_000_000)).toBe('2025-11-20T12:00:00.000Z');
    expect(time('2026-11-25T00:00:00Z')).toBeNull();
    expect(time('ontem')).toBeNull();
  });

  it('refuses malformed amounts and currencies, and negative amounts', () => {
    for (const body of [{ amount: 'muito' }, { amount: -1 }, { amount: {} }, { currency: 'reais', amount: 1 }]) {
      expect(mapping.map({ status: 'paid', ...body }, context)).toMatchObject({
        kind: 'invalid',
        reason: { code: expect.stringMatching(/^invalid_/) },
      });
    }
  });

  it('returns a result for any JSON object without throwing', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue()), (body) => {
        expect(['conversion', 'ignored', 'invalid']).toContain(mapping.map(body as JsonObject, context).kind);
      }),
    );
  });
});
