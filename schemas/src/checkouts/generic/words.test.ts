import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { FIELD_NAMES } from '../../capture/field-names.ts';
import type { TimeZone } from '../../primitives/time.ts';
import { isCounted } from '../conversion-status.ts';
import { interpretObject } from '../interpret-body.ts';
import type { JsonObject } from '../mapping.ts';
import { EVENT_WORDS, eventMeaning, OPEN_WORDS, STATUS_WORDS, SUBJECTS, statusMeaning, TOGETHER } from './words.ts';

const context = { timeZone: 'America/Sao_Paulo' as TimeZone, receivedAtMs: Date.parse('2026-11-20T16:00:00Z') };

/** 'refunded', the code of a reason, or the type of what is no purchase. */
function verdictOf(body: JsonObject): string {
  const result = interpretObject('generic', { transaction_id: 'R', amount: '100.00', ...body }, context);
  if (result.kind !== 'conversion') return result.reason.code;
  const { status, conversionType } = result.conversion;
  return conversionType === 'lead' ? `lead ${status}` : status;
}

const SPELLINGS: readonly ((words: readonly string[]) => string)[] = [
  (words) => words.join('.'),
  (words) => words.join('_').toUpperCase(),
  (words) => words.join(' '),
  (words) => words.join('-'),
  (words) => words.map((word, at) => (at === 0 ? word : word.slice(0, 1).toUpperCase() + word.slice(1))).join(''),
  (words) => ` ${words.join('/')} `,
];
const spelling = fc.constantFrom(...SPELLINGS);
const written = (text: string, write: (words: readonly string[]) => string) => write(text.split(' '));

const statusWord = fc.constantFrom(...Object.values(STATUS_WORDS).flat(), ...OPEN_WORDS);
const paid = fc.constantFrom(...STATUS_WORDS.approved, ...STATUS_WORDS.completed);
const eventField = fc.constantFrom(...FIELD_NAMES.event);
const statusField = fc.constantFrom(...FIELD_NAMES.status);

const EVENT_FIELDS = FIELD_NAMES.event;

