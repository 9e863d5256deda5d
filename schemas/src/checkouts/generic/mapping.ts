import { type FieldName, type Fields, fieldsOf, nameKey } from '../../capture/field-names.ts';
import {
  clampMoney,
  compareMoney,
  isNegative,
  type Money,
  subtractMoney,
  sumMoney,
  ZERO,
} from '../../primitives/money.ts';
import { cleanText, cutText } from '../../primitives/text.ts';
import { centsOf, currencyOf, decimalOf, optionalMoney, type ReadMoney } from '../amounts.ts';
import { clickReferencesIn, tagsOf } from '../click-references.ts';
import { type ConversionStatus, TAKES_BACK } from '../conversion-status.ts';
import type { DeliveryReason } from '../delivery-reason.ts';
import { fieldOf, isObject, isPresent, objectsOf, textOf } from '../fields.ts';
import type { CheckoutMapping, JsonObject, MapBody } from '../mapping.ts';
import { type CheckoutId, GENERIC_FORMAT_IDS } from '../registry.ts';
import type { ConversionKind } from '../sold.ts';
import { IGNORED, isApproval, isMarkedTest, toConversion, words } from '../to-conversion.ts';
import type { SoldReading } from '../to-sold.ts';
import { namesNoTransaction, TRANSACTION_ID_LENGTH_MAX } from '../transaction-id.ts';
import { utmIn } from '../utm.ts';
import {
  disputeMeaning,
  eventMeaning,
  isSilent,
  leastOf,
  type Meaning,
  type SilentGroup,
  statusMeaning,
  TOGETHER,
} from './words.ts';

/**
 * The generic format of the webhook screen: the names of `FIELD_NAMES`, and the words of `words.ts`. What has no amount, or no event or status that
 * is known, is not understood: a format that only looks like this one must not become a conversion.
 */

type StatusMeaning = (word: string) => ConversionStatus | 'open' | SilentGroup | undefined;

interface PlainWords {
  readonly statuses: StatusMeaning;
  /** Keys of the fields that name an event; all of the table where it is absent. */
  readonly events?: readonly string[];
}

/** A body in the names of the generic format, which the own checkout and Hotmart's flat form share; they differ in whose conversions they are. */
export const mapPlain =
  (checkout: CheckoutId, plain: PlainWords = { statuses: statusMeaning }): MapBody =>
  (body, context) => {
    const fields = fieldsOf(body);
    const reading = readingOf(body, fields, plain);
    if ('ignored' in reading) return IGNORED[reading.ignored];
    const amount = moneyValueOf(fields.value('amount'));
    if ('reason' in reading) {
      const isEmpty = reading.reason.code === 'no_status' && amount === undefined;
      return { kind: 'invalid', reason: isEmpty ? { code: 'no_conversion_field' } : reading.reason };
    }
    if (reading.status === 'not_back') return { kind: 'ignored', reason: { code: 'money_not_back' } };
    const read = context.amountsIn === 'cents' ? centsOf : decimalOf;
    const { amount: refundAmount, isTotal: isRefundTotal } = refundIn(fields, read);
    const status = partOf(reading, fields, read(amount), refundAmount);
    const links = fields.containers;
    const names = transactionsOf(fields, TAKES_BACK.has(status));
    // An approval's own moment is the conversion's; what comes after it may only repeat when the conversion was.
    const [occurredAt, approvedAt, createdAt, changedAt, timestamp] = TIMES.map((name) => fields.value(name));
    const orderedAt = isApproval(status) ? (occurredAt ?? createdAt) : createdAt;
    const changes = isApproval(status) || status === 'pending' ? [] : [changedAt];
    const isTest = isMarkedTest(body) || isOfTest(fields);
    const isRefundEvent = reading.isRefundEvent || fields.text('refundOf') !== '';
    const result = toConversion(
      checkout,
      {
        transactionId: names.own,
        conversionType: reading.type,
        status,
        amount: read(amount),
        refundAmount,
        isRefundTotal,
        statedRefund: statedRefund(status, isRefundEvent, read(amount), refundAmount),
        currency: currencyOf(fields.text('currency') || currencyWith(fields.value('amount'))),
        eventTimes: [[occurredAt, ...changes, approvedAt, createdAt, timestamp].find(isPresent)],
        conversionTimes: [approvedAt ?? orderedAt],
        clickReferences: clickReferencesIn(body, [
          tagsOf(body),
          clicksIn(fields),
          ...tagsOfLinks(body),
          ...links.map(tagsOf),
        ]),
        utm: utmIn(withTags(body), links.map(withTags), [fieldOf(body, 'utm')]),
        sold: soldIn(fields, read),
        isTest,
      },
      context,
    );
    if (result.kind !== 'conversion' || !GENERIC_FORMAT_IDS.includes(checkout)) return result;
    const link = { checkout, payment: names.own, transactionId: names.parent, amount: ZERO, isTest };
    if (names.parent !== '') return { ...result, link };
    // The own checkout is recognized by `order_total`, which its refunds may lack.
    const mayBeOfOwn = checkout === 'generic' && TAKES_BACK.has(status) && result.conversion.transactionId !== null;
    if (!mayBeOfOwn) return result;
    return {
      ...result,
      link: { ...link, checkout: 'own-checkout', paymentCheckout: checkout, transactionId: names.own },
    };
  };

