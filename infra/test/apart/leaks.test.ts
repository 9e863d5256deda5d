import { expect, test } from 'vitest';
import { leaksIn } from './leaks.ts';
import { createVisitors } from './visitors.ts';

const tenant = {
  url: 'http://127.0.0.1:1',
  tenantId: 't_1',
  slug: 'loja',
  email: 'ana@loja.example.com',
  password: 'segredo-1',
  campaignId: 'c-1',
  trackingKey: 'tk_secret',
  webhookKeys: { hotmart: 'wk_secret', kiwify: '' },
};

test.each([
  ['a key', 'connect() failed, request: "POST /webhooks/hotmart/wk_secret HTTP/1.1"'],
  ['a key', '{"route":"/conversion","key":"tk_secret"}'],
  ['a query string', 'upstream timed out, request: "GET /track/c-1?format=json&sub1=ad-1"'],
  ["a visitor's address", `client: ${createVisitors()()}, server: `],
  ['an e-mail', '{"email":"comprador-1@clientes.example.com"}'],
])('finds %s that was printed', (kind, line) => {
  const found = leaksIn([{ name: 'gateway', text: `{"fine":1}\n${line}\n` }], tenant);
  expect(found.map((one) => one.split(':')[0])).toContain(`gateway prints ${kind}`);
});

test('finds nothing in the lines of a calm gateway and program', () => {
  const text = [
    '{"time":"2026-11-24T10:17:41+00:00","method":"POST","path":"/webhooks/hotmart/-","status":200,"upstream":"172.18.0.5:3000"}',
    '{"level":"info","time":"2026-11-24T10:17:41.000Z","name":"ingest","event":"lifecycle.ready","url":"http://0.0.0.0:3000"}',
  ].join('\n');
  expect(leaksIn([{ name: 'gateway', text }], tenant)).toEqual([]);
});
