// What of a webhook's body may stand in the log. Numbers of documents and cards, and the sender's secrets, are gone for good; what
// says who the buyer is is taken out, and travels encrypted beside the body. Everything that a figure is made of stays as it came:
// mapping a redacted body gives what mapping the original gives.
import type { JsonObject } from '../checkouts/checkout.ts';
import { replaceDocuments } from './documents.ts';
import { firstEmail, replaceEmails } from './emails.ts';
import { isEmailKey, isPhoneKey, type Place, placeBelow, treatmentOf, wordOf } from './personal-keys.ts';

export const REDACTED = '[redacted]';
export const PERSONAL = '[personal]';

/** A body nested deeper says nothing to any mapping, and would overflow the stack of whoever writes it out again. */
const DEPTH_MAX = 100;
/** A key lies in many paths, and a body may have many of them. */
const PATH_MAX = 256;

export interface RedactedBody {
  readonly body: JsonObject;
  /** What was taken out, by its path ('data.buyer.name'). */
  readonly personal: Readonly<Record<string, string>>;
  /** The buyer's, as far as the body tells: '' when it does not. */
  readonly email: string;
  readonly phone: string;
}

interface Walk {
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
  const walk: Walk = { personal: new Map(), email: { text: '', rank: 0 }, phone: { text: '', rank: 0 } };
  const redacted = redactObject(walk, body, 'root', '', 0);
  return {
    body: redacted,
    personal: Object.fromEntries(walk.personal),
    email: walk.email.text,
    phone: walk.phone.text,
  };
}

function redactObject(walk: Walk, object: JsonObject, place: Place, path: string, depth: number): JsonObject {
  const entries = Object.entries(object);
  const besideEmail = entries.some(([key, value]) => typeof value === 'string' && isEmailKey(wordOf(key)));
  // `fromEntries` makes an own property of '__proto__', too.
  return Object.fromEntries(
    entries.map(([key, value]) => [
      cleanText(key),
      redactMember(walk, { place, key, besideEmail, path: below(path, key), depth: depth + 1 }, value),
    ]),
  );
}

interface Spot {
  readonly place: Place;
  /** Of a list's members, the list's. */
  readonly key: string;
  readonly besideEmail: boolean;
  readonly path: string;
  readonly depth: number;
}

function redactMember(walk: Walk, spot: Spot, value: unknown): unknown {
  if (typeof value === 'string' || typeof value === 'number') return redactLeaf(walk, spot, value);
  if (typeof value !== 'object' || value === null) return value;
  if (spot.depth > DEPTH_MAX) return REDACTED;
  if (Array.isArray(value)) {
    return value.map((member: unknown, index) =>
      redactMember(walk, { ...spot, path: below(spot.path, String(index)), depth: spot.depth + 1 }, member),
    );
  }
  return redactObject(walk, value as JsonObject, placeBelow(spot.place, wordOf(spot.key)), spot.path, spot.depth);
}

function redactLeaf(walk: Walk, spot: Spot, value: string | number): unknown {
  if (value === '' || value === REDACTED || value === PERSONAL) return value;
  const word = wordOf(spot.key);
  const text = String(value);
  switch (treatmentOf(spot.place, word, spot.besideEmail)) {
    case 'redacted':
      return REDACTED;
    case 'personal':
      propose(walk, spot, word, text);
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
  const clean = replaceEmails(withoutDocuments, PERSONAL);
  if (clean !== withoutDocuments) {
    propose(walk, spot, '', firstEmail(text));
    walk.personal.set(spot.path, withoutDocuments);
  }
  return clean;
}

/** Some senders put a JSON text into a field. It is written anew only when something was taken out of it. */
function redactNested(walk: Walk, spot: Spot, text: string): string | undefined {
  if (!/^\s*[{[]/.test(text) || spot.depth > DEPTH_MAX) return undefined;
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return undefined;
  }
  const clean = JSON.stringify(redactMember(walk, { ...spot, depth: spot.depth + 1 }, value));
  return clean === JSON.stringify(value) ? text : clean;
}

const cleanText = (text: string): string => replaceDocuments(replaceEmails(text, PERSONAL), REDACTED);

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

const below = (path: string, key: string): string => {
  const clean = cleanText(key);
  return (path === '' ? clean : `${path}.${clean}`).slice(0, PATH_MAX);
};