const TIMES = ['occurredAt', 'approvedAt', 'createdAt', 'changedAt', 'timestamp'] as const;

type WordReading =
  | { readonly ignored: SilentGroup }
  | { readonly reason: DeliveryReason }
  | { readonly status: ConversionStatus | 'not_back'; readonly type: string; readonly isRefundEvent: boolean };

/** What the words of events and states say together. */
function readingOf(body: JsonObject, fields: Fields, { statuses, events }: PlainWords): WordReading {
  const named = fields
    .entries('event')
    .filter(({ key }) => events === undefined || events.includes(key))
    .map(({ value }) => textOf(value))
    .filter((word) => word !== '');
  const meanings = named.map((word) => ({ word, meaning: eventMeaning(word) }));
  const states = stateWords(fields, statuses, named.length > 0);
  const silent = leastOf(
    [...meanings.map(({ meaning }) => meaning), ...states.map(({ meaning }) => meaning)].filter(isSilent),
  );
  if (silent) return { ignored: silent };
  if (named.length === 0 && Object.hasOwn(body, 'ping')) return { ignored: 'ping' };
  const unknown = meanings.find(({ meaning }) => meaning === undefined);
  if (unknown) return { reason: { code: 'unknown_event', event: cutText(unknown.word, 80) } };

  const known = meanings.flatMap(({ word, meaning }) =>
    meaning === undefined || meaning === 'nothing' ? [] : [{ word, meaning }],
  );
  const event = leastOf(known.map(({ meaning }) => meaning));
  const isOfDispute = event === 'dispute' || event === 'chargeback' || event === 'disputed';
  const state = statesTogether(states, isOfDispute);
  if (state !== undefined && typeof state === 'object') return { reason: state };
  const row = TOGETHER[(event ?? 'unsaid') as keyof typeof TOGETHER];
  const status = state === undefined ? row.alone : row[state];
  if (status === '?') {
    const [first] = states;
    return { reason: first ? { code: 'unknown_status', status: cutText(first.word, 80) } : { code: 'no_status' } };
  }
  const isLead = known.some(({ meaning }) => meaning === 'lead');
  return { status, type: isLead ? 'lead' : typeOf(known), isRefundEvent: event === 'refund' || event === 'refunded' };
}

interface StateWord {
  readonly word: string;
  readonly meaning: ReturnType<StatusMeaning>;
}

/** `state` is also that of an address: 'SP' next to an event, or where another field says the status, is none. */
function stateWords(fields: Fields, statuses: StatusMeaning, hasEvent: boolean): readonly StateWord[] {
  const found = fields.entries('status').flatMap(({ key, value }) => {
    const word = textOf(value);
    return word === '' ? [] : [{ word, meaning: statuses(word), isState: key === 'state' }];
  });
  const others = found.filter(({ isState, meaning }) => !isState || meaning !== undefined);
  return others.length > 0 ? others : found.filter(({ word }) => !(hasEvent && /^[a-z]{2}$/i.test(word)));
}

function statesTogether(
  states: readonly StateWord[],
  isOfDispute: boolean,
): ConversionStatus | 'open' | DeliveryReason | undefined {
  const meanings = states.map(({ word, meaning }) => ({
    word,
    meaning: (isOfDispute ? disputeMeaning(word) : undefined) ?? meaning,
  }));
  const unknown = meanings.find(({ meaning }) => meaning === undefined);
  if (unknown) return { code: 'unknown_status', status: cutText(unknown.word, 80) };
  return leastOf(meanings.flatMap(({ meaning }) => (meaning === undefined || isSilent(meaning) ? [] : [meaning])));
}

/** A word that names a kind of conversion is its type, as it was given; one that says what happened is none. */
function typeOf(known: readonly { readonly word: string; readonly meaning: Meaning }[]): string {
  const kind = known.find(({ meaning }) => meaning === 'happened' || meaning === 'unsaid');
  const key = kind === undefined ? '' : nameKey(kind.word);
  return kind === undefined || !KINDS_OF_CONVERSION.has(key) ? 'purchase' : cutText(kind.word, 40);
}
const KINDS_OF_CONVERSION: ReadonlySet<string> = new Set(
  [
    ...[
      'sale',
      'conversion',
      'upsell',
      'downsell',
      'cross sell',
      'bump',
      'order bump',
      'renewal',
      'rebill',
      'recurring',
    ],
    ...['subscription', 'deposit', 'first deposit', 'ftd', 'cpa', 'cps', 'revshare', 'initial', 'donation', 'goal'],
  ].map(nameKey),
);

