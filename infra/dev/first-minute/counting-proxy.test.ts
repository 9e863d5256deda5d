import { execFile } from 'node:child_process';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';
import { startCountingProxy } from './counting-proxy.ts';

const ASK = `await (await fetch(process.argv[1])).text()`;

test('passes on what a program asks for, and counts its host and bytes', async () => {
  const server = createServer((_request, answer) => answer.end('x'.repeat(10_000)));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  const proxy = await startCountingProxy();
  onTestFinished(() => proxy.close());
  expect(proxy.hosts.size).toBe(0);
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  // A program of its own: Node reads these settings once.
  const settings = ['NODE_USE_ENV_PROXY=1', `HTTP_PROXY=${proxy.url}`];
  await promisify(execFile)('env', [...settings, process.execPath, '--input-type=module', '-e', ASK, address]);
  expect([...proxy.hosts.keys()]).toEqual(['127.0.0.1']);
  expect(proxy.hosts.get('127.0.0.1')).toBeGreaterThanOrEqual(10_000);
});
