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

// Unpatched, the driver reserves the connection of a BEGIN only while fewer than 100 statements wait on it: beyond that others run inside of the
// transaction, BEGIN rejects with UNSAFE_TRANSACTION, and the connection goes back to the pool with the transaction open.
test('reserves the connection of a transaction also when hundreds of statements wait on it', async () => {
  const sql = connect({ url: stack.postgresUrl, logger: stack.logger, name: 'pipe', max: 2 });
  onTestFinished(() => sql.end());
  await sql`SELECT 1`;
  const inTransaction = () =>
    sql.begin(async (trx) => {
      const [first] = await trx<{ id: string }[]>`SELECT pg_current_xact_id()::text AS id`;
      const [second] = await trx<{ id: string }[]>`SELECT pg_current_xact_id()::text AS id`;
      return first?.id === second?.id;
    });
  /** When the statements before it are in the pipe. */
  const later = (work: () => Promise<boolean>) => new Promise((resolve) => setImmediate(resolve)).then(work);
  const alone = async () => {
    const [row] = await sql<{ id: string | null }[]>`SELECT pg_current_xact_id_if_assigned()::text AS id`;
    return row?.id === null;
  };
  // The hundredth statement of a connection is the BEGIN in one of these rounds.
  for (let before = 195; before <= 205; before += 1) {
    const asked = [...Array.from({ length: before }, alone), later(inTransaction), later(inTransaction)];
    const settled = await Promise.allSettled(asked);
    const reasons = settled.flatMap((one) => (one.status === 'rejected' ? [String(one.reason)] : []));
    expect([before, reasons]).toEqual([before, []]);
    expect(settled.every((one) => one.status === 'fulfilled' && one.value)).toBe(true);
  }
});
