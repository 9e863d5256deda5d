import { once } from 'node:events';
import { Agent, request } from 'node:http';
import { connect, type Socket } from 'node:net';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { createLogger } from '../telemetry/logger.ts';
import { createServer } from './server.ts';

async function listening() {
  const app = createServer({ logger: createLogger({ level: 'silent', name: 'test' }), trustProxy: false });
  const { promise: answerNow, resolve: release } = Promise.withResolvers<void>();
  app.get('/', () => 'ok');
  app.get('/slow', () => answerNow.then(() => 'done'));
  app.post('/body', () => 'taken');
  const address = new URL(await app.listen({ host: '127.0.0.1', port: 0 }));
  onTestFinished(() => app.close());
  const open = async (): Promise<Socket> => {
    const accepted = once(app.server, 'connection');
    const socket = connect(Number(address.port), address.hostname);
    socket.on('error', () => undefined);
    onTestFinished(() => void socket.destroy());
    await accepted;
    return socket;
  };
  const closeMs = async () => {
    const began = performance.now();
    await app.close();
    return performance.now() - began;
  };
  return { app, address, open, closeMs, release };
}

test('closes despite a connection that never sent a request', async () => {
  const { address, open, closeMs } = await listening();
  await open();
  expect((await fetch(address)).status).toBe(200);
  expect(await closeMs()).toBeLessThan(2_000);
});

test('closes after a request that was answered during the close on a keep-alive connection', async () => {
  const { app, address, closeMs, release } = await listening();
  const agent = new Agent({ keepAlive: true });
  onTestFinished(() => agent.destroy());
  const begun = once(app.server, 'request');
  const asked = request(new URL('/slow', address), { agent }).end();
  await begun;
  const closed = closeMs();
  setTimeout(release, 200);
  const [answer] = await once(asked, 'response');
  answer.resume();
  expect(answer.statusCode).toBe(200);
  expect(await closed).toBeLessThan(2_000);
});

test('answers a request that is sent during the close with Connection: close', async () => {
  const { app, address } = await listening();
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  onTestFinished(() => agent.destroy());
  const ask = async () => {
    const [answer] = await once(request(address, { agent }).end(), 'response');
    answer.resume();
    await once(answer, 'end');
    return answer;
  };
  await ask();
  const closed = app.close();
  await nextTurn();
  const answer = await ask();
  expect(answer.statusCode).toBe(200);
  expect(answer.headers.connection).toBe('close');
  await closed;
});

test('closes within its time limit despite a body that arrives a byte a second', async () => {
  const { app, open, closeMs } = await listening();
  const socket = await open();
  const begun = once(app.server, 'request');
  socket.write('POST /body HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 100\r\n\r\n{');
  await begun;
  expect(await closeMs()).toBeLessThan(6_000);
});
