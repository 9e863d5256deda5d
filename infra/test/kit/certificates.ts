// An authority of its own and a server's certificate, for tests of TLS.
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { programsAreHere } from './needed-programs.ts';

const run = promisify(execFile);

export const opensslIsAvailable = (): boolean => programsAreHere('tls');

export interface Certificates {
  /** Files in PEM. `other` is an authority that signed nothing here. */
  readonly ca: string;
  readonly other: string;
  readonly cert: string;
  readonly key: string;
  delete(): void;
}

/** The server's certificate names `localhost` alone, so 127.0.0.1 is a wrong name. */
export async function makeCertificates(): Promise<Certificates> {
  const dir = mkdtempSync(join(tmpdir(), `tracker-test-${process.pid}-tls-`));
  const file = (name: string) => join(dir, name);
  const newKey = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2'];
  for (const name of ['ca', 'other']) {
    const out = ['-keyout', file(`${name}.key`), '-out', file(`${name}.pem`)];
    await run('openssl', ['req', '-x509', ...newKey, '-subj', `/CN=Test ${name}`, ...out]);
  }
  const issuer = ['-CA', file('ca.pem'), '-CAkey', file('ca.key'), '-addext', 'subjectAltName=DNS:localhost'];
  const out = ['-keyout', file('server.key'), '-out', file('server.pem')];
  await run('openssl', ['req', '-x509', ...issuer, ...newKey, '-subj', '/CN=localhost', ...out]);
  return {
    ca: file('ca.pem'),
    other: file('other.pem'),
    cert: file('server.pem'),
    key: file('server.key'),
    delete: () => rmSync(dir, { recursive: true, force: true }),
  };
}
