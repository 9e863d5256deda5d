import { once } from 'node:events';
import { connect } from 'node:net';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { createLogger } from '../telemetry/logger.ts';
import { createServer } from './server.ts';

const app = createServer({
  logger: createLogger({ level: 'silent', name: 'test' }),
  trustProxy: false,
  timeouts: { headersMs: 300, requestMs: 600, checkEveryMs: 50 },
});
app.post('/body', () => 'taken');
let address: URL;
beforeAll(async () => {
  address = new URL(await app.listen({ host: '127.0.0.1', port: 0 }));
});
afterAll(() => app.close());

/** Sends `head` at once and then a byte from time to time; returns the response and the time until the connection closed. */
async function trickle(head: string): Promise<{ answer: string; ms: number }> {
  const began = performance.now();
  const socket = connect(Number(address.port), address.hostname);
  let answer = '';
  socket.on('data', (chunk) => {
    answer += chunk.toString();
  });
  socket.on('error', () => undefined);
  await once(socket, 'connect');
  socket.write(head);
  const dripping = setInterval(() => socket.write('a'), 100);
  onTestFinished(() => clearInterval(dripping));
  await once(socket, 'close');
  clearInterval(dripping);
  return { answer, ms: performance.now() - began };
}

const sentence = /^HTTP\/1\.1 408 [\s\S]*"message":"A requisição demorou demais\."/;

test('ends a body that arrives a byte at a time with 408', async () => {
  const { answer, ms } = await trickle(
    'POST /body HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 1000\r\n\r\n{',
  );
  expect(answer).toMatch(sentence);
  expect(ms).toBeLessThan(2_000);
});

test('ends headers that arrive a byte at a time with 408', async () => {
  const { answer, ms } = await trickle('GET /body HTTP/1.1\r\nhost: x\r\nx-slow: ');
  expect(answer).toMatch(sentence);
  expect(ms).toBeLessThan(2_000);
});
