// The names of the fields that the public addresses read: the script's, the redirect, page views, leads, the generic format, postbacks and files. One
// table, from which the reference of the API is generated, too. A name is compared without case, accents and separators: 'click_id', 'clickId',
// 'Click-ID' and 'CLICKID' are one.
import { fieldOf, isObject, isPresent, pairsOf, textOf } from '../checkouts/fields.ts';
import type { JsonObject } from '../checkouts/json-object.ts';
import { folded } from '../primitives/text.ts';

/** Bodies repeat few names. */
const KNOWN_MAX = 5_000;
const knownKeys = new Map<string, string>();

export function nameKey(name: string): string {
  const known = knownKeys.get(name);
  if (known !== undefined) return known;
  const key = folded(name).replace(/[^\p{L}\p{N}]+/gu, '');
  if (knownKeys.size >= KNOWN_MAX) knownKeys.clear();
  if (name.length <= 64) knownKeys.set(name, key);
  return key;
}

/**
 * Names of sums: all that went back until then, sent again with each change. By where they mean that. Others ('refunded_amount') are a refund's own at some
 * senders and a sum at others; they are read as its own.
 */
export const SUMS_OF_REFUNDS = {
  amount_refunded: 'Stripe and Razorpay (payment), Mollie (`amountRefunded`)',
  total_refunded: 'Shopify (`totalRefunded`), Magento (order)',
  total_refunded_amount: 'PayPal (`seller_payable_breakdown`), Google Merchant (`totalRefundedAmount`)',
  transaction_amount_refunded: 'Mercado Pago (payment)',
  refunded_money: 'Square (payment)',
  refunds: 'the list of all refunds: WooCommerce, Shopify, Stripe',
  total_amount_refunded: 'by its words',
  amount_refunded_total: 'by its words',
  refunded_total: 'by its words',
  refunded_amount_total: 'by its words',
  cumulative_refund: 'by its words',
  cumulative_refund_amount: 'by its words',
  total_reembolsado: 'by its words',
  total_estornado: 'by its words',
  total_devolvido: 'by its words',
  valor_total_reembolsado: 'by its words',
  valor_total_estornado: 'by its words',
  reembolsos: 'as `refunds`',
  estornos: 'as `refunds`',
} as const;

