import { BUYER, EXAMPLE_CLICK_ID, type Example } from '../example.ts';

const event = (type: string, at: string, object: object, others: object = {}) => ({
  id: 'evt_1NG8Du2eZvKYlo2CUI79vXWy',
  object: 'event',
  api_version: '2026-08-27.basil',
  created: Date.parse(at) / 1000,
  livemode: true,
  type,
  data: { object, ...others },
});

const CREATED = Date.parse('2026-11-20T14:58:00Z') / 1000;

const session = (fields: object = {}) => ({
  id: 'cs_live_a1X2Y3',
  object: 'checkout.session',
  amount_total: 19700,
  client_reference_id: EXAMPLE_CLICK_ID,
  created: CREATED,
  currency: 'brl',
  customer_details: { email: BUYER.email, name: BUYER.name, phone: BUYER.phone },
  invoice: null as string | null,
  livemode: true,
  metadata: { utm_source: 'FB', utm_campaign: 'lancamento' },
  mode: 'payment',
  payment_intent: 'pi_3MtwBwLkdIwHu7ix28a3tqPa' as string | null,
  payment_method_types: ['card'],
  payment_status: 'paid',
  status: 'complete',
  ...fields,
});

const invoice = (fields: object = {}) => ({
  id: 'in_1MtHbELkdIwHu7ixl4OzzPMv',
  object: 'invoice',
  amount_due: 19700,
  amount_paid: 19700,
  billing_reason: 'subscription_cycle',
  created: CREATED,
  currency: 'brl',
  customer_email: BUYER.email,
  lines: { object: 'list', data: [{ id: 'il_1', object: 'line_item', description: 'Clube X', amount: 19700 }] },
  metadata: {},
  parent: {
    type: 'subscription_details',
    subscription_details: { subscription: 'sub_1', metadata: { click_id: EXAMPLE_CLICK_ID } },
  },
  status: 'paid',
  status_transitions: { paid_at: Date.parse('2026-11-20T15:00:00Z') / 1000 },
  ...fields,
});

const intent = (fields: object = {}) => ({
  id: 'pi_3MtwBwLkdIwHu7ix28a3tqPa',
  object: 'payment_intent',
  amount: 19700,
  amount_received: 19700,
  created: CREATED,
  currency: 'brl',
  metadata: { click_id: EXAMPLE_CLICK_ID },
  payment_method_types: ['card', 'pix'],
  status: 'succeeded',
  ...fields,
});

const charge = (fields: object = {}) => ({
  id: 'ch_3MmlLrLkdIwHu7ix0snN0B15',
  object: 'charge',
  amount: 19700,
  amount_refunded: 19700,
  billing_details: { email: BUYER.email, name: BUYER.name },
  created: CREATED,
  currency: 'brl',
  metadata: {},
  payment_intent: 'pi_3MtwBwLkdIwHu7ix28a3tqPa',
  payment_method_details: { type: 'card' },
  refunded: true,
  ...fields,
});

const dispute = (status: string) => ({
  id: 'du_1MtJUT2eZvKYlo2CNaw2HvEv',
  object: 'dispute',
  amount: 19700,
  charge: 'ch_3MmlLrLkdIwHu7ix0snN0B15',
  created: CREATED,
  currency: 'brl',
  metadata: {},
  payment_intent: 'pi_3MtwBwLkdIwHu7ix28a3tqPa',
  status,
});

const PAID_AT = '2026-11-20T15:00:00Z';
const waiting = session({ payment_status: 'unpaid', payment_method_types: ['boleto'] });

export const examples: readonly Example[] = [
  { name: 'Checkout pago', body: event('checkout.session.completed', PAID_AT, session()) },
  { name: 'Boleto gerado', body: event('checkout.session.completed', PAID_AT, waiting) },
  { name: 'Boleto pago', body: event('checkout.session.async_payment_succeeded', '2026-11-21T15:00:00Z', session()) },
  { name: 'Boleto não pago', body: event('checkout.session.async_payment_failed', '2026-11-24T15:00:00Z', waiting) },
  { name: 'Checkout expirado', body: event('checkout.session.expired', '2026-11-21T15:00:00Z', waiting) },
  {
    name: 'Assinatura iniciada',
    body: event(
      'checkout.session.completed',
      PAID_AT,
      session({ mode: 'subscription', payment_intent: null, invoice: 'in_1MtHbELkdIwHu7ixl4OzzPMv' }),
    ),
  },
  { name: 'Fatura paga', body: event('invoice.paid', '2026-11-20T15:00:02Z', invoice()) },
  {
    name: 'Pagamento ligado à fatura',
    body: event('invoice_payment.paid', '2026-11-20T15:00:03Z', {
      id: 'inpay_1M3USa2eZvKYlo2CBjuwbq0N',
      object: 'invoice_payment',
      amount_paid: 19700,
      amount_requested: 19700,
      created: CREATED,
      currency: 'brl',
      invoice: 'in_1MtHbELkdIwHu7ixl4OzzPMv',
      is_default: true,
      livemode: true,
      payment: { type: 'payment_intent', payment_intent: 'pi_3MtwBwLkdIwHu7ix28a3tqPa' },
      status: 'paid',
    }),
  },
  {
    name: 'Fatura não paga',
    body: event('invoice.payment_failed', '2026-11-20T15:00:02Z', invoice({ amount_paid: 0 })),
  },
  { name: 'Pagamento por formulário próprio', body: event('payment_intent.succeeded', PAID_AT, intent()) },
  { name: 'Pagamento de uma fatura', body: event('payment_intent.succeeded', PAID_AT, intent({ metadata: {} })) },
  {
    name: 'Estorno parcial',
    body: event('charge.refunded', '2026-11-22T15:00:00Z', charge({ amount_refunded: 5700, refunded: false }), {
      previous_attributes: { amount_refunded: 1000 },
    }),
  },
  {
    name: 'Estorno',
    body: event('charge.refunded', '2026-11-23T15:00:00Z', charge(), {
      previous_attributes: { amount_refunded: 5700 },
    }),
  },
  { name: 'Contestação', body: event('charge.dispute.created', '2026-11-25T15:00:00Z', dispute('needs_response')) },
  { name: 'Contestação perdida', body: event('charge.dispute.closed', '2026-11-26T15:00:00Z', dispute('lost')) },
];
