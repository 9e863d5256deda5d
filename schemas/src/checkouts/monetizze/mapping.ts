import { currencyOf, decimalOf, optionalMoney } from '../amounts.ts';
import { clickReferencesIn, tagsOf } from '../click-references.ts';
import type { ConversionStatus } from '../conversion-status.ts';
import {
  fieldOf,
  firstObject,
  firstPresent,
  flagOf,
  isObject,
  isPresent,
  objectAt,
  objectsOf,
  textOf,
  valueAt,
} from '../fields.ts';
import type { CheckoutMapping, JsonObject } from '../mapping.ts';
import { IGNORED, type IgnoredEvent, isMarkedTest, toConversion, unknownEvent, words } from '../to-conversion.ts';
import { utmIn } from '../utm.ts';

/**
 * Monetizze: a form (`venda[valor]`, `tipoEvento[codigo]`), amounts as decimal texts, times without a zone. `chave_unica` is the
 * account's secret, the transaction is `venda.codigo`; a delivery without it is an abandoned checkout. An order with bumps is one conversion: `venda.valor` is
 * the sum, and `venda_item_order_bump` lists the products. Its value in instalments is not documented, so no interest is read.  'Devolvida' covers both refund and chargeback; the body does not
 * distinguish them.
 */

const EVENTS = words<ConversionStatus>({
  '1': 'pending',
  '2': 'approved',
  '3': 'canceled',
  '4': 'refunded',
  '5': 'disputed',
  '6': 'completed',
});

const IGNORED_EVENTS = words<IgnoredEvent>({
  '7': 'cart',
  '98': 'notConversion',
  '101': 'subscription',
  '102': 'subscription',
  '103': 'subscription',
  '104': 'subscription',
  '105': 'subscription',
});

const STATUSES = words<ConversionStatus>({
  'aguardando pagamento': 'pending',
  aprovada: 'approved',
  finalizada: 'approved',
  cancelada: 'canceled',
  devolvida: 'refunded',
  bloqueada: 'disputed',
  completa: 'completed',
});

export const mapping: CheckoutMapping = {
  statuses: STATUSES,
  matches: (body) =>
    ['tipoEvento', 'tipoPostback', 'venda'].some((name) => isObject(fieldOf(body, name))) &&
    ['chave_unica', 'tipoEvento', 'produto'].some((name) => isPresent(fieldOf(body, name))),
  map: (body, context) => {
    const code = textOf(valueAt(body, 'tipoEvento.codigo'));
    const silent = IGNORED_EVENTS(code);
    if (silent) return IGNORED[silent];
    const conversion = objectAt(body, 'venda');
    if (!isPresent(fieldOf(conversion, 'codigo'))) return IGNORED.cart;
    const status = code === '' ? (STATUSES(fieldOf(conversion, 'status')) ?? 'pending') : EVENTS(code);
    if (!status) return unknownEvent(code);
    const parent = textOf(fieldOf(conversion, 'venda_upsell')).replace(/^0$/, '');
    const isUpsell = parent !== '' || flagOf(fieldOf(conversion, 'onebuyclick'));
    const charge = valueAt(body, 'assinatura.parcela');
    const systemPart = firstObject(
      fieldOf(body, 'comissoes'),
      (one) => textOf(fieldOf(one, 'tipo_comissao')).toLowerCase() === 'sistema',
    );
    const [finishedAt, startedAt] = [fieldOf(conversion, 'dataFinalizada'), fieldOf(conversion, 'dataInicio')];
    return toConversion(
      'monetizze',
      {
        transactionId: textOf(fieldOf(conversion, 'codigo')),
        status,
        amount: decimalOf(fieldOf(conversion, 'valor')),
        currency: currencyOf(firstPresent(conversion, ['moeda', 'currency'])),
        eventTimes: status === 'approved' ? [finishedAt, startedAt] : status === 'pending' ? [startedAt] : [],
        conversionTimes: [finishedAt, startedAt],
        clickReferences: clickReferencesIn(body, [tagsOf(conversion), tagsOf(body)]),
        utm: utmIn(body, [conversion]),
        // The names of Monetizze's own example of a postback (github.com/Monetizze/ExemploPOSTCallback): `valorRecebido` is what the receiver of
        // the postback gets, the commission of 'Sistema' is the fee.
        sold: {
          productId: valueAt(body, 'produto.codigo'),
          productName: valueAt(body, 'produto.nome'),
          offer: valueAt(body, 'plano.nome') ?? valueAt(body, 'plano.referencia'),
          paymentMethod: fieldOf(conversion, 'formaPagamento'),
          gatewayFee: optionalMoney(decimalOf, fieldOf(systemPart, 'valor')),
          netToSeller: optionalMoney(decimalOf, fieldOf(conversion, 'valorRecebido')),
          kind: isUpsell ? 'upsell' : Number(charge) > 1 ? 'renewal' : undefined,
          parentTransactionId: parent,
          recurrence: charge,
          coupon: fieldOf(conversion, 'cupom'),
          products: mainFirst(objectsOf(fieldOf(body, 'venda_item_order_bump'))).map((item) => fieldOf(item, 'nome')),
        },
        isTest: isMarkedTest(body),
      },
      context,
    );
  },
};

const mainFirst = (items: readonly JsonObject[]): JsonObject[] =>
  [...items].sort((a, b) => Number(flagOf(fieldOf(b, 'principal'))) - Number(flagOf(fieldOf(a, 'principal'))));