/** Of several names in one place, the first of the list that says something counts. */
export const FIELD_NAMES = {
  /** What happened. */
  event: [
    ...['event', 'event_type', 'event_name', 'type', 'conversion_type', 'topic', 'action'],
    ...['evento', 'tipo', 'tipo_evento', 'webhook_event'],
  ],
  /** The state of the order, and the state of its payment. */
  status: [
    ...['status', 'order_status', 'transaction_status', 'sale_status', 'conversion_status', 'purchase_status'],
    ...['payment_status', 'financial_status', 'payment_state', 'charge_status', 'current_status'],
    ...['situacao', 'status_pagamento', 'status_pedido', 'status_venda', 'status_transacao', 'new_status', 'state'],
  ],
  clickId: [
    ...['click_id', 'clickid', 'mc_click_id', 'mc_clickid', 'mcid', 'mc_id', 'tracker_click_id', 'tracking_click_id'],
    ...[
      'click_ref',
      'click_reference',
      'id_click',
      'id_clique',
      'clique_id',
      'id do click',
      'id do clique',
      'click_uuid',
    ],
  ],
  /** Networks keep ids of their own in these: only an id of ours is a click. */
  clickIdOfNetwork: [
    ...[
      'click',
      'cid',
      'subid',
      'sub_id',
      'aff_sub',
      'aff_click_id',
      'affsub1',
      'sub1',
      's1',
      'external_id',
      'ref',
      'ref_id',
    ],
    ...['tracking_id', 'transaction_ref', 'client_reference_id', 'tid_click', 'clk', 'pid'],
  ],
  campaignId: ['campaign_id', 'campaignid', 'id_campaign', 'campanha_id', 'id_campanha', 'defaultcampaignid'],
  transactionId: [
    ...[
      'transaction',
      'transaction_id',
      'order_id',
      'id',
      'txid',
      'tx_id',
      'txn_id',
      'tid',
      'transactionid',
      'orderid',
    ],
    ...['order', 'order_number', 'order_code', 'order_ref', 'order_reference', 'purchase_id', 'sale_id', 'payment_id'],
    ...[
      'charge_id',
      'invoice_id',
      'trx_id',
      'trans_id',
      'transaction_code',
      'conversion_id',
      'reference',
      'reference_id',
    ],
    ...[
      'id_transacao',
      'transacao_id',
      'transacao',
      'codigo_transacao',
      'id_pedido',
      'pedido_id',
      'numero_pedido',
      'pedido',
    ],
    ...['codigo_pedido', 'id_venda', 'venda_id', 'codigo_venda', 'id_compra', 'compra_id'],
  ],
  amount: [
    ...['purchase_value', 'order_total', 'amount', 'valor', 'value', 'total', 'payout', 'sum', 'revenue'],
    ...['total_amount', 'amount_total', 'total_value', 'total_price', 'sale_amount', 'sale_value', 'order_amount'],
    ...[
      'order_value',
      'transaction_amount',
      'transaction_value',
      'conversion_value',
      'payment_amount',
      'purchase_amount',
    ],
    ...['paid_amount', 'amount_paid', 'gross_amount', 'grand_total', 'valor_total', 'valor_venda', 'valor_pedido'],
    ...['valor_pago', 'valor_compra', 'total_pago', 'total_pedido'],
    // Last: next to a total it is that of one piece.
    ...['price', 'preco'],
  ],
  /** How much of the amount this event took back. */
  refundAmount: [
    ...['refund_amount', 'refunded_amount', 'amount_refund', 'refund_value', 'refunded_value', 'value_refunded'],
    ...['value_refund', 'total_refund', 'refund_total', 'partial_refund_amount', 'partial_refund_value', 'refund_sum'],
    ...['amount_returned', 'returned_amount', 'reversed_amount', 'amount_reversed', 'refunded', 'refund'],
    ...['valor_reembolsado', 'valor_reembolso', 'valor_do_reembolso', 'valor_estornado', 'valor_estorno'],
    ...['valor_do_estorno', 'valor_devolvido', 'valor_devolucao', 'valor_da_devolucao', 'reembolsado', 'estornado'],
    ...['reembolso', 'estorno', 'valor_reembolso_parcial', 'valor_estorno_parcial'],
  ],
  /** How much of it went back until then, with what this event took back. */
  refundedInAll: Object.keys(SUMS_OF_REFUNDS) as (keyof typeof SUMS_OF_REFUNDS)[],
  /** Of a refund or dispute with an id of its own: the conversion, where `parentTransactionId` does not say it. */
  refundOf: [
    ...['refund_of', 'refund_for', 'reversal_of', 'chargeback_of', 'refunded_transaction_id', 'refunded_transaction'],
    ...[
      'refunded_order_id',
      'refunded_payment_id',
      'refunded_sale_id',
      'parent_id',
      'parent_payment',
      'parent_sale_id',
    ],
    ...['parent_payment_id', 'parent_charge_id', 'original_id', 'original_transaction', 'original_order_id'],
    ...['original_order', 'original_payment_id', 'original_sale_id', 'original_charge_id', 'sale_transaction_id'],
    ...['related_transaction_id', 'linked_transaction_id', 'source_transaction_id', 'reference_transaction_id'],
    ...['charge', 'payment_intent', 'payment_intent_id', 'capture_id', 'transacao_original', 'id_transacao_original'],
    ...['pedido_original', 'id_pedido_original', 'venda_original', 'id_venda_original', 'transacao_pai', 'pedido_pai'],
    ...['reembolso_de', 'estorno_de'],
  ],
  currency: [
    ...[
      'currency',
      'order_currency',
      'moeda',
      'cur',
      'payout_currency',
      'currency_code',
      'currency_iso',
      'iso_currency',
    ],
    ...['amount_currency', 'value_currency', 'price_currency', 'sale_currency', 'transaction_currency', 'codigo_moeda'],
  ],
  /** When it happened. */
  occurredAt: [
    ...['occurred_at', 'event_time', 'event_date', 'event_timestamp', 'date_time', 'datetime', 'date', 'data_evento'],
    ...['data_hora', 'data_do_evento', 'conversion_time', 'conversion_date'],
  ],
  /** When money went back, or the state changed: of the conversion itself it says nothing. */
  changedAt: [
    ...['refunded_at', 'refund_date', 'date_refunded', 'canceled_at', 'cancelled_at', 'data_reembolso', 'data_estorno'],
    ...['data_cancelamento', 'reembolsado_em', 'updated_at', 'atualizado_em'],
  ],
  approvedAt: [
    ...['approved_at', 'paid_at', 'approved_date', 'approval_date', 'date_approved', 'paid_date', 'payment_date'],
    ...['date_paid', 'payment_time', 'confirmed_at', 'completed_at', 'captured_at', 'data_aprovacao', 'data_pagamento'],
    ...['aprovado_em', 'pago_em', 'data_de_aprovacao', 'data_de_pagamento'],
  ],
  createdAt: [
    ...['created_at', 'created', 'date_created', 'created_date', 'creation_date', 'order_date', 'purchase_date'],
    ...['purchased_at', 'sale_date', 'sold_at', 'order_time', 'purchase_time', 'transaction_date', 'transaction_time'],
    ...['data_criacao', 'data_compra', 'data_pedido', 'data_venda', 'criado_em', 'data_da_compra', 'data_da_venda'],
  ],
  timestamp: ['timestamp', 'time', 'ts', 'unix_time', 'unixtime', 'epoch'],
  email: [
    ...['email', 'e_mail', 'mail', 'email_address', 'customer_email', 'buyer_email', 'client_email', 'user_email'],
    ...['payer_email', 'billing_email', 'contact_email', 'lead_email', 'email_cliente', 'email_comprador', 'cus_email'],
  ],
  phone: [
    ...[
      'phone',
      'phone_number',
      'telefone',
      'celular',
      'whatsapp',
      'mobile',
      'mobile_phone',
      'cellphone',
      'cell_phone',
    ],
    ...['tel', 'cel', 'fone', 'customer_phone', 'buyer_phone', 'client_phone', 'user_phone', 'telefone_cliente'],
    ...['checkout_phone', 'phone_local_code', 'telephone', 'wpp', 'zap', 'numero_telefone', 'numero_celular'],
  ],
  name: [
    ...['name', 'nome', 'full_name', 'nome_completo', 'customer_name', 'buyer_name', 'client_name', 'first_name'],
    ...['last_name', 'nome_cliente', 'nome_comprador', 'sobrenome', 'user_name', 'payer_name'],
  ],
  source: ['utm_source', 'tsource', 'source', 'origem'],
  medium: ['utm_medium', 'medium'],
  campaign: ['utm_campaign', 'campaign', 'campanha'],
  productId: ['product_id', 'id_produto', 'produto_id', 'sku', 'product_code', 'codigo_produto'],
  productName: ['product_name', 'product', 'produto', 'nome_produto', 'product_title', 'item_name'],
  offer: ['offer', 'oferta', 'offer_id', 'plan', 'plano'],
  paymentMethod: [
    'payment_method',
    'payment_type',
    'forma_pagamento',
    'metodo_pagamento',
    'method',
    'forma_de_pagamento',
  ],
  installments: ['installments', 'parcelas', 'installment_count', 'numero_parcelas'],
  gatewayFee: ['gateway_fee', 'fee', 'taxa', 'taxa_gateway', 'processing_fee'],
  netToSeller: ['net_to_seller', 'net_amount', 'valor_liquido', 'net_value'],
  interest: ['interest', 'juros', 'interest_amount'],
  kind: ['kind'],
  parentTransactionId: ['parent_transaction_id', 'parent_transaction', 'original_transaction_id', 'parent_order_id'],
  recurrence: ['recurrence', 'recurrence_number', 'charge_number'],
  coupon: ['coupon', 'cupom', 'coupon_code', 'discount_code', 'codigo_cupom'],
  affiliate: ['affiliate', 'afiliado', 'affiliate_code', 'affiliate_id', 'aff', 'codigo_afiliado'],
  isTest: ['is_test', 'test', 'teste', 'sandbox', 'test_mode', 'is_sandbox'],
  isLive: ['livemode', 'live_mode', 'is_live'],
  environment: ['environment', 'env', 'ambiente', 'mode'],
  /** States by yes or no, next to a status that stays as it was when it was paid. */
  isRefunded: [
    'is_refunded',
    'is_refund',
    'fully_refunded',
    'refunded',
    'refund',
    'reembolsado',
    'reembolsada',
    'estornado',
  ],
  isChargeback: ['is_chargeback', 'chargeback', 'charged_back', 'chargedback'],
  isCanceled: ['is_canceled', 'is_cancelled', 'canceled', 'cancelled', 'cancelado', 'cancelada', 'voided'],
} as const satisfies Record<string, readonly string[]>;
export type FieldName = keyof typeof FIELD_NAMES;

