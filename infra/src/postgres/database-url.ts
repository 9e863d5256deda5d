// What DATABASE_URL says beyond the driver: how certificates are checked, and that a pooler is between us and the server.
import { readFileSync } from 'node:fs';
import type { ConnectionOptions } from 'node:tls';
import { StartError } from '../errors/start-error.ts';

export interface DatabaseUrl {
  /** For the driver, which would send the parameters that it does not know to the server. */
  readonly href: string;
  /**
   * `pgbouncer=true`: the pooler refuses start-up parameters, and what a session sets may reach another client. So the login role itself
   * must be one for which the tenant wall holds (`assertTenantWall`), and no statement relies on a session's settings.
   */
  readonly isPooled: boolean;
  /** For `sslmode=verify-ca` and `verify-full`; `sslrootcert` names the file of the authority where it is not a public one. */
  readonly ssl?: ConnectionOptions;
}

/** Reads the URL as libpq does. Throws `StartError` when the file of `sslrootcert` cannot be read. */
export function readDatabaseUrl(url: string): DatabaseUrl {
  const parsed = new URL(url);
  const { searchParams: given } = parsed;
  const mode = given.get('sslmode');
  const file = given.get('sslrootcert');
  const isPooled = given.get('pgbouncer') === 'true';
  const isOurs = given.has('sslrootcert') || given.has('pgbouncer');
  for (const name of ['sslrootcert', 'pgbouncer']) given.delete(name);
  const href = isOurs ? parsed.href : url;
  if (mode !== 'verify-ca' && mode !== 'verify-full') return { href, isPooled };
  const ssl: ConnectionOptions = {
    // Node compares the certificate with this name; the driver gives none for an IP address.
    host: parsed.hostname,
    ...(file !== null && file !== 'system' && { ca: readCertificate(file) }),
    ...(mode === 'verify-ca' && { checkServerIdentity: () => undefined }),
  };
  return { href, isPooled, ssl };
}

function readCertificate(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    throw new StartError(`The file ${file}, which sslrootcert of DATABASE_URL names, cannot be read.`);
  }
}
