// Reads a delivery's bytes as JSON objects, in any encoding that a checkout or a tool uses. What cannot be read is a delivery, too: its owner
// sees it, and it is read again after the reading was mended.
import { hashOf } from '@tracker/infra/identity/conversion-id';
import type { JsonObject } from '@tracker/schemas/checkouts/mapping';
import { readForm, readWritten, type Written } from '@tracker/schemas/checkouts/read-written';
import { keptUnread } from '@tracker/schemas/checkouts/unread-body';
import { parseNested, type RedactedBody } from '@tracker/schemas/privacy/redact';
import { redactRaw } from '@tracker/schemas/privacy/redact-raw';
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
  /** Of one that cannot be read. */
  readonly unread?: {
    /** In place of the body. */
    readonly kept: string;
    readonly redacted: RedactedBody;
    /** What a sender without a key is answered. */
    readonly refusal: Refusal;
  };
}

type Refusal = 'conversion-not-json' | 'conversion-not-form' | 'form-unreadable';

/** Deeper than any checkout nests; what walks over bodies may recurse. */
export const DEPTH_MAX = 64;
/** The longest cart that was seen has some 200. A MiB holds half a million, and redacting each would block all other requests. */
export const VALUES_MAX = 2_000;
/** Distinct ones: each is compared with the names of personal fields. No checkout sends more than 150. */
export const KEYS_MAX = 500;
/** Deliveries in one list: each is an entry of the log. */
export const DELIVERIES_MAX = 200;

/** Never none; several are the members of a list. */
export async function readBody(bytes: Uint8Array, contentType: string): Promise<DeliveryBody[]> {
  const type = mediaTypeOf(contentType);
  if (type === 'multipart/form-data') {
    const parts = await readMultipart(bytes, contentType).catch(() => undefined);
    const read: Written = parts ? readForm(parts) : { at: 'multipart' };
    const refusal = parts ? 'conversion-not-form' : 'form-unreadable';
    if ('at' in read) return [unreadable({ bytes, contentType, at: read.at, text: '', refusal })];
    // Each attempt draws a new boundary, so that the bytes of a repeated delivery differ; what they say does not.
    return read.objects.length === 1 ? read.objects.map((body) => bodyOf(body)) : members(read.objects, '', bytes);
  }
  const text = decodeText(bytes, contentType);
  // Senders that say 'form' and send JSON are common: curl is one.
  const isForm = type === 'application/x-www-form-urlencoded' && !/^\s*[{["]/.test(text);
  const read = isForm ? readForm(formEntries(bytes, contentType)) : readWritten(text);
  if ('at' in read) {
    const refusal = isForm ? 'conversion-not-form' : 'conversion-not-json';
    // In a form the names and values have escapes, in which no document would be found.
    return [unreadable({ bytes, contentType, at: read.at, text: isForm ? '' : text, refusal })];
  }
  const [only, ...others] = read.objects;
  if (only && others.length === 0) return [bodyOf(only, text, hashOf(withoutMark(bytes)))];
  return members(read.objects, text, bytes);
}

/** What is compressed and cannot be unpacked. */
export const unpackable = (bytes: Uint8Array, contentType: string): DeliveryBody =>
  unreadable({ bytes, contentType, at: 'encoding', text: '', refusal: 'conversion-not-json' });

function bodyOf(body: JsonObject, text?: string, hash?: string): DeliveryBody {
  const tooComplex = isTooComplex(body);
  const written = text ?? JSON.stringify(body);
  return { body, text: written, hash: hash ?? hashOf(written), isTooComplex: tooComplex };
}

/** Each its own delivery, the same when it is sent again in another list; of equal ones, the second is another one than the first. */
function members(objects: readonly JsonObject[], text: string, bytes: Uint8Array): DeliveryBody[] {
  const list: JsonObject = { list: objects };
  if (objects.length > DELIVERIES_MAX || isTooComplex(list)) {
    return [{ body: list, text: text || hashOf(bytes), hash: hashOf(withoutMark(bytes)), isTooComplex: true }];
  }
  const seen = new Map<string, number>();
  return objects.map((body) => {
    const written = JSON.stringify(body);
    const before = seen.get(written) ?? 0;
    seen.set(written, before + 1);
    return bodyOf(body, before === 0 ? written : `${written}\n${before}`);
  });
}

interface Unreadable {
  readonly bytes: Uint8Array;
  readonly contentType: string;
  readonly at: string;
  /** '' where documents would not be found in it: all of it is encrypted then. */
  readonly text: string;
  readonly refusal: Refusal;
}

/** Of a greater one this much is kept: it may be longer as JSON, and encrypted. */
export const UNREAD_BYTES_MAX = 256 * 1024;

function unreadable({ bytes, contentType, at, text, refusal }: Unreadable): DeliveryBody {
  const isText = text !== '' && !text.includes('\0') && bytes.length <= UNREAD_BYTES_MAX;
  const encrypted = Buffer.from(bytes.subarray(0, UNREAD_BYTES_MAX)).toString('base64');
  const raw = isText
    ? redactRaw(text)
    : { text: '', personal: bytes.length === 0 ? {} : { bytes: encrypted }, email: '', phone: '' };
  return {
    body: {},
    // The same bytes again are the same delivery, also without a text.
    text: isText ? text : hashOf(bytes),
    hash: hashOf(withoutMark(bytes)),
    isTooComplex: false,
    unread: {
      kept: keptUnread({ at, type: contentType.slice(0, 128), text: raw.text }),
      redacted: { body: {}, personal: raw.personal, email: raw.email, phone: raw.phone },
      refusal,
    },
  };
}

/**
 * True for more values or distinct keys than are read, JSON texts inside counted as well, or for what nests too deep. Level by level, because a body
 * that is too deep to be walked by recursion must be found, too.
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
  return level.length > 0;
}

/** A mark says how to read the bytes and is no part of what they say. */
const withoutMark = (bytes: Uint8Array): Uint8Array =>
  bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? bytes.subarray(3) : bytes;
