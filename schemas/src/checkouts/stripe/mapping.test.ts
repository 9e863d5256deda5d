import { expect, test } from 'vitest';
import type { TimeZone } from '../../primitives/time.ts';
import { CART, change, describeCheckout, NO_CONVERSION, PAYMENT, SUBSCRIPTION } from '../checkout.suite.ts';
import { EXAMPLE_CLICK_ID } from '../example.ts';
import { mapping } from './mapping.ts';

const SESSION = change({ clickReferences: ['lancamento', 'FB', EXAMPLE_CLICK_ID] });
const INVOICE = 'in_1MtHbELkdIwHu7ixl4OzzPMv';
const none = change({ clickReferences: [] });

const disputed = (status: string) => ({ 'data/object/object': 'dispute', 'data/object/status': status });
const invoice = (paid: number, reason = 'subscription_cycle') => ({
  'data/object/object': 'invoice',
  'data/object/amount_paid': paid,
  'data/object/billing_reason': reason,
});

describeCheckout('stripe', {
  common: { transactionId: 'pi_3MtwBwLkdIwHu7ix28a3tqPa', amount: '197.00' },
  examples: {
    'Checkout pago': ['approved', '20 15:00', '20 15:00', SESSION],
    'Boleto gerado': ['pending', '20 15:00', '20 14:58', SESSION],
    'Boleto pago': ['approved', '21 15:00', '21 15:00', SESSION],
    'Boleto não pago': ['refused', '24 15:00', '20 14:58', SESSION],
    'Checkout expirado': CART,
    // The invoice is of the same conversion.
    'Assinatura iniciada': ['approved', '20 15:00', '20 15:00', { ...SESSION, transactionId: INVOICE }],
    'Fatura paga': ['approved', '20 15:00:02.000', '20 15:00', { transactionId: INVOICE }],
    'Pagamento ligado à fatura': PAYMENT,
    'Fatura não paga': ['refused', '20 15:00:02.000', '20 14:58', { transactionId: INVOICE }],
    'Pagamento por formulário próprio': ['approved', '20 15:00', '20 15:00'],
    'Pagamento de uma fatura': NO_CONVERSION,
    'Estorno parcial': ['partially_refunded', '22 15:00', '20 14:58', change({ ...none, refundAmount: '47.00' })],
    Estorno: ['refunded', '23 15:00', '20 14:58', none],
    Contestação: ['disputed', '25 15:00', null, change({ ...none, amount: '0.00' })],
    'Contestação perdida': ['chargeback', '26 15:00', null, change({ ...none, amount: '0.00' })],
  },
  statuses: [
    [{ 'data/object/mode': 'setup' }, NO_CONVERSION],
    [{ 'data/object/mode': 'subscription', 'data/object/amount_total': 0 }, SUBSCRIPTION],
    [{ 'data/object/amount_total': 0, 'data/object/payment_status': 'no_payment_required' }, 'approved'],
    [{ type: 'invoice.paid', ...invoice(0) }, SUBSCRIPTION],
    [{ type: 'invoice.payment_succeeded', ...invoice(0) }, SUBSCRIPTION],
    [{ type: 'invoice.payment_succeeded', ...invoice(100) }, 'approved'],
    [{ type: 'invoice.paid', ...invoice(100, 'subscription_create') }, 'approved'],
    // Of a session, which reports it itself, or written by hand.
    [{ type: 'invoice.paid', ...invoice(100, 'manual') }, NO_CONVERSION],
    [{ type: 'invoice.payment_failed', ...invoice(0, 'manual') }, NO_CONVERSION],
    [{ 'data/object/amount_total': null }, 'no_amount'],
    [{ type: 'charge.refunded', 'data/object': { object: 'charge', id: 'ch_1', refunded: true } }, 'refunded'],
    [{ 'data/object/amount_total': 197.5 }, 'invalid_amount'],
    [{ type: 'charge.dispute.created', ...disputed('warning_needs_response') }, NO_CONVERSION],
    [{ type: 'charge.dispute.closed', ...disputed('won') }, 'chargeback_reversed'],
    [{ type: 'charge.dispute.closed', ...disputed('warning_closed') }, NO_CONVERSION],
    // How much of the sum was given back now, only the event shows.
    [{ type: 'charge.refunded', 'data/object/object': 'charge', 'data/object/amount': 100 }, 'invalid_refund_amount'],
    [{ 'data/object/currency': 'kwd' }, 'invalid_amount'],
    [{ 'data/object/currency': 'ugx' }, 'invalid_amount'],
  ],
  words: {
    type: {
      approved: ['checkout.session.completed', 'checkout.session.async_payment_succeeded', 'payment_intent.succeeded'],
      refused: ['checkout.session.async_payment_failed', 'payment_intent.payment_failed'],
      pending: ['payment_intent.processing', 'payment_intent.requires_action'],
      canceled: ['payment_intent.canceled'],
      [CART]: ['checkout.session.expired'],
      [SUBSCRIPTION]: ['customer.subscription.created', 'customer.subscription.deleted'],
      // One sale is reported by many events: these add nothing.
      [NO_CONVERSION]: [
        ...['charge.succeeded', 'charge.failed', 'charge.captured', 'charge.updated', 'payment_intent.created'],
        ...['invoice.created', 'invoice.finalized', 'refund.created', 'charge.dispute.funds_withdrawn', 'payout.paid'],
        ...['checkout.session.paid', 'customer.created'],
      ],
      no_event: [''],
    },
    'data/object/payment_status': {
      approved: ['paid', 'no_payment_required'],
      pending: ['unpaid'],
      'unknown_event: partly_paid': ['partly_paid'],
    },
  },
  readings: [
    // As refunds of subscriptions had it before the API of 2025-03-31.
    [
      { type: 'charge.refunded', 'data/object': { object: 'charge', amount: 100, refunded: true, invoice: INVOICE } },
      { transactionId: INVOICE, status: 'refunded' },
    ],
    [{ 'data/object/currency': 'usd' }, { currency: 'USD', amount: '197.00' }],
    [
      { 'data/object/currency': 'jpy', 'data/object/amount_total': 500 },
      { currency: 'JPY', amount: '500.00' },
    ],
    [{ livemode: false }, { isTest: true }],
    [
      { 'data/object/metadata': { click_id: EXAMPLE_CLICK_ID }, 'data/object/client_reference_id': null },
      { clickReferences: [EXAMPLE_CLICK_ID] },
    ],
    [
      { 'data/object/payment_method_types': ['card', 'boleto'] },
      { sold: expect.objectContaining({ paymentMethod: null }) },
    ],
    [{ 'data/object/billing_reason': 'subscription_cycle' }, { sold: expect.objectContaining({ kind: 'renewal' }) }],
    [{ 'data/object/mode': 'subscription', 'data/object/invoice': INVOICE }, { transactionId: INVOICE }],
    [{ 'data/object/invoice': INVOICE }, { transactionId: 'pi_3MtwBwLkdIwHu7ix28a3tqPa' }],
    [{ 'data/object/payment_intent': null }, { transactionId: 'cs_live_a1X2Y3' }],
  ],
});

