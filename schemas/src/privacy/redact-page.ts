// What visitors bring along is redacted before the log, by the rules of webhook bodies: URLs, titles and referrers of pages, and the
// tags of clicks. A parameter is judged by its name, any text by its form. Unlike in a body, nothing is kept encrypted: nothing
// of the product needs to know who saw a page. Pages after a checkout carry names, phones and documents in their URLs.
// Ids of ads, clicks, orders and transactions stay as they are.
import { isCardNumber, isCpf, replaceDocuments } from './documents.ts';
import { replaceEmails } from './emails.ts';
import { isIdKey, type Place, placeBelow, type Treatment, treatmentOf, wordOf } from './personal-keys.ts';
import { isMobileNumber, replacePhones } from './phones.ts';

const EMAIL_MARK = '[email]';
const REDACTED_MARK = '[redacted]';

export interface Page {
  readonly url: string;
  readonly title: string;
  readonly referrer: string;
}

/** A tag, a header, any other short text: personal data by its form. Most texts cost one test. */
export const redactText = (text: string): string =>
  HINT.test(text)
    ? replacePhones(replaceDocuments(replaceEmails(text, EMAIL_MARK), REDACTED_MARK), REDACTED_MARK)
    : text;

/** In every text that these rules change; without the flag `i`, which makes it ten times slower. */
const HINT =
  /@|%(?:25){0,3}40|u0040|&#64;|\+ ?\(?\d|\(\d|\d{2}[ .)-]{1,2}\d{3}|\d[ .-]9 \d|\/[\dA-Za-z]{4}-\d|[cC][pPnN][fFpP]/;

/** A tag may hold a whole URL. */
export const redactTag = (text: string): string => (text.includes('?') ? redactUrl(text) : redactText(text));

/** The parameters by name, everything by form. Keeps every byte of a URL without personal data. */
export const redactUrl = (url: string): string => urlWithout(url, [], 0);

/** A title often greets a person, by the name that the URL has, too. */
export function redactPage({ url, title, referrer }: Page): Page {
  const names: string[] = [];
  const clean = { url: urlWithout(url, names, 0), referrer: urlWithout(referrer, names, 0) };
  return { ...clean, title: redactTitle(title, names) };
}

