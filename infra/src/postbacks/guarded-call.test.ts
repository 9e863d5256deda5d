import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { createGuardedCall, createGuardedGet } from './guarded-call.ts';

const servers: Server[] = [];
afterEach(async () => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
});

/** A server on this machine that records its requests. */
async function serve(listener: RequestListener): Promise<{ port: number; asked: IncomingMessage[] }> {
  const asked: IncomingMessage[] = [];
  const server = createServer((request, response) => {
    asked.push(request);
    listener(request, response);
  });
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { port: (server.address() as AddressInfo).port, asked };
}

const isLoopback = (address: string) => address === '127.0.0.1';
const open = createGuardedGet({ resolve: async () => ['127.0.0.1'], isAllowed: isLoopback, deadlineMs: 2_000 });

test('calls the URL with GET, and accepts any 2xx status', async () => {
  const { port, asked } = await serve((_, response) => response.writeHead(204).end());
  const outcome = await open(new URL(`http://parceiro.example:${port}/pb?click=mc_1&valor=1%2C00`));
  expect(outcome).toMatchObject({ ok: true, status: 204 });
  expect(asked[0]).toMatchObject({ method: 'GET', url: '/pb?click=mc_1&valor=1%2C00' });
  expect(asked[0]?.headers).toMatchObject({ host: `parceiro.example:${port}` });
});

test('returns the status of an error answer', async () => {
  const { port } = await serve((_, response) => response.writeHead(503).end('x'.repeat(100_000)));
  expect(await open(new URL(`http://parceiro.example:${port}/`))).toMatchObject({
    ok: false,
    status: 503,
    problem: { code: 'server_error', status: 503 },
  });
});

test('gives a whole body back up to the asked length, and none that is longer, cut off or of an error', async () => {
  const call = createGuardedCall({ isAllowed: isLoopback, deadlineMs: 2_000, bodyBytesMax: 10 });
  const { port } = await serve((request, response) => {
    const [, status, length] = request.url?.split('/') ?? [];
    response.writeHead(Number(status), length === 'cut' ? { 'content-length': '10' } : {});
    if (length === 'cut') response.write('x', () => response.destroy());
    else response.end('x'.repeat(Number(length)));
  });
  const bodyOf = async (path: string) => {
    const outcome = await call(new URL(`http://127.0.0.1:${port}${path}`), { method: 'GET', headers: {} });
    return outcome.ok ? outcome.body?.toString() : outcome.status;
  };
  expect(await bodyOf('/200/10')).toBe('x'.repeat(10));
  expect(await bodyOf('/200/0')).toBe('');
  expect(await bodyOf('/200/11')).toBeUndefined();
  expect(await bodyOf('/200/cut')).toBeUndefined();
  expect(await bodyOf('/404/5')).toBe(404);
});

test('treats a redirect as a failure, and does not follow it', async () => {
  const inside = await serve((_, response) => response.end('secret'));
  const { port } = await serve((_, response) =>
    response.writeHead(302, { location: `http://127.0.0.1:${inside.port}/` }).end(),
  );
  const outcome = await open(new URL(`http://parceiro.example:${port}/`));
  expect(outcome).toMatchObject({ ok: false, status: 302, problem: { code: 'server_redirected' } });
  expect(inside.asked).toEqual([]);
});

test.each([
  'http://127.0.0.1:PORT/',
  'http://localhost:PORT/',
  'http://2130706433:PORT/',
  'http://0x7f.1:PORT/',
  'http://0177.0.0.1:PORT/',
  'http://[::1]:PORT/',
  'http://[::ffff:127.0.0.1]:PORT/',
  'http://169.254.169.254/latest/meta-data/',
])('does not call the internal address %s', async (address) => {
  const { port, asked } = await serve((_, response) => response.end());
  const outcome = await createGuardedGet()(new URL(address.replace('PORT', String(port))));
  expect(outcome).toMatchObject({ ok: false, status: null, problem: { code: 'internal_address' } });
  expect(asked).toEqual([]);
});

test('does not call a name when any of its addresses is internal', async () => {
  const { port, asked } = await serve((_, response) => response.end());
  for (const addresses of [
    ['127.0.0.1'],
    ['8.8.8.8', '127.0.0.1'],
    ['::ffff:10.0.0.1', '8.8.8.8'],
    ['8.8.8.8', '64:ff9b::7f00:1'],
  ]) {
    const get = createGuardedGet({ resolve: async () => addresses });
    expect(await get(new URL(`http://parceiro.example:${port}/`))).toMatchObject({ ok: false, status: null });
  }
  expect(asked).toEqual([]);
});

test('resolves the name once, and connects to the address that was checked', async () => {
  const { port, asked } = await serve((_, response) => response.end());
  let questions = 0;
  const get = createGuardedGet({
    // A second resolution would return another address.
    resolve: async () => [['127.0.0.1'], ['127.0.0.2']][questions++] ?? [],
    isAllowed: isLoopback,
  });
  expect(await get(new URL(`http://muda.example:${port}/`))).toMatchObject({ ok: true });
  expect([questions, asked.length]).toEqual([1, 1]);
});

test.each([
  ['ftp://parceiro.example/', 'url_refused'],
  ['http://ana:segredo@parceiro.example/', 'url_refused'],
  ['http://parceiro.example:25/', 'port_refused'],
  ['http://parceiro.example:6379/', 'server_no_answer'],
])('rejects the URL %s', async (address, code) => {
  const get = createGuardedGet({ resolve: async () => ['127.0.0.1'], isAllowed: isLoopback });
  expect(await get(new URL(address))).toMatchObject({ ok: false, problem: { code } });
});

test('gives an unknown name and a broken connection a code each', async () => {
  const nowhere = createGuardedGet({ resolve: () => Promise.reject(new Error('ENOTFOUND')) });
  expect(await nowhere(new URL('http://nada.example/'))).toMatchObject({
    problem: { code: 'host_not_found' },
  });
  const { port } = await serve((request) => request.socket.destroy());
  expect(await open(new URL(`http://parceiro.example:${port}/`))).toMatchObject({
    ok: false,
    status: null,
    problem: { code: 'server_no_answer' },
  });
});

test('gives up at the timeout while it waits for a name or an answer, and does not wait for the end of a body', async () => {
  const get = (resolve: () => Promise<string[]>) =>
    createGuardedGet({ resolve, isAllowed: isLoopback, deadlineMs: 60 });
  const late = { ok: false, status: null, problem: { code: 'server_late', seconds: expect.any(Number) } };
  expect(await get(() => new Promise(() => undefined))(new URL('http://parceiro.example/'))).toMatchObject(late);
  const silent = await serve(() => undefined);
  const loopback = async () => ['127.0.0.1'];
  expect(await get(loopback)(new URL(`http://parceiro.example:${silent.port}/`))).toMatchObject(late);
  const endless = await serve((_, response) => response.writeHead(200).write('a'));
  expect(await get(loopback)(new URL(`http://parceiro.example:${endless.port}/`))).toMatchObject({ ok: true });
});

test('stops reading an endless answer', async () => {
  let isClosed: () => void = () => undefined;
  const closed = new Promise<void>((resolve) => {
    isClosed = resolve;
  });
  const { port } = await serve((_, response) => {
    response.writeHead(200);
    const write = () => {
      while (response.write('x'.repeat(1_024)));
      response.once('drain', write);
    };
    response.once('close', isClosed);
    write();
  });
  expect(await open(new URL(`http://parceiro.example:${port}/`))).toMatchObject({ ok: true, status: 200 });
  await closed;
});
