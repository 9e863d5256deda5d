import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { connect, type Socket } from 'node:net';
import { eventually } from '@tracker/test/kit/eventually';
import { afterEach, describe, expect, test } from 'vitest';
import { createLogger } from '../telemetry/logger.ts';
import { CONNECTION_LIMITS, type ConnectionLimits } from './connections.ts';
import { IN_FLIGHT_OF_NETWORK_MAX } from './in-flight.ts';
import { createServer, type ServerOptions } from './server.ts';

const logger = createLogger({ level: 'silent', name: 'test' });
const closing: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

const BYTES = Buffer.alloc(8 * 1024 ** 2, 'x');

async function serve(limits: Partial<ConnectionLimits> = {}, options: Partial<ServerOptions> = {}) {
  const refused: string[] = [];
  const app = createServer({
    ...{ logger, trustProxy: false, ...options },
    connections: { ...CONNECTION_LIMITS, ...limits },
    recordLimit: async (name) => void refused.push(name),
  });
  const open: ServerResponse[] = [];
  const waiters: (() => void)[] = [];
  app.get('/small', () => 'small');
  app.get('/large', () => BYTES);
  app.get('/held', async (_request, reply) => {
    open.push(reply.raw);
    await new Promise<void>((resolve) => waiters.push(resolve));
    return 'held';
  });
  const sides = new Map<number, Promise<unknown>>();
  app.server.on('connection', (side) => {
    sides.set(side.remotePort ?? 0, new Promise((resolve) => side.once('close', resolve)));
  });
  const { hostname, port } = new URL(await app.listen({ host: '127.0.0.1', port: 0 }));
  closing.push(() => app.close());
  const dial = async (): Promise<{ socket: Socket; text: () => string; ended: Promise<unknown> | undefined }> => {
    const socket = connect(Number(port), hostname);
    socket.on('error', () => undefined);
    await once(socket, 'connect');
    // A client that reads nothing does not notice an end: the server's side says.
    const localPort = socket.localPort ?? 0;
    await eventually(() => expect(sides.has(localPort)).toBe(true));
    const ended = sides.get(localPort);
    closing.push(() => socket.destroy());
    let text = '';
    return {
      socket,
      ended,
      text: () => {
        if (socket.listenerCount('data') === 0)
          socket.on('data', (chunk) => (text += chunk.toString('latin1'))).resume();
        return text;
      },
    };
  };
  const release = () => {
    for (const resolve of waiters.splice(0)) resolve();
  };
  closing.push(release);
  return { app, dial, open, release, refused };
}

const get = (path: string, headers = '') => `GET ${path} HTTP/1.1\r\nhost: x\r\n${headers}\r\n`;
const answers = (text: string) => text.split('HTTP/1.1 ').length - 1;
/** As if its network were of the internet. */
const forwarded = (ip: string) => `x-forwarded-for: ${ip}\r\n`;

describe('requests of one connection', () => {
  test('are answered one after the other, in their order, also when they come at once', async () => {
    const { dial, open, release } = await serve();
    const { socket, text } = await dial();
    socket.write(get('/held').repeat(5) + get('/small'));
    for (let count = 1; count <= 5; count += 1) {
      await eventually(() => expect(open).toHaveLength(count));
      release();
    }
    await eventually(() => expect(answers(text())).toBe(6));
    expect(text()).toMatch(/small$/);
  });

  test('end the connection when many more come before the first is answered', async () => {
    const { dial, open, refused } = await serve({ pipelinedMax: 10 });
    const { socket, ended } = await dial();
    socket.write(get('/held').repeat(500));
    await ended;
    expect(open).toHaveLength(1);
    expect(refused).toEqual(['pipelined']);
  });

  test('go on after a kept connection was idle', async () => {
    const { dial } = await serve();
    const { socket, text } = await dial();
    for (let count = 1; count <= 3; count += 1) {
      socket.write(get('/small') + get('/small'));
      await eventually(() => expect(answers(text())).toBe(2 * count));
    }
  });
});

