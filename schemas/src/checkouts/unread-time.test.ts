import { expect, test } from 'vitest';
import type { TimeZone } from '../primitives/time.ts';
import { mapCheckout } from './map-checkout.ts';

const context = { timeZone: 'America/Sao_Paulo' as TimeZone, receivedAtMs: Date.parse('2026-11-29T00:00:00Z') };
const map = (times: Record<string, unknown>) => {
  const result = mapCheckout('generic', { transaction_id: 'H1', amount: 97, status: 'approved', ...times }, context);
  return result.kind === 'conversion' ? result.conversion : undefined;
};

test('names the date that no one understands, and none where all are understood or none is given', () => {
  expect(map({ occurred_at: '2026-11-25 9:05:00' })).toMatchObject({ eventTime: '2026-11-25T12:05:00.000Z' });
  expect(map({ occurred_at: '2026-11-25 9:05:00' })?.unreadTime).toBeUndefined();
  for (const none of [{}, { occurred_at: '' }, { occurred_at: '0000-00-00 00:00:00' }, { occurred_at: null }]) {
    expect(map(none)).toMatchObject({ eventTime: null });
    expect(map(none)?.unreadTime).toBeUndefined();
  }
  expect(map({ occurred_at: 'ontem' })).toMatchObject({ eventTime: null, unreadTime: 'ontem' });
  expect(map({ occurred_at: { date: 'ontem' } })?.unreadTime).toBe('{date}');
  expect(map({ occurred_at: '2026-11-25', approved_at: 'x' })).toMatchObject({ conversionTime: null, unreadTime: 'x' });
});

test.each(['1.997', '1,997', 'R$ 1,997'])('understands no amount in %j, which may be a thousandth of it', (amount) => {
  expect(mapCheckout('generic', { transaction_id: 'M1', amount, status: 'approved' }, context)).toEqual({
    kind: 'invalid',
    reason: { code: 'invalid_amount' },
  });
});

test('reads thousands with their currency sign', () => {
  const result = mapCheckout('generic', { transaction_id: 'M1', amount: 'R$ 1.997', status: 'approved' }, context);
  expect(result).toMatchObject({ conversion: { amount: '1997.00' } });
});
