import { promisify } from 'node:util';
import { brotliDecompress, gunzip, inflate, inflateRaw, zstdDecompress } from 'node:zlib';
import { AppError } from '../errors/app-error.ts';

type Decompress = (bytes: Uint8Array, options: { readonly maxOutputLength: number }) => Promise<Buffer>;

const gunzipped: Decompress = promisify(gunzip);
const inflated: Decompress = promisify(inflate);
const inflatedRaw: Decompress = promisify(inflateRaw);

const DECODERS: Readonly<Record<string, Decompress>> = {
  gzip: gunzipped,
  'x-gzip': gunzipped,
  // 'deflate' is zlib by the standard, and bare in what some senders send.
  deflate: (bytes, options) => ((bytes[0] ?? 0) % 16 === 8 ? inflated : inflatedRaw)(bytes, options),
  br: promisify(brotliDecompress),
  zstd: promisify(zstdDecompress),
};
const CODINGS_MAX = 2;
/** For people, in the order in which they are usual. */
const READ_CODINGS = 'gzip, deflate, br, zstd';

const codingsOf = (contentEncoding: string): string[] =>
  contentEncoding
    .toLowerCase()
    .split(',')
    .map((coding) => coding.trim())
    .filter((coding) => coding !== '' && coding !== 'identity');

/** Of the header, whether `decompress` knows each. */
function isReadCoding(contentEncoding: string): boolean {
  const codings = codingsOf(contentEncoding);
  return codings.length <= CODINGS_MAX && codings.every((coding) => Object.hasOwn(DECODERS, coding));
}

/** What was sent, before it was compressed. Throws 415 for a coding that is not read, 400 for what is broken, 413 beyond `bytesMax`. */
export async function plainBody(
  bytes: Buffer,
  contentEncoding: string | undefined,
  bytesMax: number,
): Promise<Uint8Array> {
  if (bytes.length === 0 || contentEncoding === undefined) return bytes;
  assertReadCoding(contentEncoding);
  const plain = await decompress(bytes, contentEncoding, bytesMax);
  if (!plain) throw new AppError('encoding-broken');
  return plain;
}

export function assertReadCoding(contentEncoding: string): void {
  if (!isReadCoding(contentEncoding)) throw new AppError('unsupported-encoding', { params: { read: READ_CODINGS } });
}

/**
 * The bytes that were compressed; undefined when they are broken or their coding is not known. Throws 413 beyond `bytesMax`: that much is read, and
 * no more.
 */
export async function decompress(
  bytes: Uint8Array,
  contentEncoding: string,
  bytesMax: number,
): Promise<Uint8Array | undefined> {
  const codings = codingsOf(contentEncoding);
  if (codings.length > CODINGS_MAX) return undefined;
  let plain = bytes;
  for (const coding of codings.reverse()) {
    const decode = Object.hasOwn(DECODERS, coding) ? DECODERS[coding] : undefined;
    if (!decode) return undefined;
    try {
      plain = await decode(plain, { maxOutputLength: bytesMax });
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE') throw new AppError('body-too-large');
      return undefined;
    }
  }
  return plain;
}