/** Objects in which senders put fields of their own; `query` is that of the address to which the body came. */
export const FIELD_CONTAINERS = [
  ...[
    'metadata',
    'meta_data',
    'meta',
    'custom',
    'custom_data',
    'custom_fields',
    'custom_variables',
    'customs',
    'extra',
  ],
  ...[
    'extras',
    'tracking_parameters',
    'tracking',
    'tracking_data',
    'utm',
    'utms',
    'params',
    'parameters',
    'url_params',
  ],
  ...['query_params', 'passthrough', 'additional_data', 'additional_info', 'note_attributes', 'hidden', 'attributes'],
  ...['properties', 'variables', 'campos_personalizados', 'query'],
] as const;

/** In a container they may be of anything. */
const OF_ROOT_ALONE: ReadonlySet<string> = new Set(
  [
    ...[
      'id',
      'order',
      'price',
      'total',
      'sum',
      'value',
      'ref',
      'reference',
      'date',
      'time',
      'created',
      'method',
      'fee',
      'plan',
    ],
    ...FIELD_NAMES.event,
    ...FIELD_NAMES.status,
    ...['charge', 'parent_id', 'original_id'],
    ...FIELD_NAMES.environment,
    ...FIELD_NAMES.isChargeback,
    ...FIELD_NAMES.isCanceled,
  ].map(nameKey),
);

