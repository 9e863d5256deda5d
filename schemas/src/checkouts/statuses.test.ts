import { describe, expect, it } from 'vitest';
import type { TimeZone } from '../primitives/time.ts';
import type { JsonObject } from './checkout.ts';
import { EXAMPLES } from './examples/examples.ts';
import { mapCheckout } from './map-checkout.ts';
import type { Provider } from './provider.ts';

const context = { timeZone: 'America/Sao_Paulo' as TimeZone, receivedAtMs: Date.parse('2026-11-29T00:00:00Z') };

/** The provider's first example with these places set, said as the status or as why it is ignored. */
function said(provider: Provider, places: Readonly<Record<string, unknown>>): string {
  let body: JsonObject = EXAMPLES[provider][0]?.body ?? {};
  for (const [path, value] of Object.entries(places)) body = withValue(body, path.split('/'), value);
  const result = mapCheckout(provider, body, context);
  return result.kind === 'conversion' ? result.conversion.status : `${result.kind}: ${result.reason}`;
}

function withValue(body: JsonObject, path: readonly string[], value: unknown): JsonObject {
  const [name = '', ...rest] = path;
  return { ...body, [name]: rest.length === 0 ? value : withValue((body[name] ?? {}) as JsonObject, rest, value) };
}

const CART = 'ignored: carrinho abandonado';
const SUBSCRIPTION = 'ignored: mudança de assinatura, sem venda';
const ACCESS = 'ignored: acesso ao produto, sem venda';

