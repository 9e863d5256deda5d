// Separates failures that mean "the store is unavailable, try again" (503) from our own defects (500).

const codes = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ENOENT', // the unix socket of a database that is down
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
  'CONNECTION_CLOSED', // postgres.js
  'CONNECTION_ENDED',
  'CONNECTION_DESTROYED',
  'CONNECT_TIMEOUT',
  '57P01', // admin_shutdown
  '57P02', // crash_shutdown
  '57P03', // cannot_connect_now
  '53100', // disk_full
  '53300', // too_many_connections
]);

/** True when the error, or one of its causes, says that an outside system could not be reached or takes nothing in. */
export function isUnavailable(error: unknown): boolean {
  for (let current = error, depth = 0; current instanceof Error && depth < 5; current = current.cause, depth += 1) {
    if (current.name === 'LogUnavailableError' || current.name === 'JobsUnavailableError') return true;
    // The analytics store: away, out of time, memory or disk. By name, since ingest must not import it.
    if (current.name === 'StoreError' && 'kind' in current && current.kind === 'busy') return true;
    const code = 'code' in current ? current.code : undefined;
    // Class 08 of SQLSTATE: connection exceptions.
    if (typeof code === 'string' && (codes.has(code) || /^08\w{3}$/.test(code))) {
      return code !== 'ENOENT' || ('syscall' in current && current.syscall === 'connect');
    }
  }
  return false;
}
