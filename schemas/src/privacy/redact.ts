// Decides which parts of a webhook body the log may hold. Numbers of documents and cards, and the sender's secrets, are removed
// for ever; personal fields of the buyer are taken out and travel encrypted next to the body. All fields of the figures are
// unchanged: mapping a redacted body gives the same result as mapping the original.
import type { JsonObject } from '../checkouts/mapping.ts';
import { cutText } from '../primitives/text.ts';
import { replaceDocuments } from './documents.ts';
import { firstEmail, replaceEmails } from './emails.ts';
import { isEmailKey, isIdKey, isPhoneKey, type Place, placeBelow, treatmentOf, wordOf } from './personal-keys.ts';
import { replacePhones } from './phones.ts';
import { redactUrl } from './redact-page.ts';

export const REDACTED = '[redacted]';
export const PERSONAL = '[personal]';

/** A body nested deeper says nothing to any mapping, and would overflow the stack of a function that writes it out again. */
const DEPTH_MAX = 100;
/** A key lies in many paths, and a body may have many of them. */
const PATH_MAX = 256;

export interface RedactedBody {
  readonly body: JsonObject;
  /** What was taken out, by its path ('data.buyer.name'). */
  readonly personal: Readonly<Record<string, string>>;
  /** The buyer's, as far as the body names it: '' when it does not. */
  readonly email: string;
  readonly phone: string;
}

interface Key {
  /** For the comparison of keys. */
  readonly word: string;
  /** As it may be written down. */
  readonly clean: string;
}

interface Walk {
  /** Bodies repeat few keys many times. */
  readonly keys: Map<string, Key>;
  readonly personal: Map<string, string>;
  /** The best so far: a buyer's own field before any other. */
  readonly email: Candidate;
  readonly phone: Candidate;
}

interface Candidate {
  text: string;
  rank: number;
}

/** Pure, and the same again on what it gave: a redacted body has nothing more to redact. */
export function redactBody(body: JsonObject): RedactedBody {
  const walk: Walk = {
    keys: new Map(),
    personal: new Map(),
    email: { text: '', rank: 0 },
    phone: { text: '', rank: 0 },
  };
  const redacted = redactObject(walk, body, 'root', '', 0);
  return {
    body: redacted,
    personal: Object.fromEntries(walk.personal),
    email: walk.email.text,
    phone: walk.phone.text,
  };
}

function redactObject(walk: Walk, object: JsonObject, place: Place, path: string, depth: number): JsonObject {
  const entries = Object.entries(object).map(([name, value]) => ({ key: keyOf(walk, name), value }));
  const nextToEmail = entries.some(({ key, value }) => isLeaf(value) && isEmailKey(key.word));
  const named = place === 'offer' ? undefined : nameOfValue(object);
  // `fromEntries` makes an own property of '__proto__', too.
  return Object.fromEntries(
    entries.map(({ key: { word, clean }, value }) => [
      clean,
      redactMember(
        walk,
        {
          place,
          word: named !== undefined && word === 'value' && typeof value === 'string' ? wordOf(named) : word,
          nextToEmail,
          path: below(path, clean),
          depth: depth + 1,
        },
        value,
      ),
    ]),
  );
}

/** Shops list what others added to an order as `{ key: '_billing_cpf', value: '…' }`. A name with spaces, or of a number, is a product's. */
function nameOfValue(object: JsonObject): string | undefined {
  const name = ['key', 'name'].map((one) => (Object.hasOwn(object, one) ? object[one] : undefined)).find(isLeaf);
  if (typeof name !== 'string' || !/^[\w.[\]-]{2,64}$/.test(name)) return undefined;
  return treatmentOf('thing', wordOf(name), false) === 'keep' ? undefined : name;
}

function keyOf({ keys }: Walk, name: string): Key {
  const known = keys.get(name);
  if (known) return known;
  const key = { word: wordOf(name), clean: replaceDocuments(replaceEmails(name, PERSONAL), REDACTED) };
  keys.set(name, key);
  return key;
}

