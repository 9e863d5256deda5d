import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { TimeZone } from '../../primitives/time.ts';
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
    [{}, 'approved'],
    [{ status: 'PAID' }, 'approved'],
    [{ status: 'unpaid' }, 'pending'],
    [{ status: 'waiting_payment' }, 'pending'],
    [{ status: 'constructor' }, 'pending'],
    [{ status: 'Refunded' }, 'refunded'],
  ])('maps the body %o to status %s', (body, status) => {
    expect(map({ transaction: 'T', ...body }).status).toBe(status);
  });

  it('cuts a long event type before an emoji, so that every store takes it', () => {
    expect(map({ transaction: 'T', event_type: `${'x'.repeat(39)}🎉` }).conversionType).toBe('x'.repeat(39));
  });

  it('takes the first field name present, and lists click ids in the documented order', () => {
    const conversion = map({
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
    const time = (occurred_at: unknown) => map({ id: '1', occurred_at }).eventTime;
    expect(time('2026-11-20 12:00:00')).toBe('2026-11-20T15:00:00.000Z');
    expect(time('2026-11-20')).toBe('2026-11-20T03:00:00.000Z');
    expect(time(1_763_640_000)).toBe('2025-11-20T12:00:00.000Z');
    expect(time(1_763_640_000_000)).toBe('2025-11-20T12:00:00.000Z');
    expect(time('2026-11-25T00:00:00Z')).toBeNull();
    expect(time('ontem')).toBeNull();
  });

  it('refuses malformed amounts and currencies, and negative amounts', () => {
    for (const body of [{ amount: 'muito' }, { amount: -1 }, { amount: {} }, { currency: 'reais', amount: 1 }]) {
      expect(mapping.map(body, context).kind).toBe('invalid');
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
