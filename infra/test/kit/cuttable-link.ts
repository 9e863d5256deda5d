import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { onTestFinished } from 'vitest';

export interface CuttableLink {
  /** The store's URL through the link. */
  readonly url: string;
  /** Cuts the network: connections break, and new ones are refused. */
  cut(): void;
  mend(): void;
  /** The store hangs: connections stay open and new ones are accepted, without an answer. */
  freeze(): void;
  /** What was sent meanwhile arrives. */
  thaw(): void;
}

/**
 * A TCP proxy to a store that can be cut, so that one test loses a store that other tests keep using. A concurrent test passes
 * the `onTestFinished` of its context.
 */
export async function cuttableLink(
  storeUrl: string,
  atEnd: (end: () => void | Promise<void>) => void = onTestFinished,
): Promise<CuttableLink> {
  const target = new URL(storeUrl);
  const sockets = new Map<Socket, Socket>();
  let isCut = false;
  let isFrozen = false;
  const server = createServer((near) => {
    if (isCut) return void near.destroy();
    const far = connect(Number(target.port), target.hostname);
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.set(one, other);
      if (!isFrozen) one.pipe(other);
      one.on('error', () => other.destroy());
      one.on('close', () => {
        sockets.delete(one);
        other.destroy();
      });
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const breakAll = () => {
    for (const socket of sockets.keys()) socket.destroy();
  };
  atEnd(() => {
    breakAll();
    server.close();
  });
  const url = new URL(storeUrl);
  url.hostname = '127.0.0.1';
  url.port = String((server.address() as AddressInfo).port);
  return {
    url: url.href,
    cut() {
      isCut = true;
      breakAll();
    },
    mend() {
      isCut = false;
    },
    freeze() {
      isFrozen = true;
      for (const [one, other] of sockets) one.unpipe(other).pause();
    },
    thaw() {
      isFrozen = false;
      for (const [one, other] of sockets) one.pipe(other);
    },
  };
}