test('knows an event of Stripe by its id and its object', () => {
  const event = { id: 'evt_1', object: 'event', data: { object: {} } };
  expect(mapping.matches(event)).toBe(true);
  for (const fields of [{ id: 'x' }, { object: 'v2.core.event' }, { data: {} }]) {
    expect(mapping.matches({ ...event, ...fields })).toBe(false);
  }
});

test('says which payment paid which invoice, in API versions before and after 2025-03-31', () => {
  const linkOf = (type: string, object: object, livemode = true) => {
    const body = { id: 'evt_1', object: 'event', type, livemode, created: 1_795_880_000, data: { object } };
    const result = mapping.map(body, { timeZone: 'America/Sao_Paulo' as TimeZone, receivedAtMs: 1_795_880_000_000 });
    return result.kind === 'invalid' ? undefined : result.link;
  };
  const link = { checkout: 'stripe', payment: 'pi_1', transactionId: 'in_1', amount: '97.00', isTest: false };
  const paid = { object: 'invoice_payment', invoice: 'in_1', amount_paid: 9700, currency: 'brl' };
  const byIntent = { ...paid, payment: { type: 'payment_intent', payment_intent: 'pi_1' } };
  expect(linkOf('invoice_payment.paid', byIntent)).toEqual(link);
  expect(linkOf('invoice_payment.paid', byIntent, false)).toEqual({ ...link, isTest: true });
  const expanded = { ...paid, invoice: { id: 'in_1' }, payment: { payment_intent: { id: 'pi_1' } } };
  expect(linkOf('invoice_payment.paid', expanded)).toEqual(link);
  const byCharge = { ...paid, payment: { type: 'charge', charge: 'ch_1' } };
  expect(linkOf('invoice_payment.paid', byCharge)).toEqual({ ...link, payment: 'ch_1' });
  const old = {
    id: 'in_1',
    object: 'invoice',
    amount_paid: 9700,
    currency: 'brl',
    billing_reason: 'subscription_cycle',
  };
  expect(linkOf('invoice.paid', { ...old, charge: 'ch_1', payment_intent: 'pi_1' })).toEqual(link);
  expect(linkOf('invoice.paid', { ...old, charge: 'ch_1', payment_intent: null })).toEqual({
    ...link,
    payment: 'ch_1',
  });
  const charge = {
    id: 'ch_1',
    object: 'charge',
    amount: 9700,
    refunded: true,
    currency: 'brl',
    payment_intent: 'pi_1',
  };
  expect(linkOf('charge.refunded', { ...charge, invoice: 'in_1' })).toEqual(link);
  const without = [byIntent.payment, { type: 'payment_record', payment_record: 'pr_1' }, null].map((payment, index) =>
    linkOf('invoice_payment.paid', { ...paid, ...(index === 0 && { invoice: null }), payment }),
  );
  expect([...without, linkOf('invoice.paid', old), linkOf('charge.refunded', charge)]).toEqual(
    Array(5).fill(undefined),
  );
});
