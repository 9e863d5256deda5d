import { describe, expect, it } from 'vitest';
import type { TimeZone } from '../primitives/time.ts';
import { redactBody } from '../privacy/redact.ts';
import { EXAMPLE_CLICK_ID } from './example.ts';
import { EXPLAINED_VALUES_MAX, explainBody } from './explain-body.ts';
import { EXAMPLES } from './generated/examples.ts';
import { CHECKOUT_IDS, type CheckoutId } from './registry.ts';

const context = { timeZone: 'America/Sao_Paulo' as TimeZone, receivedAtMs: Date.parse('2026-11-29T00:00:00Z') };
const atOnce = async () => {};
const explain = async (checkout: CheckoutId, body: object) => {
  const { read, unread } = await explainBody(checkout, JSON.stringify(redactBody({ ...body }).body), context, atOnce);
  return { unread, read: new Map(read.map(({ field, ...reported }) => [field, reported])) };
};

describe('explanation of a body', () => {
  it('names the path of each field of a conversion', async () => {
    const { read, unread } = await explain('hotmart', EXAMPLES.hotmart[0]!.body);
    expect(read.get('amount')).toEqual({ value: '297.00', paths: ['data.purchase.price.value'] });
    expect(read.get('status')).toEqual({ value: 'approved', paths: ['event', 'data.purchase.status'] });
    expect(read.get('transactionId')).toEqual({ value: 'HP16015479281022', paths: ['data.purchase.transaction'] });
    expect(read.get('clickReferences')).toEqual({ value: EXAMPLE_CLICK_ID, paths: ['data.purchase.origin.sck'] });
    expect(read.get('gatewayFee')).toMatchObject({
      value: '29.70',
      paths: expect.arrayContaining(['data.commissions.0.value']),
    });
    expect(read.get('interest')?.paths).toEqual(expect.arrayContaining(['data.purchase.full_price.value']));
    const braip = (await explain('braip', EXAMPLES.braip[0]!.body)).read.get('status');
    expect(new Set(braip?.paths)).toEqual(new Set(['trans_status', 'trans_status_code']));
    expect(read.get('productName')).toEqual({ value: 'Curso X', paths: ['data.product.name'] });
    expect(unread).toContain('data.product.ucode');
    expect(unread.join()).not.toMatch(/buyer\.(name|email)/);
  });

  it('names at least the status, the amount and the transaction of the first example of every checkout', async () => {
    for (const checkout of CHECKOUT_IDS) {
      const { read } = await explain(checkout, EXAMPLES[checkout][0]!.body);
      for (const field of ['status', 'amount', 'transactionId'] as const)
        expect([checkout, field, read.get(field)?.paths.length]).not.toEqual([checkout, field, 0]);
    }
  });

  it('shows of a body that is no sale what was known and what was not', async () => {
    const body = { id: 'g1', status: 'approved', payment: { total: 97 }, customer: { email: 'ana@example.com' } };
    const { read, unread } = await explain('generic', body);
    expect([...read]).toEqual([['status', { value: 'approved', paths: ['status'] }]]);
    expect(unread).toContain('payment.total');
    expect((await explain('generic', { total: '97', estado_da_venda: 'paga' })).unread).toContain('estado_da_venda');
  });

  it('reads no body that is longer than the inbox shows', async () => {
    const text = JSON.stringify({ transaction: 'T', amount: 1, status: 'paid', pad: 'x'.repeat(65_536) });
    expect(await explainBody('generic', text, context, atOnce)).toEqual({ read: [], unread: [] });
  });

  it('reads a body of as many values as it may have, with a turn of others between its steps, and none of more', async () => {
    const bodyOf = (values: number) => {
      const meaning = { transaction: 'T', amount: 1, status: 'paid' };
      const others = Object.fromEntries(Array.from({ length: values - 3 }, (_, index) => [`f${index}`, index + 1]));
      return JSON.stringify({ ...meaning, ...others });
    };
    let turns = 0;
    const nextTurn = async () => {
      turns += 1;
    };
    const { read } = await explainBody('generic', bodyOf(EXPLAINED_VALUES_MAX), context, nextTurn);
    expect(read.map(({ field }) => field)).toContain('amount');
    expect(turns).toBeGreaterThan(300);
    turns = 0;
    const more = await explainBody('generic', bodyOf(EXPLAINED_VALUES_MAX + 1), context, nextTurn);
    expect([more, turns]).toEqual([{ read: [], unread: [] }, 0]);
  });

  it('survives hostile names, and a text that is no object', async () => {
    const text = '{"__proto__":{"status":"paid"},"amount":1,"status":"paid","id":"T"}';
    expect((await explainBody('generic', text, context, atOnce)).read.map(({ field }) => field)).toContain('amount');
    expect(await explainBody('generic', '[]', context, atOnce)).toEqual({ read: [], unread: [] });
  });
});
