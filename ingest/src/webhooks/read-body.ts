// Reads a delivery's bytes as a JSON object, in any encoding that a checkout uses.
import { AppError } from '@tracker/infra/errors/app-error';
import { hashOf } from '@tracker/infra/identity/conversion-id';
import { parseBody } from '@tracker/schemas/checkouts/map-checkout';
import type { JsonObject } from '@tracker/schemas/checkouts/mapping';
import { parseForm } from '@tracker/schemas/checkouts/parse-form';
import { parseNested } from '@tracker/schemas/privacy/redact';
import { decodeText, formEntries, mediaTypeOf } from '../capture/decode-body.ts';
import { readMultipart } from './read-multipart.ts';

export interface DeliveryBody {
  readonly body: JsonObject;
  /** The same for the same delivery sent again. */
  readonly text: string;
  /** sha256 of the bytes as they came, in hex. */
  readonly hash: string;
  /** It has more values or keys than are read: its personal fields are still in it. */
  readonly isTooComplex: boolean;
}

/** Deeper than any checkout nests; what walks over bodies may recurse. */
export const DEPTH_MAX = 64;
/** The longest cart that was seen has some 200. A MiB holds half a million, and redacting each would block all other requests. */
export const VALUES_MAX = 2_000;
/** Distinct ones: each is compared with the names of personal fields. No checkout sends more than 150. */
export const KEYS_MAX = 500;

/** Throws 400 for what is malformed, empty or not an object. */
export async function readBody(bytes: Uint8Array, contentType: string): Promise<DeliveryBody> {
  const type = mediaTypeOf(contentType);
  if (type === 'multipart/form-data') {
    const body = formOf(await readMultipart(bytes, contentType));
    // Each attempt draws a new boundary, so that the bytes of a repeated delivery differ; what they say does not.
    const text = JSON.stringify(body);
    return { body, text, hash: hashOf(text), isTooComplex: isTooComplex(body) };
  }
  const text = decodeText(bytes, contentType);
  // Senders that say 'form' and send JSON are common: curl is one.
  const isForm = type === 'application/x-www-form-urlencoded' && !/^\s*[{[]/.test(text);
  const body = isForm ? formOf(formEntries(bytes, contentType)) : jsonOf(text);
  return { body, text, hash: hashOf(withoutMark(bytes)), isTooComplex: isTooComplex(body) };
}

function jsonOf(text: string): JsonObject {
  const body = parseBody(text);
  if (!body) throw new AppError('conversion-not-json');
  return body;
}

function formOf(entries: Iterable<readonly [string, string]>): JsonObject {
  const body = parseForm(entries);
  if (!body) throw new AppError('conversion-not-form');
  return body;
}

/**
 * True for more values or distinct keys than are read, JSON texts inside counted as well. Level by level, because a body that is too
 * deep to be walked by recursion must be found, too; it throws 400.
 */
function isTooComplex(body: JsonObject): boolean {
  const keys = new Set<string>();
  let level: object[] = [body];
  let values = 0;
  for (let depth = 0; depth < DEPTH_MAX && level.length > 0; depth += 1) {
    const below: object[] = [];
    for (const object of level) {
      const entries: [string, unknown][] = Object.entries(object);
      values += entries.length;
      if (!Array.isArray(object)) for (const [key] of entries) keys.add(key);
      if (values > VALUES_MAX || keys.size > KEYS_MAX) return true;
      for (const [, member] of entries) {
        const inner = typeof member === 'string' ? parseNested(member) : member;
        if (typeof inner === 'object' && inner !== null) below.push(inner);
      }
    }
    level = below;
  }
  if (level.length > 0) throw new AppError('conversion-too-complex');
  return false;
}

/** A mark says how to read the bytes and is no part of what they say. */
const withoutMark = (bytes: Uint8Array): Uint8Array =>
  bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? bytes.subarray(3) : bytes;