const CONTAINER_KEYS: ReadonlySet<string> = new Set(FIELD_CONTAINERS.map(nameKey));
/** Their keys. */
export const CONTAINER_NAMES = CONTAINER_KEYS;
const keysOf = (names: readonly string[]): readonly string[] => [...new Set(names.map(nameKey))];
const KEYS = new Map(Object.entries(FIELD_NAMES).map(([field, names]) => [field as FieldName, keysOf(names)]));
const READ_KEYS: ReadonlySet<string> = new Set([...KEYS.values()].flat());
/** Read besides, by their own rules: campaign tags, and the fields that carry a click by agreement. */
export const TAG_NAMES = [
  ...['utm_source', 'utm_medium', 'utm_campaign', 'utm_content', 'utm_term', 'utm_id', 'sck', 'src', 'session_id'],
  ...['xcod', 'source_sck', 'source', 'external_code'],
] as const;
const OTHER_KEYS: ReadonlySet<string> = new Set(TAG_NAMES.map(nameKey));

/** Whether a body's or a query's field of this name is read. */
export const isReadName = (name: string): boolean => READ_KEYS.has(nameKey(name)) || OTHER_KEYS.has(nameKey(name));

export const isNameOf = (name: string, field: FieldName): boolean => keysFor(field).includes(nameKey(name));

const keysFor = (field: FieldName): readonly string[] => KEYS.get(field) ?? [];
const EXACT: ReadonlySet<string> = new Set(Object.values(FIELD_NAMES).flat());

/** The fields of a body by their keys. Root goes before containers, and the query comes last. */
export interface Fields {
  /** Of the first name that says something; undefined without one. */
  readonly value: (field: FieldName) => unknown;
  readonly text: (field: FieldName) => string;
  /** All that say something, in order. */
  readonly values: (field: FieldName) => readonly unknown[];
  /** With those that say nothing, as 'null'. */
  readonly allEntries: (field: FieldName) => readonly FieldEntry[];
  /** Each with the key of its name. */
  readonly entries: (field: FieldName) => readonly FieldEntry[];
  readonly containers: readonly JsonObject[];
}

