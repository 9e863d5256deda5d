import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { systemClock } from '@tracker/infra/lifecycle/clock';
import { defaultAccounts } from '@tracker/standalone/facebook-stub/accounts';
import { type GraphStub, startGraphStub } from '@tracker/standalone/facebook-stub/graph-stub';
import { type Refusal, refusals } from '@tracker/standalone/facebook-stub/refusal';
import { afterAll, expect, inject, test, vi } from 'vitest';
import { eventually } from '../kit/eventually.ts';
import { connectFacebook, linkCampaign } from '../kit/facebook-tenant.ts';
import { within } from '../kit/machine.ts';
import { type Product, startProduct } from '../kit/product.ts';
import { click, conversion, cookieOf, registerTenant } from '../kit/registered-tenant.ts';
import { searchStores } from './search-stores.ts';

/**
 * Sends tokens through every call, and the platform quotes them in its errors: afterwards no store, log or response contains one, and the
 * failures are stored as codes.
 */

vi.setConfig({ testTimeout: within(240_000) });

const dataDir = mkdtempSync(join(tmpdir(), 'tracker-secrets-e2e-'));
let graph: GraphStub;
let product: Product | undefined;
afterAll(async () => {
  await product?.stop();
  await graph?.close();
  rmSync(dataDir, { recursive: true, force: true });
});

/** All secrets that the product sent to the platform or received from it. */
function secretsOf({ requests, app }: GraphStub): string[] {
  const reported = requests.flatMap(({ token, params }) => [
    token,
    ...['code', 'client_secret', 'fb_exchange_token', 'input_token', 'appsecret_proof', 'state'].map((name) =>
      params.get(name),
    ),
  ]);
  return [...new Set([app.appSecret, ...reported])].filter(
    (text) => typeof text === 'string' && text !== '',
  ) as string[];
}

test('keeps tokens out of every log, table, file and answer', async () => {
  graph = await startGraphStub({ clock: systemClock });
  product = await startProduct({
    demoData: false,
    dataDir,
    graph,
    logLevel: 'trace',
    migratedDir: inject('migratedDir'),
  });
  const tenant = await registerTenant(product.url);
  const headers = { cookie: await cookieOf(tenant), 'content-type': 'application/json' };
  const pixelToken = graph.tokens.issueForPixel();
  const answers: string[] = [];
  const ask = async (method: string, path: string, body?: object) => {
    const answer = await fetch(product!.url + path, { method, headers, body: body && JSON.stringify(body) });
    answers.push(await answer.text(), JSON.stringify([...answer.headers]));
    return answer.status;
  };

  await connectFacebook(tenant);
  await linkCampaign(tenant, defaultAccounts[0]!.campaigns[0]!.id);
  expect(await ask('PUT', '/api/facebook/pixel', { pixelId: '777888', token: pixelToken, enabled: true })).toBe(200);
  await ask('POST', '/api/facebook/pixel/test');
  expect(await ask('POST', '/api/facebook/sync-all')).toBe(200);

  // Every failure of a call, with the token in the platform's error text.
  const token = graph.requests.findLast(({ path }) => path.endsWith('/insights'))?.token ?? '';
  expect(token).toMatch(/^EAA/);
  const quoting = (refusal: Refusal): Refusal => ({ ...refusal, message: `${refusal.message}: ${token}` });
  for (const refusal of [refusals.permission, refusals.unknown, refusals.badParameter, refusals.blocked]) {
    graph.faults.next({ kind: 'refuse', refusal: quoting(refusal) });
    await ask('GET', '/api/facebook/ad-accounts');
  }
  for (const kind of ['reset', 'cut', 'truncated', 'not-json'] as const) {
    graph.faults.next({ kind });
    await ask('GET', '/api/facebook/campaigns?adAccountId=act_111');
  }
  graph.faults.next({ kind: 'refuse', refusal: quoting(refusals.permission) }, { match: /insights/ });
  expect(await ask('POST', `/api/campaigns/${tenant.campaignId}/sync-facebook`)).toBe(502);
  graph.faults.next({ kind: 'refuse', refusal: quoting(refusals.changedPassword) }, { match: /insights/ });
  expect(await ask('POST', `/api/campaigns/${tenant.campaignId}/sync-today`)).toBe(502);
  await ask('GET', `/auth/facebook/callback?error=access_denied&state=${'x'.repeat(43)}`);
  for (const path of ['status', 'ad-accounts', 'connections', 'sync-status', 'reconciliation', 'pixel']) {
    await ask('GET', `/api/facebook/${path}`);
  }
  await ask('GET', '/api/audit-log');

  // A pixel token that the platform refuses, and a postback to an internal network, for one conversion.
  const wrongToken = 'EAAwrongPixelToken0123456789';
  expect(await ask('PUT', '/api/facebook/pixel', { pixelId: '777888', token: wrongToken, enabled: true })).toBe(200);
  const postback = { name: 'Parceiro', url: `${graph.url}/pb?c={clickid}`, enabled: true };
  expect(await ask('POST', '/api/postbacks', postback)).toBe(201);
  const clickId = await click(tenant, { tsource: 'facebook', _fbp: `fb.1.${Date.now()}.77` });
  await conversion(tenant, { transaction_id: 'VENDA-1', amount: '97.90', click_id: clickId });
  const lastAnswer = async (path: string) => {
    await ask('GET', path);
    return answers.at(-2);
  };
  const soon = { timeoutMs: 30_000, everyMs: 250 };
  await eventually(
    async () => expect(await lastAnswer('/api/facebook/pixel')).not.toContain('"stopReason":null'),
    soon,
  );
  await eventually(async () => expect(await lastAnswer('/api/postbacks')).not.toContain('"lastError":null'), soon);
  const metrics = await fetch(`${product.url}/metrics`);
  answers.push(await metrics.text());

  expect(await product.stop()).toBe(0);
  product = undefined;
  const secrets = [...secretsOf(graph), pixelToken, wrongToken];
  expect(secrets.length).toBeGreaterThan(6);
  for (const secret of secrets) expect(answers.join('\n')).not.toContain(secret);
  // Other data of the platform is found: it proves that the search works.
  const known = ['Ana Lima', defaultAccounts[0]!.campaigns[0]!.id];
  const { found, sentences, columns } = await searchStores(dataDir, [...secrets, ...known]);
  expect(found.filter(({ text }) => !known.includes(text))).toEqual([]);
  expect(sentences).toEqual([]);
  expect(columns).toBeGreaterThan(200);
  const places = new Set(found.map(({ where }) => where.split(' ')[0]));
  expect([...places].sort()).toEqual(['clickhouse', 'file', 'log', 'postgres']);
});