const NESTED_MAX = 3;
/** Scheme and host hold no document; a host and a date behind it can look like a CNPJ. */
const ORIGIN = /^[a-z][a-z0-9+.-]{0,20}:\/\/[^/?#@]{0,255}(?=[/?#]|$)/i;
const PARTS = /^([^?#]*)(\?[^#]*)?(#.*)?$/s;

function urlWithout(url: string, names: string[], depth: number): string {
  if (url === '') return url;
  const origin = ORIGIN.exec(url)?.[0] ?? '';
  const [, path = '', query = '', fragment = ''] = PARTS.exec(url.slice(origin.length)) ?? [];
  return (
    origin +
    redactPath(path) +
    (query === '' ? '' : `?${redactQuery(query.slice(1), names, depth)}`) +
    (fragment === '' ? '' : `#${redactFragment(fragment.slice(1), names, depth)}`)
  );
}

const redactPath = (path: string): string =>
  replaceDocuments(path, REDACTED_MARK)
    .split('/')
    .map((segment) => redactEncoded(segment, percentDecoded(segment), redactText))
    .join('/');

/** '#/obrigado?nome=Ana', '#nome=Ana&fone=1': pages that route in the browser. */
function redactFragment(fragment: string, names: string[], depth: number): string {
  const at = fragment.indexOf('?');
  if (at === -1 && !fragment.includes('=')) return redactPath(fragment);
  return redactPath(fragment.slice(0, at + 1)) + redactQuery(fragment.slice(at + 1), names, depth);
}

/** Taken out before, here or in a body. */
const MARKED = /^\[(?:email|redacted|personal)\]$/;

const redactQuery = (query: string, names: string[], depth: number): string =>
  query
    .split('&')
    .map((pair) => redactPair(pair, names, depth))
    .join('&');

function redactPair(pair: string, names: string[], depth: number): string {
  const at = pair.indexOf('=');
  if (at === -1) return redactEncoded(pair, formDecoded(pair), redactText);
  const value = pair.slice(at + 1);
  const key = keyOf(pair.slice(0, at));
  if (value === '' || MARKED.test(value)) return `${key.clean}=${value}`;
  if (key.treatment !== 'keep') {
    if (key.isName) names.push(wholeDecoded(spaced(value)).trim());
    return `${key.clean}=${key.isEmail ? EMAIL_MARK : REDACTED_MARK}`;
  }
  return `${key.clean}=${redactEncoded(value, formDecoded(value), (text) => redactValue(text, key, names, depth))}`;
}

function redactValue(text: string, { isId }: Key, names: string[], depth: number): string {
  if (/^\s*[[{]/.test(text) && hasPersonalKey(text)) return REDACTED_MARK;
  if (text.includes('=') && /[?&]/.test(text)) {
    if (depth === NESTED_MAX) return REDACTED_MARK;
    return text.includes('?') ? urlWithout(text, names, depth + 1) : redactQuery(text, names, depth + 1);
  }
  return !isId && isPersonalNumber(text) ? REDACTED_MARK : redactText(text);
}

/** JSON in a parameter. */
const hasPersonalKey = (json: string): boolean =>
  [...json.matchAll(/"([^"\\]{1,64})"\s*:/g)].some(([, name = '']) => keyOf(name).treatment !== 'keep');

/** Digits alone that are a phone, a CPF or a card: of a value whose name does not call it an id. */
function isPersonalNumber(text: string): boolean {
  const digits = text.trim().replace(/^\+/, '');
  if (!/^\d{11,19}$/.test(digits)) return false;
  return isMobileNumber(digits) || isCpf(digits) || (CARD.test(digits) && isCardNumber(digits));
}

/** Visa, Mastercard, Amex, Diners, Discover, Elo, Hipercard. Times and ids of ads begin otherwise or are longer. */
const CARD = /^(?:4\d{15}|5\d{15}|2[2-7]\d{14}|3[47]\d{13}|3[068]\d{12}|6\d{15})$/;

interface Key {
  readonly treatment: Treatment;
  readonly isEmail: boolean;
  readonly isName: boolean;
  /** Names an ad, a click, an order: digits in it are no phone. */
  readonly isId: boolean;
  /** As it may be written down. */
  readonly clean: string;
}

/** Pages repeat few names many times, but a stranger may send any. */
const KEYS_MAX = 2_000;
const KEY_LENGTH_MAX = 128;
const keys = new Map<string, Key>();

function keyOf(name: string): Key {
  const known = keys.get(name);
  if (known) return known;
  const key = readKey(name);
  if (keys.size >= KEYS_MAX) keys.clear();
  if (name.length <= KEY_LENGTH_MAX) keys.set(name, key);
  return key;
}

/** 'buyer[name]', 'customer.phone': the words before the last say where it is. */
function readKey(name: string): Key {
  const text = wholeDecoded(spaced(name));
  const words = text
    .split(/[[\].]+/)
    .map(wordOf)
    .filter((word) => word !== '');
  const last = words.pop() ?? '';
  const place = words.reduce<Place>(placeBelow, 'root');
  const isTracking = TRACKING.test(last);
  const treatment = placeBelow(place, last) === 'card' ? 'redacted' : treatmentOf(place, last, true);
  return {
    treatment: isTracking ? 'keep' : treatment,
    isEmail: last.includes('email'),
    isName: /(?:name|nome)$/.test(last),
    isId: isTracking || isIdKey(last) || ORDER.test(last),
    clean: redactEncoded(name, text, redactText),
  };
}

/** Parameters of ad platforms, and of our own. */
const TRACKING =
  /^(?:utm|hsa|sub\d$|s\d$|sck$|src$|xcod$|tsource$|gad|ga$|gl$|gclsrc$|gbraid$|wbraid$|fbp$|fbc$|aff|afiliado|epik$|placement$|sitesource)|clid$/;
const ORDER =
  /^(?:v|p|t|ts)$|^(?:pedido|order|trans|compra|venda|sale|invoice|fatura|checkout|prod|offer|oferta|time|cache|num)/;

/** Works on the text behind an encoded one; the same bytes when nothing is taken out. */
function redactEncoded(encoded: string, text: string, redact: (text: string) => string): string {
  const clean = redact(text);
  return clean === text ? encoded : encodeURIComponent(clean).replace(/%5B(email|redacted)%5D/g, '[$1]');
}

const spaced = (text: string): string => (text.includes('+') ? text.replaceAll('+', ' ') : text);

/** Of a form: '+' is a blank. */
const formDecoded = (text: string): string => percentDecoded(spaced(text));

/** What hides an address, a number or a parameter. Letters of other alphabets hide nothing, and are the most. */
const ENCODED = /%(?:2[0235689BDEFbdef]|3[\dADFadf]|40|5[BDbd]|7[BDbd])/;

const percentDecoded = (text: string): string => (ENCODED.test(text) ? wholeDecoded(text) : text);

function wholeDecoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** 'Obrigada, Maria da Silva!', 'Olá João | Loja': the words with capital letters behind a greeting. */
const GREETING =
  /(?<=(?:^|[\s"“(])(?:[Oo]brigad[oa]|[Oo]l[áa]|[Oo]i|[Pp]arab[ée]ns|[Bb]em[- ][Vv]ind[oa]|[Pp]rezad[oa]|[Cc]ar[oa]|[Hh]ello|[Hh]i|[Tt]hanks|[Tt]hank [Yy]ou|[Ww]elcome|[Hh]ola|[Gg]racias)[,!:]? )\p{Lu}[\p{L}'’-]*(?: (?:d[aeo]s?|e|\p{Lu}[\p{L}'’-]*))*/gu;
/** What a title goes on with when it greets no one. */
const NO_NAME =
  /^(?:Pel[oa]s?|Por|Para|Ao?s?|Os?|De|D[ao]s?|N[ao]s?|Seu|Sua|Voc[êe]|Tudo|Esta|Este|Agora|Compra|Pedido|For|To|Your|The|We|You|It|El|La|Tu|Su|Volte|Sempre|Confira|Acesse)(?![\p{L}])/u;
/** Before the number of an order. */
const ORDER_BEFORE = /(?:pedido|compra|venda|order|transa[çc][ãa]o|fatura|#|n[º°.])\W{0,4}$/i;
const NAMES_MAX = 8;

function redactTitle(title: string, names: readonly string[]): string {
  if (title === '') return title;
  const known = names
    .slice(0, NAMES_MAX)
    .flatMap((name) => [name, name.split(/\s/, 1)[0] ?? ''])
    .filter((name) => name.length > 2 && name.length <= KEY_LENGTH_MAX && /\p{L}/u.test(name));
  let text = title.replace(GREETING, (words) => (NO_NAME.test(words) ? words : REDACTED_MARK));
  for (const name of known) text = text.replaceAll(new RegExp(escapeForRegExp(name), 'giu'), REDACTED_MARK);
  return redactText(text).replace(/(?<![\w.,-])\d{11,19}(?![\w-])/g, (digits, at: number, all: string) =>
    isPersonalNumber(digits) && !ORDER_BEFORE.test(all.slice(0, at)) ? REDACTED_MARK : digits,
  );
}

const escapeForRegExp = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&');
