import { centsOf, currencyOf, optionalMoney } from '../amounts.ts';
import { clickReferencesIn, tagsOf } from '../click-references.ts';
import type { ConversionStatus } from '../conversion-status.ts';
import { fieldOf, firstObject, firstPresent, flagOf, isPresent, textOf } from '../fields.ts';
import type { CheckoutMapping, JsonObject } from '../mapping.ts';
import { IGNORED, isApproval, isMarkedTest, toConversion, words } from '../to-conversion.ts';
import { utmIn } from '../utm.ts';

/**
 * Braip: cents (`trans_value` counts; `trans_total_value` is above it in published deliveries, and not documented), the status as text or code, times without a zone. `tracking_code` is the parcel's, but it may also contain a tag.
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

/** `trans_payment` is a number; 3 is a boleto in instalments. */
const PAYMENTS = words({ '1': 'boleto', '2': 'credit_card', '3': 'boleto', '4': 'free', '5': 'pix' });

const CARTS = words({ abandono: true, abandono_de_carrinho: true, carrinho_abandonado: true });

export const mapping: CheckoutMapping = {
  statuses: STATUSES,
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
        utm: utmIn(body, [fieldOf(body, 'meta')]),
        // `commissions` has each receiver's part by its role; the part of 'Sistema' is the fee.
        sold: {
          productId: fieldOf(body, 'product_key'),
          productName: fieldOf(body, 'product_name'),
          offer: firstPresent(body, ['plan_name', 'plan_key']),
          paymentMethod: PAYMENTS(fieldOf(body, 'trans_payment')) ?? fieldOf(body, 'trans_payment'),
          installments: fieldOf(body, 'trans_installments'),
          gatewayFee: optionalMoney(centsOf, fieldOf(partOf(body, 'sistema'), 'value')),
          netToSeller: optionalMoney(centsOf, fieldOf(partOf(body, 'produtor'), 'value')),
          kind: flagOf(fieldOf(body, 'is_upsell')) ? 'upsell' : undefined,
          parentTransactionId: fieldOf(body, 'parent_sale'),
          affiliate: fieldOf(partOf(body, 'afiliado'), 'affiliate_hash'),
        },
        isTest: isMarkedTest(body),
      },
      context,
    );
  },
};

const partOf = (body: JsonObject, role: string): JsonObject =>
  firstObject(fieldOf(body, 'commissions'), (one) => textOf(fieldOf(one, 'type')).toLowerCase() === role);
