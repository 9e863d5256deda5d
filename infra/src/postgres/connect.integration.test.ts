import net from 'node:net';
import { useStack } from '@tracker/test/kit/stack';
import { expect, onTestFinished, test } from 'vitest';
import { connect, openSocket } from './connect.ts';

const stack = useStack();

// Without TCP_NODELAY a statement sent in two writes stalls for 40 ms: the second write waits for a delayed acknowledgement.
test('opens every socket with TCP_NODELAY', async () => {
  const asked: unknown[] = [];
  const server = net.createServer((peer) => peer.end());
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { setNoDelay } = net.Socket.prototype;
  net.Socket.prototype.setNoDelay = function (this: net.Socket, on?: boolean) {
    asked.push(on);
    return setNoDelay.call(this, on);
  };
  try {
    const socket = openSocket({ host: ['127.0.0.1'], port: [(server.address() as net.AddressInfo).port] });
    await new Promise((resolve) => socket.once('connect', resolve));
    socket.destroy();
  } finally {
    net.Socket.prototype.setNoDelay = setNoDelay;
    server.close();
  }
  expect(asked).toEqual([true]);
});

test('rejects the query, and does not crash the process, when the server is unreachable', async () => {
  for (const url of [
    'postgres://a:b@127.0.0.1:1/x',
    'postgres://a:b@256.0.0.1:5432/x',
    'postgres://a:b@%2Fnowhere:5432/x',
  ]) {
    const sql = connect({ url, logger: stack.logger, name: 'test', max: 1 });
    await expect(sql`SELECT 1`).rejects.toThrow();
    await sql.end({ timeout: 0 });
  }
});

// Also after a change of the tables that it reads, and behind a pooler that keeps no prepared statements.
test('sends the same bytes and JSON again when the server has forgotten the prepared statement', async () => {
  const sql = connect({ url: stack.postgresUrl, logger: stack.logger, name: 'test', max: 1 });
  onTestFinished(() => sql.end());
  const echo = (text: string) => sql`SELECT ${Buffer.from(text)}::bytea AS bytes, ${sql.json({ text })}::jsonb AS json`;
  await echo('first');
  await sql.unsafe('DEALLOCATE ALL');
  expect(await echo('second')).toEqual([{ bytes: Buffer.from('second'), json: { text: 'second' } }]);
});
