import { centsOf, currencyOf } from '../amounts.ts';
import { clickReferencesIn, tagsOf } from '../click-references.ts';
import type { ConversionStatus } from '../conversion-status.ts';
import { fieldOf, firstPresent, isPresent, textOf } from '../fields.ts';
import type { CheckoutMapping } from '../mapping.ts';
import { IGNORED, isApproval, isMarkedTest, toConversion, words } from '../to-conversion.ts';

/**
 * Braip: cents, the status as text or code, times without a zone. `tracking_code` is the parcel's, but it may also contain a tag.
 */

const STATUSES = words<ConversionStatus>({
  'aguardando pagamento': 'pending',
  'em análise': 'pending',
  'em analise': 'pending',
  'em processamento': 'pending',
  'parcialmente pago': 'pending',
  'pagamento atrasado': 'pending',
  agendado: 'pending',
  'pagamento aprovado': 'approved',
  pagamento_aprovado: 'approved',
  aprovado: 'approved',
  cancelada: 'canceled',
  cancelado: 'canceled',
  frustrada: 'canceled',
  expirado: 'expired',
  recusado: 'refused',
  'estorno pendente': 'disputed',
  devolvida: 'refunded',
  devolvido: 'refunded',
  reembolsado: 'refunded',
  chargeback: 'chargeback',
  '1': 'pending',
  '2': 'approved',
  '3': 'canceled',
  '4': 'chargeback',
  '5': 'refunded',
  '6': 'pending',
  '7': 'disputed',
  '8': 'pending',
  '9': 'pending',
  '10': 'pending',
  '11': 'pending',
});

const CARTS = words({ abandono: true, abandono_de_carrinho: true, carrinho_abandonado: true });

export const mapping: CheckoutMapping = {
  matches: (body) =>
    (isPresent(fieldOf(body, 'trans_key')) && !isPresent(fieldOf(body, 'trans_cod'))) ||
    (isPresent(fieldOf(body, 'basic_authentication')) &&
      ['abandonment_key', 'subs_key'].some((name) => isPresent(fieldOf(body, name)))),
  map: (body, context) => {
    const transactionId = textOf(fieldOf(body, 'trans_key'));
    if (isPresent(fieldOf(body, 'abandonment_key')) || CARTS(fieldOf(body, 'type'))) return IGNORED.cart;
    if (transactionId === '') return IGNORED.subscription;
    const status = STATUSES(fieldOf(body, 'trans_status')) ?? STATUSES(fieldOf(body, 'trans_status_code')) ?? 'pending';
    const [paidAt, createdAt] = [fieldOf(body, 'trans_payment_date'), fieldOf(body, 'trans_createdate')];
    const updatedAt = fieldOf(body, 'trans_updatedate');
    return toConversion(
      'braip',
      {
        transactionId,
        status,
        amount: centsOf(firstPresent(body, ['trans_value', 'trans_total_value'])),
        currency: currencyOf(fieldOf(body, 'currency')),
        eventTimes: [updatedAt, status === 'pending' ? createdAt : paidAt],
        conversionTimes: [paidAt, ...(isApproval(status) ? [updatedAt] : []), createdAt],
        clickReferences: clickReferencesIn(body, [fieldOf(body, 'meta'), tagsOf(body)]),
        isTest: isMarkedTest(body),
      },
      context,
    );
  },
};
