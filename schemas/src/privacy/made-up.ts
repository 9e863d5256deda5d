import type { JsonObject } from '../checkouts/json-object.ts';
import { isDocument, isPhoneKey, wordOf } from './personal-keys.ts';
import { PERSONAL, REDACTED } from './redact.ts';

/** A CPF with valid check digits, and a phone of examples. */
const DOCUMENT = '52998224725';
const PHONE = '11999990000';

/** A redacted body with made-up values of the same form where a person's were taken out: a test case that can be passed on. */
export function withMadeUp(body: JsonObject): JsonObject {
  return madeUpOf(body, '') as JsonObject;
}

function madeUpOf(value: unknown, word: string): unknown {
  if (Array.isArray(value)) return value.map((member) => madeUpOf(member, word));
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(Object.entries(value).map(([key, child]) => [key, madeUpOf(child, wordOf(key))]));
  if (typeof value !== 'string') return value;
  return value
    .replaceAll(PERSONAL, personal(word))
    .replaceAll(REDACTED, isDocument(word) ? DOCUMENT : 'segredo-de-exemplo');
}

function personal(word: string): string {
  if (word.includes('email') || word === 'mail') return 'ana.exemplo@example.com';
  if (isPhoneKey(word) || word === 'number') return PHONE;
  if (word === 'ddd') return '11';
  if (word === 'ddi') return '55';
  if (/cep|zip|postal/.test(word)) return '01310100';
  if (/^(.*ip|remoteaddr|ipaddress)$/.test(word)) return '203.0.113.7';
  if (/birth|nasc|dob/.test(word)) return '1990-01-01';
  return /name|nome/.test(word) ? 'Ana Exemplo' : 'exemplo';
}