interface Spot {
  readonly place: Place;
  /** Of its key; of a list's members, the list's. */
  readonly word: string;
  readonly nextToEmail: boolean;
  readonly path: string;
  readonly depth: number;
}

function redactMember(walk: Walk, spot: Spot, value: unknown): unknown {
  if (isLeaf(value)) return redactLeaf(walk, spot, value);
  if (typeof value !== 'object' || value === null) return value;
  if (spot.depth > DEPTH_MAX) return REDACTED;
  if (Array.isArray(value)) {
    return value.map((member: unknown, index) =>
      redactMember(walk, { ...spot, path: below(spot.path, String(index)), depth: spot.depth + 1 }, member),
    );
  }
  return redactObject(walk, value as JsonObject, placeBelow(spot.place, spot.word), spot.path, spot.depth);
}

const isLeaf = (value: unknown): value is string | number => typeof value === 'string' || typeof value === 'number';

function redactLeaf(walk: Walk, spot: Spot, value: string | number): unknown {
  if (value === '' || value === REDACTED || value === PERSONAL) return value;
  const text = String(value);
  switch (treatmentOf(spot.place, spot.word, spot.nextToEmail)) {
    case 'redacted':
      return REDACTED;
    case 'personal':
      propose(walk, spot, spot.word, text);
      // A document that hides in a person's field is not kept for the person either.
      walk.personal.set(spot.path, replaceDocuments(text, REDACTED));
      return PERSONAL;
    case 'keep':
      return typeof value === 'number' ? value : redactText(walk, spot, value);
  }
}

/** A text that stays, without the addresses and documents in it. */
function redactText(walk: Walk, spot: Spot, text: string): string {
  const nested = redactNested(walk, spot, text);
  if (nested !== undefined) return nested;
  const withoutDocuments = replaceDocuments(text, REDACTED);
  const withoutEmails = replacePhones(replaceEmails(withoutDocuments, PERSONAL), PERSONAL);
  const clean = /^https?:\/\//i.test(text) ? redactUrl(withoutEmails) : withoutEmails;
  if (clean !== withoutDocuments) {
    propose(walk, spot, '', firstEmail(text));
    walk.personal.set(spot.path, withoutDocuments);
  }
  // Two conversions that were named after their buyers must not become one: such a name is none.
  return clean !== text && isIdKey(spot.word) ? '' : clean;
}

/** The object or list of a JSON text in a field; undefined for any other text. */
export function parseNested(text: string): object | undefined {
  if (!/^\s*[{[]/.test(text)) return undefined;
  try {
    return JSON.parse(text) as object;
  } catch {
    return undefined;
  }
}

/** Some senders put a JSON text into a field. It is written again only when something was taken out of it. */
function redactNested(walk: Walk, spot: Spot, text: string): string | undefined {
  const value = spot.depth > DEPTH_MAX ? undefined : parseNested(text);
  if (value === undefined) return undefined;
  const clean = JSON.stringify(redactMember(walk, { ...spot, depth: spot.depth + 1 }, value));
  return clean === JSON.stringify(value) ? text : clean;
}

/** The buyer's own fields come before those of a body without a buyer, and these before an address in some text. */
function propose(walk: Walk, { place }: Spot, word: string, text: string): void {
  if (place === 'offer') return;
  const rank = word === '' ? 1 : place === 'person' ? 4 : place === 'root' ? 3 : 2;
  const email = firstEmail(text);
  if (email !== '' && rank > walk.email.rank) Object.assign(walk.email, { text: email, rank });
  const digits = text.replace(/\D/g, '').length;
  if ((isPhoneKey(word) || word === 'number') && digits >= 8 && rank > walk.phone.rank) {
    Object.assign(walk.phone, { text, rank });
  }
}

const below = (path: string, key: string): string => cutText(path === '' ? key : `${path}.${key}`, PATH_MAX);
