import { finished } from 'node:stream/promises';
import { Busboy, type BusboyHeaders } from '@fastify/busboy';
import { AppError } from '@tracker/infra/errors/app-error';

/** Far above any checkout's form; `parseForm` refuses above its own limit. */
const LIMITS = { fields: 2_001, parts: 2_100, fieldNameSize: 512, headerPairs: 50, files: 0 } as const;

/** A chunk is read at once, even beyond the limit. */
const CHUNK_BYTES = 16 * 1024;

/** The fields of a multipart body, in their order; files are left out. Throws 400 when it is broken or ends early. */
export async function readMultipart(bytes: Uint8Array, contentType: string): Promise<[name: string, value: string][]> {
  const fields: [string, string][] = [];
  try {
    const headers: BusboyHeaders = { 'content-type': contentType };
    const parser = new Busboy({ headers, limits: LIMITS });
    // A part may have no name, which the types do not know; it says nothing then.
    parser.on('field', (name: string | undefined, value) => void (name !== undefined && fields.push([name, value])));
    // Beyond its limits it only stops reporting, and would read on.
    const beyond = () => parser.destroy(new Error('too many fields'));
    parser.on('fieldsLimit', beyond).on('partsLimit', beyond);
    const end = finished(parser);
    for (let start = 0; start < bytes.length && !parser.destroyed; start += CHUNK_BYTES) {
      parser.write(bytes.subarray(start, start + CHUNK_BYTES));
    }
    if (!parser.destroyed) parser.end();
    await end;
  } catch (cause) {
    throw new AppError('form-unreadable', { cause });
  }
  return fields;
}
