import { once } from 'node:events';
import { connect } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { createLogger } from '../telemetry/logger.ts';
import { createServer } from './server.ts';

test('writes no line for a client that goes away in the middle of its body', async () => {
  const lines: string[] = [];
  const logger = createLogger({ level: 'warn', name: 'test', destination: { write: (line) => void lines.push(line) } });
  const app = createServer({ logger, trustProxy: false });
  onTestFinished(() => app.close());
  const answered = Promise.withResolvers<void>();
  app.addHook('onError', (_request, _reply, _error, done) => {
    setImmediate(answered.resolve);
    done();
  });
  app.post('/body', () => 'taken');
  const { port, hostname } = new URL(await app.listen({ host: '127.0.0.1', port: 0 }));
  const socket = connect(Number(port), hostname);
  await once(socket, 'connect');
  socket.write('POST /body HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 1000\r\n\r\n{');
  socket.end();
  socket.resume();
  await answered.promise;
  expect(lines).toEqual([]);
});