export interface FieldEntry {
  readonly key: string;
  readonly value: unknown;
}

type Place = ReadonlyMap<string, unknown>;

export function fieldsOf(body: JsonObject): Fields {
  const containers = containersOf(body);
  const root = placeOf(body);
  const places: readonly Place[] = [root, ...containers.map((container) => placeOf(container.object))];
  const query = containers.findIndex(({ isQuery }) => isQuery) + 1;
  const all = (field: FieldName): FieldEntry[] =>
    places.flatMap((place, at) =>
      keysFor(field)
        .filter((key) => at === 0 || at === query || !OF_ROOT_ALONE.has(key))
        .flatMap((key) => (place.has(key) ? [{ key, value: place.get(key) }] : [])),
    );
  const entries = (field: FieldName): FieldEntry[] => all(field).filter(({ value }) => isPresent(value));
  const values = (field: FieldName): unknown[] => entries(field).map(({ value }) => value);
  return {
    values,
    allEntries: all,
    entries,
    value: (field) => values(field)[0],
    text: (field) =>
      values(field)
        .map((value) => textOf(value))
        .find((text) => text !== '') ?? '',
    containers: containers.map(({ object }) => object),
  };
}

interface Container {
  readonly object: JsonObject;
  readonly isQuery: boolean;
}

/** Objects, lists of a name and a value, and names with dots or brackets ('metadata[click_id]'). */
function containersOf(body: JsonObject): Container[] {
  const found = Object.keys(body)
    .filter((name) => CONTAINER_KEYS.has(nameKey(name)) || /[.[]/.test(name))
    .sort()
    .flatMap((name): { key: string; object: JsonObject }[] => {
      const key = nameKey(name);
      const value = fieldOf(body, name);
      if (CONTAINER_KEYS.has(key)) {
        if (isObject(value)) return [{ key, object: value }];
        return Array.isArray(value) ? [{ key, object: { ...pairsOf(value, 'key'), ...pairsOf(value, 'name') } }] : [];
      }
      const [, container = '', inner = ''] = /^([^.[\]]+)(?:\.|\[)([^[\]]+)\]?$/.exec(name) ?? [];
      return CONTAINER_KEYS.has(nameKey(container)) ? [{ key: nameKey(container), object: { [inner]: value } }] : [];
    });
  const order = (key: string) => FIELD_CONTAINERS.findIndex((name) => nameKey(name) === key);
  return found
    .sort((one, other) => order(one.key) - order(other.key))
    .map(({ key, object }) => ({ object, isQuery: key === 'query' }));
}

/** Of two spellings of one name, that of the tables counts; else the first in the order of texts, so that the order of keys says nothing. */
function placeOf(object: JsonObject): Place {
  const place = new Map<string, unknown>();
  const names = new Map<string, string>();
  for (const name of Object.keys(object)) {
    const [key, value] = [nameKey(name), fieldOf(object, name)];
    const other = names.get(key);
    if (!READ_KEYS.has(key) || value === undefined || value === null || value === '') continue;
    // What says nothing ('null') is kept where nothing else is.
    const gain = Number(isPresent(value)) - Number(isPresent(place.get(key)));
    if (other !== undefined && (gain < 0 || (gain === 0 && isBefore(other, name)))) continue;
    names.set(key, name);
    place.set(key, value);
  }
  return place;
}

const isBefore = (one: string, other: string): boolean =>
  EXACT.has(one) === EXACT.has(other) ? one < other : EXACT.has(one);

/** The value of a field among the parameters of an address or the fields of a small body; '' without one. */
export function firstTextOf(source: Readonly<Record<string, unknown>>, field: FieldName): string {
  const place = placeOf(source);
  const texts = keysFor(field).map((key) => [place.get(key)].flat()[0]);
  return texts.find((text): text is string => typeof text === 'string' && text.trim() !== '') ?? '';
}
