// ClickHouse by https with a certificate of an authority of its own: the engine's bridge behind a TLS listener.
import { readFileSync } from 'node:fs';
import net, { type AddressInfo } from 'node:net';
import { createServer } from 'node:tls';
import { type Certificates, makeCertificates, opensslIsAvailable } from '@tracker/test/kit/certificates';
import { useStack } from '@tracker/test/kit/stack';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { loadConfig } from '../config/config.ts';
import { openClickHouse } from './client.ts';

const stack = useStack();

describe.skipIf(!opensslIsAvailable())('ClickHouse behind TLS', () => {
  let certificates: Certificates;
  let server: ReturnType<typeof createServer>;
  beforeAll(async () => {
    certificates = await makeCertificates();
    const { hostname, port } = new URL(stack.clickhouseUrl);
    const [cert, key] = [readFileSync(certificates.cert), readFileSync(certificates.key)];
    server = createServer({ cert, key }, (outer) => {
      const inner = net.connect(Number(port), hostname);
      for (const [from, to] of [
        [outer, inner],
        [inner, outer],
      ] as const) {
        from.pipe(to);
        from.on('error', () => to.destroy());
      }
    });
    server.on('tlsClientError', () => undefined);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  });
  afterAll(() => {
    server.close();
    certificates.delete();
  });

  async function ping(host: string, ca: string) {
    const url = Object.assign(new URL(stack.clickhouseUrl), {
      host: `${host}:${(server.address() as AddressInfo).port}`,
    });
    const config = loadConfig({ CLICKHOUSE_URL: url.href.replace('http:', 'https:'), CLICKHOUSE_SSL_CA: ca });
    const clickhouse = await openClickHouse({ url: config.clickhouseUrl!, ...config.clickhouse, logger: stack.logger });
    onTestFinished(() => clickhouse.close());
    await clickhouse.ping();
    return clickhouse.query({ name: 'one', sql: 'SELECT 1 AS one' });
  }

  test('checks the authority and the name of the server’s certificate', async () => {
    const { ca, other } = certificates;
    expect(await ping('localhost', ca)).toEqual([{ one: 1 }]);
    await expect(ping('127.0.0.1', ca)).rejects.toThrow('ping failed');
    await expect(ping('localhost', other)).rejects.toThrow('ping failed');
    await expect(ping('localhost', '')).rejects.toThrow('ping failed');
  });
});