describe('events and statuses of the generic format', () => {
  it.each([
    ['order.refunded', 'refunded'],
    ['PAYMENT.SALE.REFUNDED', 'refunded'],
    ['charge.refunded', 'refunded'],
    ['refund', 'refunded'],
    ['refund.created', 'refunded'],
    ['refundCompleted', 'refunded'],
    ['estorno', 'refunded'],
    ['reembolso', 'refunded'],
    ['Compra reembolsada', 'refunded'],
    ['reembolso do pedido', 'refunded'],
    ['chargeback', 'chargeback'],
    ['charge.chargeback', 'chargeback'],
    ['PURCHASE_CHARGEBACK', 'chargeback'],
    ['cancelamento', 'canceled'],
    ['order.cancelled', 'canceled'],
    ['Pedido cancelado', 'canceled'],
    ['payment.failed', 'refused'],
    ['payment_intent.payment_failed', 'refused'],
    ['invoice.payment_succeeded', 'approved'],
    ['payment_intent.succeeded', 'approved'],
    ['purchase.completed', 'completed'],
    ['PAYMENT.SALE.COMPLETED', 'completed'],
    ['compra_aprovada', 'approved'],
    ['venda realizada', 'approved'],
    ['pix_gerado', 'pending'],
    ['boleto.printed', 'pending'],
    ['order.created', 'approved'],
    ['CHECKOUT.ORDER.APPROVED', 'approved'],
    ['order', 'approved'],
    ['lead', 'lead approved'],
    ['generate_lead', 'lead approved'],
    ['CompleteRegistration', 'lead approved'],
    ['charge.dispute.created', 'money_not_back'],
    ['refund.failed', 'money_not_back'],
    ['reembolso_solicitado', 'money_not_back'],
    ['add_to_cart', 'no_sale'],
    ['AddToCart', 'no_sale'],
    ['page_view', 'no_sale'],
    ['begin_checkout', 'no_sale'],
    ['InitiateCheckout', 'no_sale'],
    ['trial', 'no_sale'],
    ['trial_started', 'no_sale'],
    ['StartTrial', 'no_sale'],
    ['view_content', 'no_sale'],
    ['abandoned_cart', 'abandoned_cart'],
    ['Carrinho abandonado', 'abandoned_cart'],
    ['subscription_cancelled', 'subscription_change'],
    ['customer.subscription.deleted', 'subscription_change'],
    ['assinatura cancelada', 'subscription_change'],
    ['ping', 'platform_ping'],
    ['algo novo', 'unknown_event'],
    ['unpaid', 'unknown_event'],
    ['order.unpaid', 'unknown_event'],
    ['payout.paid', 'unknown_event'],
    ['constructor', 'unknown_event'],
  ])('reads the event %s with a paid status as %s, under every name of an event', (word, expected) => {
    const read = EVENT_FIELDS.map((name) => [name, verdictOf({ [name]: word, status: 'paid' })]);
    expect(read).toEqual(EVENT_FIELDS.map((name) => [name, expected]));
  });

  it.each([
    [{ event_type: 'refund', status: 'completed' }, 'refunded'],
    [{ event_type: 'refund', status: 'pending' }, 'money_not_back'],
    [{ event_type: 'refund', status: 'failed' }, 'money_not_back'],
    [{ event_type: 'order.refunded', status: 'cancelled' }, 'refunded'],
    [{ event: 'purchase', status: 'refunded' }, 'refunded'],
    [{ event: 'purchase', payment_status: 'refunded', status: 'completed' }, 'refunded'],
    [{ event: 'order.paid', status: 'pending' }, 'pending'],
    [{ event: 'order.created', status: 'paid' }, 'approved'],
    [{ event: 'order.created' }, 'pending'],
    [{ event: 'order' }, 'no_status'],
    [{ event: 'dispute', status: 'lost' }, 'chargeback'],
    [{ event: 'dispute.closed', status: 'won' }, 'chargeback_reversed'],
    [{ status: 'lost' }, 'unknown_status'],
    [{ event: 'purchase', status: 'novidade' }, 'unknown_status'],
    [{ event: 'purchase', status: 'paid', financial_status: 'novidade' }, 'unknown_status'],
    [{ event: 'purchase', type: 'credit_card', status: 'paid' }, 'approved'],
    [{ event: 'purchase', action: 'page_view', status: 'paid' }, 'no_sale'],
    [{ status: 'paid', state: 'SP' }, 'approved'],
    [{ state: 'completed' }, 'completed'],
    [{ state: 'SP' }, 'unknown_status'],
    [{ event: 'purchase', state: 'SP' }, 'approved'],
    [{ event: 'purchase', state: 'novidade' }, 'unknown_status'],
    [{ event: 'invoice.finalized', status: 'open' }, 'pending'],
    [{ event: 'invoice.finalized' }, 'pending'],
    [{ event: 'invoice.finalized', status: 'paid' }, 'approved'],
    [{ event: 'order.refund.requested' }, 'money_not_back'],
    [{ event: 'payment.refund.pending', status: 'pending' }, 'money_not_back'],
    [{ event: 'compra reembolso solicitado' }, 'money_not_back'],
    [{ event: 'order.refund.in_progress', status: 'paid' }, 'money_not_back'],
    [{ status: 'sale' }, 'approved'],
    [{ status: 'sale', payment_status: 'pending' }, 'pending'],
    [{ status: 'trash' }, 'refused'],
    [{ status: 'scrubbed' }, 'refused'],
    [{ status: 'wc-completed' }, 'completed'],
    [{ status: 'wc-processing' }, 'approved'],
    [{ status: 'wc-on-hold' }, 'pending'],
    [{ status: 'wc-refunded' }, 'refunded'],
    [{ status: 'Canceled_Reversal' }, 'chargeback_reversed'],
    [{ status: 'accredited' }, 'approved'],
    [{ status: 'cleared' }, 'approved'],
    [{ status: 'PAYER_ACTION_REQUIRED' }, 'pending'],
    [{ status: 'REFUND_IN_PROGRESS' }, 'disputed'],
    [{ status: 'unpaid' }, 'unknown_status'],
    // Braip, Monetizze, Ticto, Payt, Yampi, Appmax, Cartpanda.
    [{ status: 'Parcialmente Pago' }, 'pending'],
    [{ status: 'Em Reembolso' }, 'disputed'],
    [{ status: 'Bloqueada' }, 'refused'],
    [{ status: 'claimed' }, 'disputed'],
    [{ status: 'lost_cart' }, 'abandoned_cart'],
    [{ event: 'order.status.updated', status: 'paid' }, 'approved'],
    [{ event: 'order.shipped', status: 'refunded' }, 'refunded'],
    [{ event: 'sale.status_changed', status: 'cancelled' }, 'canceled'],
    [{ event: 'cart.reminder', status: 'paid' }, 'abandoned_cart'],
    [{ event: 'OrderIntegrated', status: 'aprovado' }, 'approved'],
    [{ event: 'OrderRefundAnalysis', status: 'aprovado' }, 'money_not_back'],
    [{ event: 'ChargebackDispute', status: 'approved' }, 'money_not_back'],
    [{ event: 'abandoned.created' }, 'abandoned_cart'],
    // Keitaro, ClickBank, Stripe.
    [{ status: 'lead' }, 'pending'],
    [{ status: 'rebill' }, 'approved'],
    [{ event: 'RFND' }, 'refunded'],
    [{ event: 'CGBK' }, 'chargeback'],
    [{ event: 'INSF' }, 'refused'],
    [{ event: 'BILL', status: 'approved' }, 'approved'],
    [{ event: 'TEST_SALE', status: 'approved' }, 'platform_ping'],
    [{ event: 'CANCEL-REBILL' }, 'subscription_change'],
    [{ event: 'charge.refund.updated', status: 'succeeded' }, 'refunded'],
    [{ event: 'refund.updated', status: 'failed' }, 'money_not_back'],
    // Typeform, RD Station, mailing lists.
    [{ event: 'form_response' }, 'lead approved'],
    [{ event: 'WEBHOOK.CONVERTED' }, 'lead approved'],
    [{ event: 'Lead Capturado' }, 'lead approved'],
    [{ event: 'subscriber.created', status: 'paid' }, 'lead approved'],
    [{ financial_status: 'paid' }, 'approved'],
    [{ PaymentStatus: 'PAID' }, 'approved'],
    [{ situacao: 'Pago' }, 'approved'],
    [{ status: 'trialing' }, 'no_sale'],
    [{ event: 'charge.refunded', status: 'succeeded', amount_refunded: '30.00' }, 'partially_refunded'],
    [{ event: 'charge.refunded', status: 'succeeded', amount_refunded: '100.00' }, 'refunded'],
  ])('reads %j as %s', (body, expected) => {
    expect(verdictOf(body)).toBe(expected);
  });

  // Mollie and Stripe keep a payment 'paid' when money goes back: an amount next to it says so.
  it.each([
    [{ status: 'paid', refund_amount: '30.00' }, 'approved'],
    [{ status: 'succeeded', amount_refunded: 30 }, 'approved'],
    [{ status: 'succeeded', amount_refunded: 100, refunded: true }, 'refunded'],
    [{ status: 'completed', refunds: [{ total: '-30.00' }, { total: '-20.00' }] }, 'completed'],
    [{ event: 'order.updated', status: 'paid', valor_estornado: '100,00' }, 'refunded'],
    [{ event: 'purchase', total_refunded: 130 }, 'refunded'],
    [{ status: 'paid', refund_amount: 0 }, 'approved'],
    [{ status: 'paid', amount_refunded: '0.00', refunded: false }, 'approved'],
    [{ status: 'paid', refunds: [] }, 'approved'],
    [{ status: 'pending', refund_amount: '30.00' }, 'pending'],
    [{ status: 'paid', refunded: true }, 'refunded'],
    [{ status: 'paid', is_refund: 'true' }, 'refunded'],
    [{ status: 'paid', chargeback: true }, 'chargeback'],
    [{ status: 'paid', cancelled: '1' }, 'canceled'],
    [{ status: 'paid', cancelled: false, chargeback: '0' }, 'approved'],
    [{ event: 'refund', status: 'completed', canceled: true }, 'refunded'],
    [{ status: 'paid', metadata: { canceled: true } }, 'approved'],
  ])('takes back what a body says next to a paid status: %j is %s', (body, expected) => {
    expect(verdictOf(body)).toBe(expected);
  });

  it.each([
    [{ refund_amount: '30.00' }, '30.00'],
    [{ amount_refunded: 30 }, '30.00'],
    [{ refunds: [{ total: '-30.00' }, { total: '-20.00' }] }, '50.00'],
    [{ refund_amount: '0' }, '0.00'],
    [{ refunded: false }, '0.00'],
  ])('reads next to the amount of what is still paid all that went back: %j', (body, refundAmount) => {
    const paid = { transaction_id: 'R', amount: '100.00', status: 'paid', ...body };
    const result = interpretObject('generic', paid, context);
    expect(result).toMatchObject({ conversion: { status: 'approved', amount: '100.00', refundAmount } });
  });

  it.each([
    [{ event: 'refund', amount: '30' }, '30.00'],
    [{ event: 'refund', amount: -30 }, '30.00'],
    [{ event: 'order.refunded', amount: '30' }, '30.00'],
    [{ event: 'refund', refund_amount: 30 }, '30.00'],
    [{ event: 'refund', amount: '30', refund_amount: '30' }, '30.00'],
    [{ event: 'refund', status: 'completed', amount: 30 }, '30.00'],
    [{ status: 'refunded', refund_amount: 30 }, '30.00'],
    [{ event: 'refund' }, '0.00'],
    [{ event: 'refund', refund_amount: 'x', amount: '30' }, '0.00'],
    // The amount of the payment.
    [{ status: 'refunded', amount: 100 }, '0.00'],
    [{ event: 'purchase', status: 'refunded', amount: 100 }, '0.00'],
    [{ status: 'paid', amount: 100, refunded: true }, '0.00'],
  ])('keeps what a refund states, of which the sale says whether it is a part: %j', (body, refundAmount) => {
    const result = interpretObject('generic', { transaction_id: 'R', ...body }, context);
    expect(result).toMatchObject({ conversion: { status: 'refunded', refundAmount } });
  });

  it.each([
    [{ livemode: false }, true],
    [{ livemode: 'false' }, true],
    [{ livemode: true }, false],
    [{ environment: 'Sandbox' }, true],
    [{ mode: 'test' }, true],
    [{ mode: 'payment' }, false],
    [{ env: 'production' }, false],
    [{ test_mode: 'true' }, true],
    [{ sandbox: 'sim' }, true],
    [{ sandbox: 'false' }, false],
  ])('knows a test by what says so: %j', (body, expected) => {
    const result = interpretObject('generic', { transaction_id: 'R', amount: 1, status: 'paid', ...body }, context);
    expect(result).toMatchObject({ conversion: { isTest: expected } });
  });

  it.each([
    [{ price: 50, total: 100 }, '100.00'],
    [{ preco: '50,00', valor_total: '100,00' }, '100.00'],
    [{ price: 50 }, '50.00'],
  ])('reads a total before a price: %j', (body, amount) => {
    const result = interpretObject('generic', { transaction_id: 'R', status: 'paid', ...body }, context);
    expect(result).toMatchObject({ conversion: { amount } });
  });

  it('finds a click where a network calls it a transaction', () => {
    const clickId = 'mc_loja_1795931476740000347';
    const result = interpretObject('generic', { transaction_id: clickId, amount: 1, status: 'paid' }, context);
    expect(result).toMatchObject({ conversion: { clickReferences: [clickId], transactionId: clickId } });
  });

  it('counts nothing of an event that is no sale or takes money back, with any status, spelling and field', () => {
    const { notConversion, cart, subscription, access, ping, refund, moneyNotBack, dispute, chargeback } = EVENT_WORDS;
    const silent = [notConversion, cart, subscription, access, ping, refund, moneyNotBack, dispute, chargeback].flat();
    fc.assert(
      fc.property(
        fc.constantFrom(...silent),
        fc.oneof(statusWord, fc.string()),
        spelling,
        eventField,
        statusField,
        (word, state, write, field, stateName) => {
          const result = interpretObject(
            'generic',
            { transaction_id: 'R', amount: 100, [field]: written(word, write), [stateName]: state },
            context,
          );
          // What a refund took back in part is a sale of less, and says how much.
          const counts = result.kind === 'conversion' && isCounted(result.conversion.status);
          const isReversed = result.kind === 'conversion' && result.conversion.status === 'chargeback_reversed';
          expect([word, state, counts && !isReversed]).toEqual([word, state, false]);
        },
      ),
      { numRuns: 3_000 },
    );
  });

  it('reads a word of the tables alike in every spelling, with any subject before it', () => {
    fc.assert(
      fc.property(statusWord, spelling, spelling, (word, one, other) => {
        expect(statusMeaning(written(word, one))).toBe(statusMeaning(written(word, other)));
        expect(eventMeaning(written(word, one))).toBe(eventMeaning(written(word, other)));
      }),
    );
    for (const subject of SUBJECTS) {
      expect([subject, statusMeaning(`${subject}.refunded`)]).toEqual([subject, 'refunded']);
      expect([subject, statusMeaning(`${subject} paid`)]).toEqual([subject, 'approved']);
    }
  });

  it('does not understand a word of no table, as event or status', () => {
    fc.assert(
      fc.property(fc.string({ minLength: 1 }), eventField, paid, (noise, field, state) => {
        const word = `zq${noise}zq`;
        expect(verdictOf({ [field]: word, status: state })).toBe('unknown_event');
        expect(verdictOf({ event: 'purchase', status: word })).toBe('unknown_status');
      }),
    );
  });

  it('lets the least decide, in any order of the fields', () => {
    fc.assert(
      fc.property(
        fc.dictionary(eventField, fc.constantFrom(...Object.values(EVENT_WORDS).flat()), { minKeys: 1 }),
        fc.dictionary(statusField, statusWord),
        (events, states) => {
          const entries = Object.entries({ ...events, ...states });
          expect(verdictOf(Object.fromEntries([...entries].reverse()))).toBe(verdictOf(Object.fromEntries(entries)));
        },
      ),
    );
  });

  it('has a meaning for each word, in one group', () => {
    for (const [group, words] of Object.entries(EVENT_WORDS)) {
      for (const word of words) expect([word, eventMeaning(word)]).toEqual([word, group]);
    }
    for (const [status, words] of Object.entries(STATUS_WORDS)) {
      for (const word of words) expect([word, statusMeaning(word)]).toEqual([word, status]);
    }
    for (const row of Object.values(TOGETHER)) expect(Object.keys(row)).toHaveLength(13);
  });
});
