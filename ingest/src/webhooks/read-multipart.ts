import { finished } from 'node:stream/promises';
import { Busboy, type BusboyHeaders } from '@fastify/busboy';
import { AppError } from '@tracker/infra/errors/app-error';

/** Far above any checkout's form; `parseForm` refuses above its own limit. */
const LIMITS = { fields: 2_001, fieldNameSize: 512, headerPairs: 50, files: 0 } as const;

/** The fields of a multipart body, in their order; files are left out. Throws 400 when it is broken or ends early. */
export async function readMultipart(bytes: Uint8Array, contentType: string): Promise<[name: string, value: string][]> {
  const fields: [string, string][] = [];
  try {
    const headers: BusboyHeaders = { 'content-type': contentType };
    const parser = new Busboy({ headers, limits: LIMITS });
    parser.on('field', (name, value) => fields.push([name, value]));
    const end = finished(parser);
    parser.end(bytes);
    await end;
  } catch (cause) {
    throw new AppError(400, 'bad-request', 'O formulário enviado não pôde ser lido.', { cause });
  }
  return fields;
}
