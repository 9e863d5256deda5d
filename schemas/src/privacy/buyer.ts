// Who bought, out of the fields that were taken from a checkout's body. Each checkout names and nests them in its own way; the words and
// places are those by which they were taken out (schemas/privacy/personal-keys.ts).
import { firstEmail } from './emails.ts';
import { isPhoneKey, type Place, placeBelow, wordOf } from './personal-keys.ts';

/** Who bought, as it was typed; '' for what is not known. */
export interface Buyer {
  readonly email: string;
  /** Digits with the country's code: '5511999998888'. */
  readonly phone: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly city: string;
  readonly state: string;
  readonly zip: string;
}

type Kind = 'email' | 'firstName' | 'lastName' | 'name' | 'city' | 'state' | 'zip' | 'phone' | 'ddd' | 'ddi';

const WORDS: readonly (readonly [Kind, RegExp])[] = [
  ['email', /^e?mail$/],
  ['firstName', /^(firstname|primeironome)$/],
  ['lastName', /^(lastname|surname|sobrenome)$/],
  ['name', /^(name|nome|fullname|nomecompleto)$/],
  ['city', /(city|cidade)$/],
  ['state', /(state|estado)$|^uf$/],
  ['zip', /^(cep|zip)$|(zip|postal|post)code$/],
  ['ddi', /^(ddi|checkoutphonecode|phonecountrycode)$/],
  ['ddd', /^(ddd|areacode|phoneareacode|phonelocalcode)$/],
];
/** 'client_city', 'buyer_email': a buyer's fields without a buyer around them. */
const PREFIX = /^(?:buyer|customer|client|cliente|comprador|payer|subscriber|student|aluno|contact)(?=.)/;

interface Field {
  readonly kind: Kind;
  readonly text: string;
  readonly rank: number;
}

/** `fields`: texts by their path in the body ('data.buyer.name'). */
export function buyerOf(fields: Readonly<Record<string, string>>): Buyer {
  const best = new Map<Kind, Field>();
  for (const [path, text] of Object.entries(fields)) {
    const field = fieldOf(path, text);
    if (field && field.rank > (best.get(field.kind)?.rank ?? 0)) best.set(field.kind, field);
  }
  const text = (kind: Kind): string => best.get(kind)?.text.trim() ?? '';
  const names = text('name').split(/\s+/);
  return {
    email: firstEmail(text('email')),
    phone: phoneOf(text('phone'), text('ddd'), text('ddi')),
    firstName: text('firstName') || (names[0] ?? ''),
    lastName: text('lastName') || (names.length > 1 ? (names.at(-1) ?? '') : ''),
    city: text('city'),
    state: text('state'),
    zip: text('zip'),
  };
}

/** A buyer's own fields come before those of a body without one. Of a seller, a product or a card nothing is taken. */
function fieldOf(path: string, text: string): Field | undefined {
  const words = path
    .split('.')
    .filter((part) => !/^\d+$/.test(part))
    .map(wordOf);
  const whole = words.pop() ?? '';
  const place = words.reduce<Place>(placeBelow, 'root');
  if (place !== 'root' && place !== 'thing' && place !== 'person') return undefined;
  const word = whole.replace(PREFIX, '');
  const kind = kindOf(word, words.at(-1) ?? '');
  const rank = place === 'person' ? 4 : word !== whole ? 3 : place === 'root' ? 2 : 1;
  return kind && { kind, text, rank };
}

function kindOf(word: string, parent: string): Kind | undefined {
  const found = WORDS.find(([, words]) => words.test(word))?.[0];
  if (found) return found;
  return isPhoneKey(word) || (word === 'number' && isPhoneKey(parent)) ? 'phone' : undefined;
}

/** Brazilian unless it says otherwise: 10 or 11 digits with the area's code, 8 or 9 without. '' for what cannot be a number. */
export function phoneOf(phone: string, ddd = '', ddi = ''): string {
  const digits = (text: string) => text.replace(/\D/g, '').replace(/^0+/, '');
  const country = digits(ddi) || '55';
  const number = digits(phone);
  if (phone.startsWith('+') || phone.startsWith('00')) return isLong(number) ? number : '';
  const local = number.length <= 9 ? digits(ddd) + number : number;
  const hasCountry = local.startsWith(country) && local.length - country.length >= 10;
  const full = hasCountry ? local : country + local;
  return local.length >= 10 && isLong(full) ? full : '';
}

/** E.164. */
const isLong = (number: string): boolean => number.length >= 8 && number.length <= 15;
