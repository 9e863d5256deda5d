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
  /** The store does what it is asked, and each connection breaks before the answer arrives. */
  loseAnswers(): void;
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
  /** Of the store's side, each to ours. */
  const answering = new Map<Socket, Socket>();
  let isCut = false;
  let isFrozen = false;
  let losesAnswers = false;
  const server = createServer((near) => {
    if (isCut) return void near.destroy();
    const far = connect(Number(target.port), target.hostname);
    answering.set(far, near);
    far.once('close', () => answering.delete(far));
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.set(one, other);
      if (losesAnswers && one === far) one.on('data', () => one.destroy());
      else if (!isFrozen) one.pipe(other);
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
      if (losesAnswers) breakAll();
      losesAnswers = false;
    },
    freeze() {
      isFrozen = true;
      for (const [one, other] of sockets) one.unpipe(other).pause();
    },
    thaw() {
      isFrozen = false;
      for (const [one, other] of sockets) one.pipe(other);
    },
    loseAnswers() {
      losesAnswers = true;
      for (const [far, near] of answering) {
        far.unpipe(near);
        far.on('data', () => far.destroy());
      }
    },
  };
}