/**
 * An event that takes money back, of less than the whole amount: a part of it. A status says itself what it is, but that of a payment often stays as it
 * was when it was paid: then the amount that went back, or a yes next to it, says that it did.
 */
function partOf(
  reading: Extract<WordReading, { type: string }>,
  fields: Fields,
  amount: ReturnType<ReadMoney>,
  refund: ReturnType<ReadMoney>,
): ConversionStatus {
  const status = reading.status as ConversionStatus;
  const isPaid = isApproval(status);
  if (isPaid && fields.values('isChargeback').some(isYes)) return 'chargeback';
  const part = partIn(amount, refund);
  if (part !== undefined && reading.isRefundEvent && status === 'refunded') return 'partially_refunded';
  if (!isPaid || part !== undefined) return status;
  if ((amount && refund && refund !== ZERO) || fields.values('isRefunded').some(isYes)) return 'refunded';
  return fields.values('isCanceled').some(isYes) ? 'canceled' : status;
}

/** What went back, of more. */
function partIn(amount: ReturnType<ReadMoney>, refund: ReturnType<ReadMoney>): Money | undefined {
  if (!amount || !refund || refund === ZERO) return undefined;
  const part = magnitude(refund);
  return compareMoney(part, amount) < 0 ? part : undefined;
}

const magnitude = (amount: Money): Money => (isNegative(amount) ? clampMoney(subtractMoney(ZERO, amount)) : amount);

/**
 * A payment that is still 'paid' is sent with all refunds until then, again with each change. The amount of a refund's own event is that of the refund,
 * where it has no other; only the conversion's events together say whether it is the whole.
 */
function statedRefund(
  status: ConversionStatus,
  isRefundEvent: boolean,
  amount: ReturnType<ReadMoney>,
  refund: ReturnType<ReadMoney>,
): Money {
  if (isApproval(status)) return partIn(amount, refund) ?? ZERO;
  if (status !== 'refunded') return ZERO;
  // Next to the amount of a payment, the state of that payment says more than a part.
  const stated = isRefundEvent ? (refund === null ? amount : refund) : amount === null ? refund : ZERO;
  return stated ? magnitude(stated) : ZERO;
}

const isYes = (value: unknown): boolean => value === true || /^(?:1|true|yes|sim)$/i.test(textOf(value));
const isNo = (value: unknown): boolean => value === false || /^(?:0|false|no|nao|não)$/i.test(textOf(value));

const isOfTest = (fields: Fields): boolean =>
  fields.values('isTest').some(isYes) ||
  fields.values('isLive').some(isNo) ||
  fields.values('environment').some((value) => TEST_PLACES.has(nameKey(textOf(value))));
const TEST_PLACES: ReadonlySet<string> = new Set(['test', 'teste', 'testing', 'sandbox', 'homologacao', 'staging']);

/** '{ value: "30.00", currency: "BRL" }' is its value. */
const moneyValueOf = (value: unknown): unknown =>
  isObject(value) ? (AMOUNT_WITHIN.map((name) => fieldOf(value, name)).find(isPresent) ?? value) : value;
const AMOUNT_WITHIN = ['value', 'amount', 'total', 'valor', 'refund_amount', 'refunded_amount'] as const;

const currencyWith = (value: unknown): string =>
  isObject(value) ? textOf(fieldOf(value, 'currency') ?? fieldOf(value, 'currency_code')) : '';

/** Words that may also say whether there was a refund. */
const FLAGS: ReadonlySet<string> = new Set(['refunded', 'refund', 'reembolsado', 'estornado', 'reembolso', 'estorno']);

interface Refund {
  /** Null where none of its names says anything. */
  readonly amount: ReturnType<ReadMoney>;
  readonly isTotal: boolean;
}

/** What went back. Of a refund's own amount and a sum until then the sum says more, unless both are one: then some senders mean the refund by both. */
function refundIn(fields: Fields, read: ReadMoney): Refund {
  const [own, total] = [refundUnder('refundAmount', fields, read), refundUnder('refundedInAll', fields, read)];
  const isTotal = total !== null && total !== undefined && own !== total;
  return { amount: isTotal || own === null ? total : own, isTotal };
}