describe('answers whose reader takes nothing', () => {
  test('hold no more than their bytes by network, those that wait longest end first', async () => {
    const { dial, refused } = await serve({ waitingOfNetworkMax: 3.5 * BYTES.length }, { trustProxy: 1 });
    const readers = [];
    for (let index = 0; index < 6; index += 1) {
      const reader = await dial();
      reader.socket.pause();
      reader.socket.write(get('/large', forwarded('203.0.113.7')));
      readers.push(reader);
      if (index > 0) await new Promise((resolve) => setImmediate(resolve));
    }
    await Promise.race(readers.slice(0, 3).map(({ ended }) => ended));
    await eventually(() => expect(refused).toContain('unread-network'));
    // Another network has its answer meanwhile.
    const other = await dial();
    other.socket.write(get('/large', forwarded('198.51.100.1')));
    await eventually(() => expect(other.text().length).toBeGreaterThan(BYTES.length));
  });

  test('hold no more than their bytes in all: the network with most of them gives way', async () => {
    const { dial, refused } = await serve({ waitingMax: 3.5 * BYTES.length }, { trustProxy: 1 });
    const one = await dial();
    one.socket.pause();
    one.socket.write(get('/large', forwarded('198.51.100.1')));
    let oneEnded = false;
    void one.ended?.then(() => (oneEnded = true));
    const many = await Promise.all(
      [1, 2, 3, 4].map(async () => {
        const reader = await dial();
        reader.socket.pause();
        reader.socket.write(get('/large', forwarded('203.0.113.7')));
        return reader;
      }),
    );
    await Promise.any(many.map(({ ended }) => ended));
    expect(refused).toContain('unread');
    expect(oneEnded).toBe(false);
    await eventually(() => expect(one.text().length).toBeGreaterThan(BYTES.length));
  });

  test('end when the reader takes nothing, and not when it takes a little', async () => {
    const { dial, refused } = await serve({ stalledMs: 300 });
    const stalled = await dial();
    stalled.socket.pause();
    const slow = await dial();
    let slowBytes = 0;
    slow.socket.on('data', (chunk) => {
      slowBytes += chunk.length;
      slow.socket.pause();
      setTimeout(() => slow.socket.resume(), 5);
    });
    stalled.socket.write(get('/large'));
    slow.socket.write(get('/large'));
    // What it sends meanwhile is not read, and is no sign of a reader.
    const chatter = setInterval(() => stalled.socket.write('\r\n'), 50);
    closing.push(() => clearInterval(chatter));
    await stalled.ended;
    expect(refused).toEqual(['unread-answer']);
    await eventually(() => expect(slowBytes).toBeGreaterThan(BYTES.length));
  });

  test('larger than one connection may hold end it', async () => {
    const { dial, refused } = await serve({ answerBytesMax: BYTES.length / 8 });
    const { socket, ended } = await dial();
    socket.pause();
    socket.write(get('/large'));
    await ended;
    expect(refused).toEqual(['unread-answer']);
  });
});

describe('connections', () => {
  test('of one network beyond their number end those that are idle for longest, never one in work', async () => {
    const { dial, open, release } = await serve({ ofNetworkMax: 3, isOwnSide: () => false });
    const working = await dial();
    working.socket.write(get('/held'));
    await eventually(() => expect(open).toHaveLength(1));
    const idle = [await dial(), await dial(), await dial(), await dial()];
    await Promise.all([idle[0]?.ended, idle[1]?.ended]);
    idle[3]?.socket.write(get('/small'));
    await eventually(() => expect(idle[3]?.text()).toMatch(/small$/));
    release();
    await eventually(() => expect(working.text()).toMatch(/held$/));
  });

  test('in all beyond their number end one that is idle', async () => {
    const { dial, refused } = await serve({ connectionsMax: 2, isOwnSide: () => false });
    const first = await dial();
    await dial();
    await dial();
    await first.ended;
    expect(refused).toEqual(['connections']);
  });

  test('of a trusted proxy are not counted by network', async () => {
    const { dial } = await serve({ ofNetworkMax: 2 }, { trustProxy: ['127.0.0.1'] });
    const kept = [await dial(), await dial(), await dial(), await dial()];
    for (const { socket } of kept) socket.write(get('/small', forwarded('203.0.113.7')));
    await eventually(() => expect(kept.map(({ text }) => answers(text()))).toEqual([1, 1, 1, 1]));
  });
});

describe('requests in flight', () => {
  test('of one network beyond their number are 503, and those of another network are answered', async () => {
    const { app, open, release } = await serve({}, { trustProxy: 1 });
    const ask = (url: string, remoteAddress: string) =>
      app.inject({ url, remoteAddress: '127.0.0.1', headers: { 'x-forwarded-for': remoteAddress } });
    const held = Array.from({ length: IN_FLIGHT_OF_NETWORK_MAX }, () => ask('/held', '203.0.113.7'));
    await eventually(() => expect(open).toHaveLength(IN_FLIGHT_OF_NETWORK_MAX));
    const refusal = await ask('/small', '203.0.113.7');
    expect([refusal.statusCode, refusal.json().error, refusal.headers['retry-after']]).toEqual([
      503,
      'overloaded',
      '1',
    ]);
    expect((await ask('/small', '198.51.100.1')).statusCode).toBe(200);
    release();
    await Promise.all(held);
    expect((await ask('/small', '203.0.113.7')).statusCode).toBe(200);
  });
});