describe('status or event of a webhook', () => {
  it.each<[Provider, Readonly<Record<string, unknown>>, string]>([
    ['hotmart', { event: 'purchase_approved', 'data/purchase/status': 'approved' }, 'approved'],
    ['hotmart', { event: 'PURCHASE_COMPLETED', 'data/purchase/status': 'COMPLETED' }, 'completed'],
    ['hotmart', { event: 'PURCHASE_REFUNDED', 'data/purchase/status': 'PARTIALLY_REFUNDED' }, 'partially_refunded'],
    ['hotmart', { event: 'PURCHASE_REFUNDED' }, 'refunded'],
    ['hotmart', { event: 'PURCHASE_DELAYED' }, 'pending'],
    ['hotmart', { event: 'PURCHASE_EXPIRED' }, 'expired'],
    ['hotmart', { event: 'PURCHASE_CANCELED' }, 'canceled'],
    ['hotmart', { 'data/purchase/status': 'ALGO_NOVO' }, 'pending'],
    ['hotmart', { 'data/purchase/status': 'UNAPPROVED' }, 'pending'],
    ['hotmart', { 'data/purchase/status': null }, 'approved'],
    ['hotmart', { event: 'PURCHASE_ALGO' }, 'ignored: evento desconhecido: PURCHASE_ALGO'],
    ['hotmart', { event: 'SUBSCRIPTION_CANCELLATION' }, SUBSCRIPTION],
    ['hotmart', { event: 'SWITCH_PLAN' }, SUBSCRIPTION],
    ['hotmart', { event: 'CLUB_FIRST_ACCESS' }, ACCESS],
    ['own-checkout', { status: 'UNPAID' }, 'pending'],
    ['own-checkout', { status: 'dispute' }, 'pending'],
    ['own-checkout', { status: 'Paid' }, 'approved'],
    ['generic', { status: 'unpaid' }, 'pending'],
    ['generic', { status: 'toString' }, 'pending'],
    ['generic', { status: undefined, event: 'PURCHASE_REFUNDED' }, 'refunded'],
    ['generic', { status: undefined, event: 'paid' }, 'approved'],
    ['generic', { status: undefined, event: 'algo_novo' }, 'ignored: evento desconhecido: algo_novo'],
    ['generic', { event: 'abandoned_cart' }, CART],
    ['generic', { event: 'subscription_canceled' }, SUBSCRIPTION],
    ['generic', { event: 'ping' }, 'ignored: mensagem de verificação da plataforma'],
    ['orders', { status: 'UNPAID' }, 'pending'],
    ['orders', { status: 'PAID' }, 'approved'],
    ['orders', { status: 'chargedback' }, 'chargeback'],
    ['kiwify', { order_status: 'unpaid' }, 'pending'],
    ['kiwify', { webhook_event_type: 'subscription_canceled' }, SUBSCRIPTION],
    ['kiwify', { webhook_event_type: 'subscription_renewed' }, 'approved'],
    ['kiwify', { webhook_event_type: undefined, order_status: 'refunded' }, 'refunded'],
    ['kiwify', { webhook_event_type: 'algo_novo' }, 'ignored: evento desconhecido: algo_novo'],
    ['kiwify', { order_status: 'refund_requested' }, 'disputed'],
    ['eduzz', { event: 'myeduzz.invoice_algo' }, 'ignored: evento desconhecido: myeduzz.invoice_algo'],
    ['eduzz', { 'data/status': 'unpaid' }, 'pending'],
    ['eduzz', { event: 'myeduzz.invoice_waiting_refund', 'data/status': 'waitingRefund' }, 'disputed'],
    ['eduzz', { event: 'myeduzz.invoice_refunded', 'data/status': 'partialRefund' }, 'partially_refunded'],
    ['eduzz', { event: 'sun.cart_abandonment' }, CART],
    ['eduzz', { event: 'nutror.lesson_watched' }, ACCESS],
    ['monetizze', { 'tipoEvento/codigo': 2 }, 'approved'],
    ['monetizze', { 'tipoEvento/codigo': '22' }, 'ignored: evento desconhecido: 22'],
    ['monetizze', { 'tipoEvento/codigo': '103' }, SUBSCRIPTION],
    ['monetizze', { 'tipoEvento/codigo': '', 'venda/status': 'Não finalizada' }, 'pending'],
    ['monetizze', { 'tipoEvento/codigo': '', 'venda/status': 'FINALIZADA' }, 'approved'],
    ['braip', { trans_status: 'pagamento aprovado' }, 'approved'],
    ['braip', { trans_status: 'Pagamento não aprovado', trans_status_code: 99 }, 'pending'],
    ['braip', { trans_status: null, trans_status_code: '4' }, 'chargeback'],
    ['braip', { trans_key: null }, SUBSCRIPTION],
    ['kirvano', { status: 'UNAPPROVED' }, 'pending'],
    ['kirvano', { event: 'SUBSCRIPTION_RENEWED' }, 'approved'],
    ['kirvano', { event: 'SUBSCRIPTION_EXPIRED' }, SUBSCRIPTION],
    ['kirvano', { event: 'ALGO' }, 'ignored: evento desconhecido: ALGO'],
    ['ticto', { status: 'unauthorized' }, 'pending'],
    ['ticto', { status: 'AUTHORIZED' }, 'approved'],
    ['ticto', { status: 'claimed' }, 'disputed'],
    ['ticto', { status: 'abandoned_cart' }, CART],
    ['cakto', { 'data/status': 'unpaid' }, 'pending'],
    ['cakto', { event: 'subscription_renewed' }, 'approved'],
    ['cakto', { event: 'subscription_canceled' }, SUBSCRIPTION],
    ['cakto', { event: 'purchase_unapproved' }, 'ignored: evento desconhecido: purchase_unapproved'],
    ['perfect-pay', { sale_status_enum_key: 'disapproved' }, 'pending'],
    ['perfect-pay', { sale_status_enum_key: null, sale_status_enum: '7' }, 'refunded'],
    ['perfect-pay', { sale_status_enum_key: 'in_mediation' }, 'disputed'],
    ['greenn', { 'sale/status': 'unpaid' }, 'pending'],
    ['greenn', { 'sale/status': null, currentStatus: 'chargedback' }, 'chargeback'],
    ['greenn', { event: 'contractUpdated' }, SUBSCRIPTION],
    ['hubla', { type: 'invoice.status_updated', 'event/invoice/status': 'UNPAID' }, 'pending'],
    ['hubla', { type: 'invoice.algo' }, 'ignored: evento desconhecido: invoice.algo'],
    ['hubla', { type: 'subscription.activated' }, SUBSCRIPTION],
    ['hubla', { type: 'customer.member_added' }, ACCESS],
  ])('maps %s %j to "%s"', (provider, places, expected) => {
    expect(said(provider, places)).toBe(expected);
  });
});
