import { createHash } from 'node:crypto';
import { CONTRACTS } from '@tracker/schemas/contracts/registry';
import { expect, test } from 'vitest';
import { useApi } from './testing/use-api.ts';

const api = useApi();

test('serves the OpenAPI document to any site, and answers 304 when it is unchanged', async () => {
  const answer = await api.ask('/api/openapi.json');
  expect(answer.statusCode).toBe(200);
  expect(answer.headers['access-control-allow-origin']).toBe('*');
  expect(answer.json()).toMatchObject({ openapi: '3.1.0', servers: [{ url: 'https://rastreio.example' }] });
  const headers = { 'if-none-match': String(answer.headers.etag) };
  expect((await api.ask({ url: '/api/openapi.json', headers })).statusCode).toBe(304);
});

test('shows every route on the documentation page, without scripts or external resources', async () => {
  const { statusCode, headers, body } = await api.ask('/api/docs');
  expect([statusCode, headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
  for (const { path } of CONTRACTS) expect(body).toContain(`<code>${path.replace(/:(\w+)/g, '{$1}')}</code>`);
  expect(body).toContain('<code>/mc.js</code>');
  expect(body).not.toMatch(/<script|<link|src=|url\(/);
  const style = /<style>([\s\S]*?)<\/style>/.exec(body)?.[1] ?? '';
  const policy = String(headers['content-security-policy']);
  expect(policy).toContain(`'sha256-${createHash('sha256').update(style).digest('base64')}'`);
  expect(policy).toContain("default-src 'none'");
});
