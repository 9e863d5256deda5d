import { gunzipSync } from 'node:zlib';
import { CONTRACTS } from '@tracker/schemas/contracts/registry';
import { expect, test } from 'vitest';
import { useApi } from '../../testing/use-api.ts';

const api = useApi();

const examples = CONTRACTS.flatMap((contract) =>
  (contract.examples ?? []).map((example) => [contract.name, example.summary, contract, example] as const),
);

const ofClock = (text: string) => text.replaceAll('2026-', '2036-').replaceAll('2025-', '2035-');

test('runs each example of the document as it is written there, with an own campaign and days of this clock', async () => {
  expect(new Set(examples.map(([name]) => name)).size).toBeGreaterThan(5);
  const tenant = await api.tenant();
  for (const [name, summary, { method, path, status }, { query = {}, body }] of examples) {
    const search = new URLSearchParams(
      Object.entries(query).flatMap(([key, value]) =>
        [value].flat().map((one) => [key, ofClock(one)] as [string, string]),
      ),
    );
    const payload = body && ofClock(JSON.stringify(body)).replaceAll('"lanc01"', `"${tenant.campaignId}"`);
    const headers = body ? { 'content-type': 'application/json' } : {};
    const answer = await tenant.editor.ask({ method, url: `${path}?${search}`, headers, payload });
    expect(answer.statusCode, `${name}: ${summary}: ${answer.body}`).toBe(status);
    if (name === 'spend.enter-list') expect(answer.json()).toMatchObject({ stored: 2, refused: 0 });
  }
});

test('serves the OpenAPI document to any site, and answers 304 when it is unchanged', async () => {
  const answer = await api.ask('/api/openapi.json');
  expect(answer.statusCode).toBe(200);
  expect(answer.headers['access-control-allow-origin']).toBe('*');
  expect(answer.json()).toMatchObject({ openapi: '3.1.0', servers: [{ url: 'https://rastreio.example' }] });
  const headers = { 'if-none-match': String(answer.headers.etag) };
  expect((await api.ask({ url: '/api/openapi.json', headers })).statusCode).toBe(304);
});

test('serves a documentation page that runs only scripts with its nonce, and loads from its own origin', async () => {
  const { statusCode, headers, body } = await api.ask('/api/docs');
  expect([statusCode, headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
  const policy = String(headers['content-security-policy']);
  const [, nonce = ''] = /script-src 'nonce-([^']+)'/.exec(policy) ?? [];
  expect(Buffer.from(nonce, 'base64')).toHaveLength(16);
  for (const directive of ["default-src 'none'", "base-uri 'none'", "frame-ancestors 'none'", "form-action 'none'"])
    expect(policy).toContain(directive);
  expect(policy).toContain("connect-src 'self' https://rastreio.example;");
  expect(body.match(/<script[^>]*/g)).toEqual([
    `<script nonce="${nonce}" src="/api/docs/reference.js"`,
    `<script nonce="${nonce}"`,
  ]);
  expect(body).not.toContain('https://');
  expect((await api.ask('/api/docs')).body).not.toContain(nonce);
});

test('serves the script of that page compressed, and answers 304 when it is unchanged', async () => {
  const answer = await api.ask('/api/docs/reference.js');
  expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'text/javascript; charset=utf-8']);
  expect(answer.headers['content-encoding']).toBe('gzip');
  expect(answer.rawPayload.length).toBeLessThan(1_500_000);
  expect(gunzipSync(answer.rawPayload).toString()).toContain('createApiReference');
  const headers = { 'if-none-match': String(answer.headers.etag) };
  expect((await api.ask({ url: '/api/docs/reference.js', headers })).statusCode).toBe(304);
});
