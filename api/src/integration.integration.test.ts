import type { ScriptStatus } from '@tracker/schemas/contracts/integration.contract';
import { beforeEach, describe, expect, test } from 'vitest';
import { type Facts, factsOf } from './testing/facts.ts';
import { NOW, PUBLIC_URL, type StaffedTenant, useApi } from './testing/use-api.ts';

const api = useApi();
let tenant: StaffedTenant;
let facts: Facts;
beforeEach(async () => {
  api.clock.set(NOW);
  tenant = await api.tenant();
  facts = factsOf(() => api.stack.clickhouse, tenant);
});

const ask = (query = '', headers: Record<string, string> = {}) =>
  tenant.editor.ask({ url: `/api/integration/script-status${query}`, headers });
async function status(query = ''): Promise<ScriptStatus> {
  const response = await ask(query);
  expect(response.statusCode, response.body).toBe(200);
  return response.json();
}
const minutesAgo = (minutes: number) => new Date(Date.parse(NOW) - minutes * 60_000).toISOString();

test('builds all URLs from the public URL of the configuration', { tags: ['§2.9'] }, async () => {
  const response = await tenant.editor.ask({ url: '/api/integration', headers: { host: 'internal:3000' } });
  expect(response.json()).toEqual({ publicUrl: PUBLIC_URL });
});

describe('GET /api/integration/script-status', { tags: ['§2.9'] }, () => {
  const NOTHING = { lastViewAt: null, lastViewPage: null, host: null, lastClickAt: null };

  test('is empty before the first page view', async () => {
    expect(await status()).toEqual(NOTHING);
  });

  test('returns the latest page view and click of a person, without query parameters', async () => {
    await facts.pageView({ at: minutesAgo(60), url: 'https://antiga.example/' });
    await facts.pageView({ at: minutesAgo(2), url: 'https://www.loja.example/oferta?sub1=7&email=x#topo' });
    await facts.pageView({ at: minutesAgo(1), url: 'https://robo.example/', is_bot: true });
    await facts.click({ at: minutesAgo(3) });
    await facts.click({ at: minutesAgo(1), is_bot: true });
    expect(await status()).toEqual({
      lastViewAt: minutesAgo(2),
      lastViewPage: 'www.loja.example/oferta',
      host: 'www.loja.example',
      lastClickAt: minutesAgo(3),
    });
  });

  test('covers page views of last week but not of last quarter', async () => {
    await facts.pageView({ at: minutesAgo(60 * 24 * 90) });
    expect(await status()).toEqual(NOTHING);
    await facts.pageView({ at: minutesAgo(60 * 24 * 7) });
    expect((await status()).lastViewAt).toBe(minutesAgo(60 * 24 * 7));
  });

  test('counts a page view without a URL', async () => {
    await facts.pageView({ at: minutesAgo(1), url: '' });
    expect(await status()).toMatchObject({ lastViewAt: minutesAgo(1), host: null, lastViewPage: null });
  });

  test('filters by campaign, and answers 404 for a foreign or unknown one', async () => {
    await facts.pageView({ at: minutesAgo(1), campaign_id: 'outra', url: 'https://outra.example/' });
    expect(await status(`?campaignId=${tenant.campaignId}`)).toEqual(NOTHING);
    await facts.pageView({ at: minutesAgo(5) });
    expect((await status(`?campaignId=${tenant.campaignId}`)).host).toBe('loja.example');
    const foreign = await api.tenant();
    for (const id of [foreign.campaignId, 'nao-existe', "'"]) {
      expect((await ask(`?campaignId=${encodeURIComponent(id)}`)).statusCode).toBe(404);
    }
  });

  test('answers 304 while nothing changes', async () => {
    const etag = String((await ask()).headers.etag);
    expect((await ask('', { 'if-none-match': etag })).statusCode).toBe(304);
    await facts.pageView({ at: minutesAgo(1) });
    expect((await ask('', { 'if-none-match': etag })).statusCode).toBe(200);
  });
});
