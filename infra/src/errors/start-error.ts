// The reason why a program cannot start, as one English sentence for the terminal: no stack, exit code 1.

export class StartError extends Error {
  override readonly name = 'StartError';
}

/** The system's word for a failure (`code` of an `ErrnoException`), if it is one. */
export function systemCode(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;
}

/** The sentence for what the operating system refused while something was done to `path`; undefined when it is none of these. */
export function startErrorForPath(error: unknown, path: string): StartError | undefined {
  switch (systemCode(error)) {
    case 'EACCES':
    case 'EPERM':
    case 'EROFS':
    case 'ENOENT': // in places like /proc, where nothing can be made
      return new StartError(
        `The data directory ${path} is not writable; give this user the right to write there or set DATA_DIR.`,
      );
    case 'ENOTDIR':
    case 'EEXIST':
      return new StartError(
        `The data directory ${path} is not a directory; remove that file or set DATA_DIR to another path.`,
      );
    case 'ENOSPC':
    case 'EDQUOT':
      return new StartError(`The disk that holds the data directory ${path} is full; free some space or set DATA_DIR.`);
    default:
      return undefined;
  }
}

/** The sentence for an address that could not be listened on; undefined when the failure is another. `setting`: of the port. */
export function startErrorForAddress(
  error: unknown,
  host: string,
  port: number,
  setting: 'PORT' | 'ADMIN_PORT' = 'PORT',
): StartError | undefined {
  switch (systemCode(error)) {
    case 'EADDRINUSE':
      return new StartError(
        `Port ${port} on ${host} is in use by another program; stop it, or choose a free one: ${setting}=${another(port)}.`,
      );
    case 'EACCES':
      return new StartError(`This user may not listen on port ${port}; set ${setting} to one above 1023.`);
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
      return new StartError(
        `The address ${host} does not belong to this machine; set ${setting === 'PORT' ? 'HOST' : 'ADMIN_HOST'} to one that does.`,
      );
    default:
      return undefined;
  }
}

const PORT_MAX = 65_535;
const another = (port: number) => (port < PORT_MAX ? port + 1 : port - 1);
