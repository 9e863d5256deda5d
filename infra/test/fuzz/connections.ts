// Strangers who hold connections: readers that do not read, requests sent ahead, half-open and slow ones. Others are answered meanwhile.
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { click } from '../kit/registered-tenant.ts';
import type { Target } from './target.ts';

interface Attack {
  readonly name: string;
  readonly connections: number;
  /** What each sends at once. */
  readonly head: (path: (path: string) => string) => string;
  /** What it goes on with. */
  readonly drip?: string;
}

const ATTACKS: readonly Attack[] = [
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
];

/** Each attack lasts some seconds; a click next to it may not take longer. */
const LASTS_MS = 3_000;
const CLICK_MAX_MS = 5_000;

export async function holdConnections({ tenant }: Target, complaints: string[]): Promise<void> {
  const { hostname, port } = new URL(tenant.url);
  const get = (path: string) => `GET ${path} HTTP/1.1\r\nhost: ${hostname}:${port}\r\n\r\n`;
  for (const { name, connections, head, drip } of ATTACKS) {
    const sockets: Socket[] = [];
    for (let index = 0; index < connections; index += 1) {
      const socket = connect(Number(port), hostname);
      socket.on('error', () => undefined);
      socket.pause();
      socket.write(head(get));
      sockets.push(socket);
    }
    const dripping = setInterval(() => {
      if (drip !== undefined) for (const socket of sockets) if (socket.writable) socket.write(drip);
    }, 500);
    const endsAt = performance.now() + LASTS_MS;
    while (performance.now() < endsAt) {
      const began = performance.now();
      await click(tenant).catch((error: unknown) => complaints.push(`${name}: a click next to it failed: ${error}`));
      const tookMs = performance.now() - began;
      if (tookMs > CLICK_MAX_MS) complaints.push(`${name}: a click next to it took ${Math.round(tookMs)} ms`);
      await delay(100);
    }
    clearInterval(dripping);
    const closed = sockets.map((socket) => (socket.closed ? undefined : once(socket, 'close')));
    for (const socket of sockets) socket.destroy();
    await Promise.all(closed);
  }
}
