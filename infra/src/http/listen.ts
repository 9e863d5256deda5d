import { startErrorForAddress } from '../errors/start-error.ts';
import type { Server } from './server.ts';

/** Rejects with `StartError` when the address is not available. */
export async function listen(app: Server, { host, port }: { host: string; port: number }): Promise<void> {
  await app.listen({ host, port }).catch((error: unknown) => {
    throw startErrorForAddress(error, host, port) ?? error;
  });
}
