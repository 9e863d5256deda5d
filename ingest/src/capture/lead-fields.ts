import { isObject } from '@tracker/schemas/checkouts/fields';
import type { JsonObject } from '@tracker/schemas/checkouts/json-object';
import { parseForm } from '@tracker/schemas/checkouts/parse-form';
import { parseMended } from '@tracker/schemas/checkouts/read-written';
import { readMultipart } from '../webhooks/read-multipart.ts';
import { decodeText, formEntries, mediaTypeOf } from './decode-body.ts';

export const FIELDS_MAX = 500;

const FORM_TYPES =
  /^(|text\/plain|application\/(.+\+)?json|text\/json|application\/x-www-form-urlencoded|multipart\/form-data)$/;

/** Whether a form may come as it; another one is read, too, where it is what these are. */
export const isFormType = (contentType: string): boolean => FORM_TYPES.test(mediaTypeOf(contentType));

/** The fields of a form, sent as JSON, urlencoded or multipart, with any content type. Undefined when it is none of these. */
export async function leadFields(bytes: Uint8Array, contentType: string): Promise<JsonObject | undefined> {
  if (mediaTypeOf(contentType) === 'multipart/form-data') return formOf(await partsOf(bytes, contentType));
  const text = decodeText(bytes, contentType).trim();
  if (/^[[{"]/.test(text)) return jsonFields(text);
  if (text.startsWith('<') || !text.includes('=')) return undefined;
  return formOf([...formEntries(bytes, contentType)]);
}

const partsOf = (bytes: Uint8Array, contentType: string) => readMultipart(bytes, contentType).catch(() => []);

/** A label may have dots: only brackets name a place inside. */
const formOf = (entries: readonly (readonly [string, string])[]): JsonObject | undefined =>
  entries.length > FIELDS_MAX ? undefined : parseForm(entries, false);

/** A list and a JSON text within a text are what is in them. */
function jsonFields(text: string): JsonObject | undefined {
  const value = jsonIn(text);
  const inner = typeof value === 'string' ? jsonIn(value) : value;
  if (Array.isArray(inner)) return inner.some(isObject) ? { leads: inner } : undefined;
  return isObject(inner) ? inner : undefined;
}

/** A form's template puts what people typed into JSON as it is: line breaks of a message, nothing for a field that is not shown. */
function jsonIn(text: string): unknown {
  const parsed = parseMended(text);
  return 'value' in parsed ? parsed.value : undefined;
}
