/** An S3 on loopback (s3rver, from npm), with one bucket, that keeps its objects in a folder. */
import { once } from 'node:events';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
// @ts-expect-error: the package has no types; those that are used are below.
import S3rver from '@20minutes/s3rver';

interface Rver {
  httpServer?: Server;
  run(): Promise<AddressInfo>;
}
type Options = Readonly<Record<string, unknown>>;

export interface S3Server {
  /** For BACKUP_URL. */
  readonly url: string;
  close(): Promise<void>;
}

export async function startS3Server(directory: string): Promise<S3Server> {
  const server: Rver = new (S3rver as new (options: Options) => Rver)({
    address: '127.0.0.1',
    port: 0,
    silent: true,
    directory,
    vhostBuckets: false,
    // It computes another signature of a list with a prefix than the client of AWS.
    allowMismatchedSignatures: true,
    configureBuckets: [{ name: 'kept' }],
  });
  const { port } = await server.run();
  return {
    url: `s3+http://S3RVER:S3RVER@127.0.0.1:${port}/kept/tracker`,
    async close() {
      server.httpServer?.closeAllConnections();
      server.httpServer?.close();
      if (server.httpServer) await once(server.httpServer, 'close');
    },
  };
}