/** A flag ('refunded: true') is no amount, and several refunds in a list are their sum. */
function refundUnder(field: 'refundAmount' | 'refundedInAll', fields: Fields, read: ReadMoney): ReturnType<ReadMoney> {
  const isFlag = (key: string, value: unknown) =>
    typeof value === 'boolean' ||
    (FLAGS.has(key) && /^[01]$/.test(textOf(value))) ||
    statusMeaning(textOf(value)) !== undefined;
  const first = fields
    .entries(field)
    .filter(({ key, value }) => !isFlag(key, value) && read(value) !== ZERO)
    .map(({ value }) => value)[0];
  if (!Array.isArray(first)) return read(moneyValueOf(first));
  const amounts = objectsOf(first).map((refund) => read(moneyValueOf(refund)));
  if (amounts.length === 0) return null;
  return amounts.every((amount) => amount) ? clampMoney(sumMoney(amounts as Money[])) : undefined;
}

/** Of events, messages and things outside: never of the conversion next to another name. */
const OF_THE_EVENT: ReadonlySet<string> = new Set(['id', 'reference', 'reference_id', 'conversion_id'].map(nameKey));

/**
 * `own`: the first text that names a transaction, else what is in its place. `parent`: of a refund or dispute, another one that its conversion may have
 * come under; only where none has the first one is it that of the refund.
 */
function transactionsOf(fields: Fields, takesBack: boolean): { readonly own: string; readonly parent: string } {
  const textsOf = (field: FieldName) =>
    fields
      .allEntries(field)
      .map(({ key, value }) => ({
        key,
        text: typeof value === 'string' ? cleanText(value, TRANSACTION_ID_LENGTH_MAX + 1) : textOf(value),
      }))
      .filter(({ text }) => text !== '');
  const names = textsOf('transactionId');
  const own = (names.find(({ text }) => !namesNoTransaction(text)) ?? names[0])?.text ?? '';
  if (!takesBack) return { own, parent: '' };
  const others = [...textsOf('refundOf'), ...textsOf('parentTransactionId')].concat(
    names.filter(({ key }) => !OF_THE_EVENT.has(key)),
  );
  const parent = others.find(({ text }) => text !== own && !namesNoTransaction(text))?.text ?? '';
  return own === '' || namesNoTransaction(own) ? { own: parent || own, parent: '' } : { own, parent };
}

/** Under the names of a click id, and ids of ours under those that networks use for their own. */
function clicksIn(fields: Fields): JsonObject {
  const texts = fields.values('clickId').map((value) => textOf(value));
  // Some networks call the click their transaction.
  const ofNetworks = [...fields.values('clickIdOfNetwork'), ...fields.values('transactionId')]
    .map((value) => textOf(value))
    .filter((text) => text.startsWith('mc_'));
  return Object.fromEntries([...texts, ...ofNetworks].map((text, at) => [String(at).padStart(3, '0'), text]));
}

/** What senders gave whole before there was a table of names. */
const tagsOfLinks = (body: JsonObject): unknown[] => ['trackingParameters', 'utm'].map((name) => fieldOf(body, name));

/** `UTMSource`, `utm-source` as `utm_source`, where there is no such field. */
function withTags(place: JsonObject): JsonObject {
  const named = Object.entries(place).flatMap(([name, value]) => {
    const plain = TAG_NAMES.get(nameKey(name));
    return plain !== undefined && !Object.hasOwn(place, plain) ? [[plain, value] as const] : [];
  });
  return named.length === 0 ? place : { ...place, ...Object.fromEntries(named) };
}
const TAG_NAMES = new Map(
  ['utm_source', 'utm_medium', 'utm_campaign', 'utm_content', 'utm_term'].map((name) => [nameKey(name), name]),
);

const KINDS = words<ConversionKind>({
  main: 'main',
  bump: 'bump',
  order_bump: 'bump',
  upsell: 'upsell',
  renewal: 'renewal',
});

/** Money in the unit and currency of the amount. */
const soldIn = (fields: Fields, read: ReadMoney): SoldReading => ({
  productId: fields.value('productId'),
  productName: fields.text('productName'),
  offer: fields.value('offer'),
  paymentMethod: fields.text('paymentMethod'),
  installments: fields.value('installments'),
  gatewayFee: optionalMoney(read, fields.value('gatewayFee')),
  netToSeller: optionalMoney(read, fields.value('netToSeller')),
  interest: optionalMoney(read, fields.value('interest')),
  kind: KINDS(fields.value('kind')),
  parentTransactionId: fields.value('parentTransactionId'),
  recurrence: fields.value('recurrence'),
  coupon: fields.value('coupon'),
  affiliate: fields.value('affiliate'),
});

/** What a column of a report means by the same words. */
const statusInFile = (word: unknown): ConversionStatus | undefined => {
  const meaning = statusMeaning(textOf(word));
  return meaning === undefined || meaning === 'open' || isSilent(meaning) ? undefined : meaning;
};

export const mapping: CheckoutMapping = { statuses: statusInFile, matches: () => true, map: mapPlain('generic') };
