// The bridge from a foreign client's view: the driver without our wrapper, and plain HTTP.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { type ClickHouseClient, ClickHouseLogLevel, createClient } from '@clickhouse/client';
import { createLogger } from '@tracker/infra/telemetry/logger';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type HttpBridge, startHttpBridge } from './http-bridge.ts';

const logger = createLogger({ level: 'silent', name: 'test' });
const log = { level: ClickHouseLogLevel.OFF };
let dataDir: string;
let bridge: HttpBridge;
let client: ClickHouseClient;

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'tracker-bridge-'));
  bridge = await startHttpBridge({ dataDir, logger });
  client = createClient({ url: bridge.url, log });
  await client.command({ query: 'CREATE TABLE t (n UInt32, s String) ENGINE = MergeTree ORDER BY n' });
});
afterAll(async () => {
  await client.close();
  await bridge.close();
  await rm(dataDir, { recursive: true });
});

/** Sends plain HTTP with the bridge's password. */
async function http(path: string, init: RequestInit = {}) {
  const { username, password, origin } = new URL(bridge.url);
  const authorization = `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`;
  const response = await fetch(`${origin}${path}`, { ...init, headers: { authorization, ...init.headers } });
  return { status: response.status, headers: response.headers, text: await response.text() };
}

test('answers a ping without a password, by GET and by SELECT', async () => {
  const response = await fetch(`${new URL(bridge.url).origin}/ping`);
  expect(await response.text()).toBe('Ok.\n');
  expect(await client.ping()).toEqual({ success: true });
  expect(await client.ping({ select: true })).toEqual({ success: true });
});

test('answers 403 to everything else without the password', async () => {
  const { origin } = new URL(bridge.url);
  const wrong = await fetch(`${origin}/?query=SELECT%201`, {
    headers: { authorization: `Basic ${btoa('default:guess')}` },
  });
  expect(wrong.status).toBe(403);
  expect(wrong.headers.get('x-clickhouse-exception-code')).toBe('516');
  expect((await fetch(`${origin}/?query=SELECT%201`)).status).toBe(403);
});

test('lets the driver insert, stream and read each JSON format', async () => {
  await client.insert({
    table: 't',
    values: [
      { n: 1, s: "it's" },
      { n: 2, s: '{n:UInt8}' },
    ],
    format: 'JSONEachRow',
  });
  await client.insert({ table: 't', columns: ['n'], values: [[3]], format: 'JSONCompactEachRow' });
  for (const format of ['JSONEachRow', 'JSONCompactEachRow', 'JSON'] as const) {
    const result = await client.query({
      query: 'SELECT n, s FROM t WHERE n <= {max:UInt32} ORDER BY n',
      query_params: { max: 2 },
      format,
    });
    expect(JSON.stringify(await result.json())).toContain("it's");
  }
  const each = await client.query({ query: 'SELECT n FROM t ORDER BY n', format: 'JSONEachRow' });
  const seen: unknown[] = [];
  for await (const rows of each.stream()) for (const row of rows) seen.push(row.json());
  expect(seen).toEqual([{ n: 1 }, { n: 2 }, { n: 3 }]);
});

test('reads nested parameters with quotes, numbers, nulls and escapes', async () => {
  const list = ["a'b", 'c\\d', 'tab\t', 'line\n', '', 'NULL', '[x]', '(y),'];
  const result = await client.query({
    query: 'SELECT {list:Array(String)} AS list, {numbers:Array(Int64)} AS numbers, {none:Nullable(String)} AS none',
    query_params: { list, numbers: [1, -2], none: null },
    format: 'JSONEachRow',
  });
  expect(await result.json()).toEqual([{ list, numbers: [1, -2], none: null }]);
});

test('takes the statement from the URL, from the body or from both, also gzipped', async () => {
  expect((await http('/?query=SELECT%201')).text).toBe('1\n');
  expect((await http('/', { method: 'POST', body: 'SELECT 2' })).text).toBe('2\n');
  expect((await http('/?default_format=JSONEachRow', { method: 'POST', body: 'SELECT 2 AS n' })).text).toBe(
    '{"n":2}\n',
  );
  const body = gzipSync('{"n":77,"s":"zipped"}');
  const insert = await http('/?query=INSERT%20INTO%20t%20FORMAT%20JSONEachRow', {
    method: 'POST',
    body,
    headers: { 'content-encoding': 'gzip' },
  });
  expect(insert.status).toBe(200);
  expect((await http('/', { method: 'POST', body: 'SELECT s FROM t WHERE n = 77' })).text).toBe('zipped\n');
});

test('returns the error codes of a server', async () => {
  const wrong = await http('/', { method: 'POST', body: 'SELEKT 1' });
  expect(wrong.status).toBe(500);
  expect(wrong.headers.get('x-clickhouse-exception-code')).toBe('62');
  await expect(client.query({ query: 'SELECT nope' })).rejects.toMatchObject({
    code: '47',
    type: 'UNKNOWN_IDENTIFIER',
  });
});

test('rejects settings outside the statement, because the engine would keep them', async () => {
  const refused = client.query({ query: 'SELECT 1', clickhouse_settings: { readonly: '1' } });
  await expect(refused).rejects.toMatchObject({ type: 'UNKNOWN_SETTING' });
});

test('rejects identifier parameters', async () => {
  const query = client.query({ query: 'SELECT 1 FROM {table:Identifier}', query_params: { table: 't' } });
  await expect(query).rejects.toMatchObject({ type: 'BAD_QUERY_PARAMETER' });
});
