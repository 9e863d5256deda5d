import { once } from 'node:events';
import { connect } from 'node:net';
import { expect, test } from 'vitest';
import { createLogger } from '../telemetry/logger.ts';
import { createServer } from './server.ts';

test('a connection that never asked anything does not keep the server from closing', async () => {
  const app = createServer({ logger: createLogger({ level: 'silent', name: 'test' }), trustProxy: false });
  app.get('/', () => 'ok');
  const address = new URL(await app.listen({ host: '127.0.0.1', port: 0 }));
  const accepted = once(app.server, 'connection');
  const socket = connect(Number(address.port), address.hostname);
  await accepted;
  expect((await fetch(address)).status).toBe(200);

  const began = performance.now();
  await app.close();
  expect(performance.now() - began).toBeLessThan(2_000);
  socket.destroy();
});
