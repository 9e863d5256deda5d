import { isNegative, type Money } from '../primitives/money.ts';
import { textOf } from './fields.ts';
import type { ConversionKind, PaymentMethod, Sold } from './sold.ts';

/** The same, still as the body has it. Money is read by the rules of the checkout; undefined is not an amount. */
export type SoldReading = {
  readonly [Name in keyof Sold]?: Name extends 'gatewayFee' | 'netToSeller' | 'interest'
    ? Money | undefined
    : Name extends 'kind'
      ? ConversionKind | undefined
      : unknown;
};

/** A body whose description cannot be read is still a conversion: such a field is null, never an error. */
export function toSold(reading: SoldReading): Sold {
  const affiliate = textOrNull(reading.affiliate);
  return {
    productId: textOrNull(reading.productId),
    productName: textOrNull(reading.productName),
    offer: textOrNull(reading.offer),
    paymentMethod: paymentMethodOf(reading.paymentMethod),
    installments: countOrNull(reading.installments),
    gatewayFee: moneyOrNull(reading.gatewayFee),
    netToSeller: moneyOrNull(reading.netToSeller),
    interest: moneyOrNull(reading.interest),
    kind: reading.kind ?? null,
    parentTransactionId: textOrNull(reading.parentTransactionId),
    recurrence: countOrNull(reading.recurrence),
    coupon: textOrNull(reading.coupon),
    // An e-mail is a person's, and not needed to distinguish affiliates.
    affiliate: affiliate?.includes('@') ? null : affiliate,
    products: namesOf(reading.products),
  };
}

const NAMES_MAX = 20;

/** Of a list of names; null for fewer than two, because the product's own name says one. */
function namesOf(value: unknown): readonly string[] | null {
  const names = (Array.isArray(value) ? value : []).map((name) => textOf(name)).filter((name) => name !== '');
  return names.length > 1 ? names.slice(0, NAMES_MAX) : null;
}

const textOrNull = (value: unknown): string | null => textOf(value) || null;
const moneyOrNull = (money: Money | undefined): Money | null =>
  money === undefined || isNegative(money) ? null : money;

/** A whole number from 1 to 999, also as a text. */
function countOrNull(value: unknown): number | null {
  const text = textOf(value);
  return /^[1-9]\d{0,2}$/.test(text) ? Number(text) : null;
}

/** All spellings of the checkouts, without case, accents and separators: a word means the same at each of them. */
const METHODS_BY_WORD: Readonly<Record<string, PaymentMethod>> = {
  pix: 'pix',
  pixautomatico: 'pix',
  boleto: 'boleto',
  boletobancario: 'boleto',
  bankslip: 'boleto',
  billet: 'boleto',
  financedbillet: 'boleto',
  ticket: 'boleto',
  creditcard: 'credit_card',
  creditcardrecurrent: 'credit_card',
  creditcardupsell: 'credit_card',
  cartaodecredito: 'credit_card',
  cartaocredito: 'credit_card',
  cartao: 'credit_card',
  card: 'credit_card',
  debitcard: 'debit_card',
  cartaodedebito: 'debit_card',
  cartaodebito: 'debit_card',
  cartaodebitoonline: 'debit_card',
  paypal: 'paypal',
  paypalinternacional: 'paypal',
  wallet: 'wallet',
  applepay: 'wallet',
  googlepay: 'wallet',
  samsungpay: 'wallet',
  picpay: 'wallet',
  nupay: 'wallet',
  openfinancenubank: 'wallet',
  banktransfer: 'bank_transfer',
  directbanktransfer: 'bank_transfer',
  directdebit: 'bank_transfer',
  manualtransfer: 'bank_transfer',
  transferencia: 'bank_transfer',
  free: 'free',
  freeprice: 'free',
  gratis: 'free',
};

/** Looked up as a whole word: an unknown one is `other`, none is null. */
function paymentMethodOf(value: unknown): PaymentMethod | null {
  const text = textOf(value);
  if (text === '') return null;
  const word = text
    .normalize('NFD')
    .toLowerCase()
    .replace(/[^a-z0-9]/g, '');
  return Object.hasOwn(METHODS_BY_WORD, word) ? (METHODS_BY_WORD[word] ?? null) : 'other';
}
