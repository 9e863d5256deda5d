// Strangers who hold connections: readers that do not read, requests sent ahead, half-open and slow ones, and very many that are kept.
import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

export interface Attack {
  readonly name: string;
  readonly connections: number;
  /** What each sends at once. */
  readonly head: (get: (path: string) => string) => string;
  /** What it goes on with, twice a second. */
  readonly drip?: string;
}

export const ATTACKS: readonly Attack[] = [
  { name: 'unread documents, sent ahead', connections: 60, head: (get) => get('/api/openapi.json').repeat(60) },
  { name: 'unread documents, one each', connections: 300, head: (get) => get('/api/openapi.json') },
  { name: 'unread pages, sent ahead', connections: 100, head: (get) => get('/').repeat(500) },
  { name: 'half-open connections', connections: 500, head: () => '' },
  { name: 'slow headers', connections: 200, head: () => 'GET / HTTP/1.1\r\nhost: x\r\nx-slow: ', drip: 'a' },
  {
    name: 'slow bodies',
    connections: 200,
    head: () => 'POST /leads HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 16000\r\n\r\n{',
    drip: '"',
  },
  { name: 'kept connections', connections: 2_000, head: (get) => get('/favicon.svg') },
];

export interface Held {
  /** How many were opened, also in place of those that were ended. */
  opened(): number;
  /** Resolves when all connections are closed. */
  stop(): Promise<void>;
}

export interface AttackOptions {
  readonly url: string;
  /** Of a network that is not this machine's own (`withStrangersAddress`). */
  readonly localAddress?: string | undefined;
  /** Opens another connection in place of one that was ended. */
  readonly isStubborn?: boolean;
}

/** A connection that was ended comes again after so long. */
const AGAIN_MS = 1_000;
const DRIP_MS = 500;

/** Holds the connections of an attack until it is stopped. Nothing that comes back is read. */
export function holdConnections({ connections, head, drip }: Attack, options: AttackOptions): Held {
  const { hostname, port } = new URL(options.url);
  const { localAddress, isStubborn = false } = options;
  const get = (path: string) => `GET ${path} HTTP/1.1\r\nhost: ${hostname}:${port}\r\n\r\n`;
  const request = head(get);
  const sockets = new Set<Socket>();
  let opened = 0;

  function open(): void {
    const socket = connect({ host: hostname, port: Number(port), ...(localAddress && { localAddress }) });
    opened += 1;
    sockets.add(socket);
    socket.on('error', () => undefined).once('close', () => sockets.delete(socket));
    socket.pause();
    socket.write(request);
  }

  for (let index = 0; index < connections; index += 1) open();
  const dripping = setInterval(() => {
    if (drip !== undefined) for (const socket of sockets) if (socket.writable) socket.write(drip);
  }, DRIP_MS);
  const reopening = setInterval(() => {
    if (isStubborn) for (let missing = connections - sockets.size; missing > 0; missing -= 1) open();
  }, AGAIN_MS);

  return {
    opened: () => opened,
    async stop() {
      clearInterval(dripping);
      clearInterval(reopening);
      const closed = [...sockets].map((socket) => once(socket, 'close'));
      for (const socket of sockets) socket.destroy();
      await Promise.all(closed);
    },
  };
}

/** All attacks at once. */
export function startAttackers(options: AttackOptions): Held {
  const held = ATTACKS.map((attack) => holdConnections(attack, { isStubborn: true, ...options }));
  return {
    opened: () => held.reduce((sum, one) => sum + one.opened(), 0),
    stop: async () => void (await Promise.all(held.map((one) => one.stop()))),
  };
}

/** Of a block that documentation alone uses, so no limit takes it for this machine's own network. */
const ADDRESS = '203.0.113.7';

/** Runs `work` with an address of the internet, which this machine has meanwhile; without the right to add one, with none and a line that says so. */
export async function withStrangersAddress<T>(
  say: (line: string) => void,
  work: (localAddress: string | undefined) => Promise<T>,
): Promise<T> {
  const ip = (verb: 'add' | 'del') => spawnSync('ip', ['address', verb, `${ADDRESS}/32`, 'dev', 'lo']);
  const isThere = ip('add').status === 0;
  if (!isThere)
    say(
      `the strangers come from this machine's own network, whose connections are not counted: \`ip address add\` is refused`,
    );
  try {
    return await work(isThere ? ADDRESS : undefined);
  } finally {
    if (isThere) ip('del');
  }
}
