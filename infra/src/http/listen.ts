import { startErrorForAddress } from '../errors/start-error.ts';
import type { Server } from './server.ts';

/** Rejects with `StartError` when the address is not available. */
export async function listen(
  app: Server,
  { host, port, setting }: { host: string; port: number; setting?: 'ADMIN_PORT' },
): Promise<void> {
  await app.listen({ host, port }).catch((error: unknown) => {
    throw startErrorForAddress(error, host, port, setting) ?? error;
  });
}
