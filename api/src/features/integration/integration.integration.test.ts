import type { ScriptStatus } from '@tracker/schemas/contracts/integration.contract';
import { beforeEach, describe, expect, test } from 'vitest';
import { type Facts, factsOf } from '../../testing/facts.ts';
import { NOW, PUBLIC_URL, type StaffedTenant, useApi } from '../../testing/use-api.ts';

const api = useApi();
let tenant: StaffedTenant;
let facts: Facts;
const confirm = (host: string) =>
  tenant.editor.ask({ method: 'POST', url: '/api/integration/sites', payload: { host } });
const sites = async () => (await tenant.editor.ask('/api/integration')).json().sites;
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
  expect(response.json()).toMatchObject({ publicUrl: PUBLIC_URL });
});

describe('GET /api/integration/script-status', { tags: ['§2.9'] }, () => {
  const NOTHING = { lastViewAt: null, lastViewPage: null, host: null, lastClickAt: null, unknown: null };
  beforeEach(async () => void (await confirm('loja.example')));

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
      unknown: { at: minutesAgo(60), host: 'antiga.example', page: 'antiga.example/' },
    });
  });

  test('shows a page of another site as unknown only, with any content', async () => {
    await facts.pageView({ at: minutesAgo(2), url: 'https://golpe.example/pix?x=1' });
    const unknown = { at: minutesAgo(2), host: 'golpe.example', page: 'golpe.example/pix' };
    expect(await status()).toEqual({ ...NOTHING, unknown });
    await facts.pageView({ at: minutesAgo(1), url: 'https://naoloja.example/' });
    expect((await status()).lastViewAt).toBeNull();
    await facts.pageView({ at: minutesAgo(3), url: 'https://vsl.loja.example/v' });
    expect(await status()).toMatchObject({ lastViewPage: 'vsl.loja.example/v' });
  });

  test('covers page views of last week but not of last quarter', async () => {
    await facts.pageView({ at: minutesAgo(60 * 24 * 90) });
    expect(await status()).toEqual(NOTHING);
    await facts.pageView({ at: minutesAgo(60 * 24 * 7) });
    expect((await status()).lastViewAt).toBe(minutesAgo(60 * 24 * 7));
  });

  test('knows nothing of a page view without a URL', async () => {
    await facts.pageView({ at: minutesAgo(1), url: '' });
    expect(await status()).toEqual(NOTHING);
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

describe('the sites of a company', () => {
  test('are those that a person confirmed and those of its campaigns, and are in the audit log', async () => {
    expect(await sites()).toEqual({ confirmed: [], ofCampaigns: [] });
    for (const host of ['WWW.Loja.example', 'loja.example', 'blog.example']) {
      expect((await confirm(host)).statusCode).toBe(204);
    }
    const url = `/api/campaigns/${tenant.campaignId}`;
    const payload = { destinationUrl: 'https://www.oferta.example/vsl?x=1' };
    expect((await tenant.editor.ask({ method: 'PATCH', url, payload })).statusCode).toBe(200);
    expect(await sites()).toEqual({ confirmed: ['blog.example', 'loja.example'], ofCampaigns: ['oferta.example'] });
    await facts.pageView({ at: minutesAgo(1), url: 'https://oferta.example/obrigado' });
    expect((await status()).host).toBe('oferta.example');
    const remove = () => tenant.editor.ask({ method: 'DELETE', url: '/api/integration/sites/blog.example' });
    expect([(await remove()).statusCode, (await remove()).statusCode]).toEqual([204, 404]);
    expect((await sites()).confirmed).toEqual(['loja.example']);
    const audit = (await tenant.admin.ask('/api/audit-log')).json<{ action: string; details: { name?: string } }[]>();
    const reported = audit.filter(({ action }) => action.startsWith('site.'));
    expect(reported.map(({ action, details }) => `${action} ${details.name}`)).toEqual([
      'site.remove blog.example',
      'site.confirm blog.example',
      'site.confirm loja.example',
    ]);
  });

  test.each(['https://loja.example', 'loja.example/x', 'a b', '', 'x'.repeat(254)])(
    'refuse %j with 400',
    async (host) => {
      expect((await confirm(host)).statusCode).toBe(400);
    },
  );

  test('are fifty at most, also when many are confirmed at the same time', async () => {
    const all = await Promise.all(Array.from({ length: 52 }, (_, index) => confirm(`s${index}.example`)));
    expect(all.filter(({ statusCode }) => statusCode === 204)).toHaveLength(50);
    expect(all.find(({ statusCode }) => statusCode === 409)?.json().error).toBe('too-many-sites');
  });
});

describe('POST /api/integration/read-link', { tags: ['§2.9'] }, () => {
  const read = (url: unknown, by = tenant.viewer) =>
    by.ask({ method: 'POST', url: '/api/integration/read-link', payload: { url } });

  test("says what is read of UTMify's parameters, and whose clicks they are", async () => {
    const utmify = 'utm_source=FB&utm_campaign=Natal|1&utm_medium=Frio|2&utm_content=Vídeo|3';
    const response = await read(`https://loja.com.br/?cmpid=${tenant.campaignId}&${utmify}`);
    expect(response.statusCode, response.body).toBe(200);
    expect(response.json()).toMatchObject({
      template: 'utmify',
      reads: { campaign: { id: '1', name: 'Natal' }, ad: { id: '3', name: 'Vídeo' }, placement: null },
      trackedCampaign: { campaignId: tenant.campaignId },
      missing: ['placement'],
    });
  });

  test('names no campaign of another company, and takes neither nothing nor everything', async () => {
    const other = await api.tenant();
    expect((await read(`?cmpid=${other.campaignId}`)).json()).toMatchObject({
      reads: { cmpid: other.campaignId },
      trackedCampaign: null,
    });
    for (const wrong of ['', ' ', 'x'.repeat(4097), 7, null]) expect((await read(wrong)).statusCode).toBe(400);
  });
});
