import type { Click, PageView } from '@tracker/schemas/contracts/click-logs.contract';
import { describe, expect, test } from 'vitest';
import { tag } from './tagged-site.ts';
import { useVisitor } from './use-visitor.ts';

const kit = useVisitor();
const { url, tagged, visit, getClickId, listed } = kit;

const CLICK_ID = /^mc_.+_\d{19}$/;
const configured = (parameters: Record<string, string>) => kit.site.show(() => ({ body: kit.ourTag(parameters) }));
const stored = () => kit.visitor.page.evaluate(() => localStorage.getItem('mcclickid-store'));
const lastView = () => kit.visitor.sentTo('/v').at(-1)?.query.clickid ?? '';

describe('session of a visitor', () => {
  test('sends a click with the query parameters and a page view, and stores the click id in cookie and storage', async () => {
    tagged();
    await kit.visitor.context.addCookies([{ name: '_ttp', value: '2uDMxyz.tt.1', url: kit.site.origin }]);
    const ad = 'tsource=facebook&sub1=120&sub4=V%C3%ADdeo%201&utm_medium=paid&sub2={{adset.id}}&_fbp=fb.1.2.3';
    const clickId = await visit(`/oferta?${ad}`);
    expect(clickId).toMatch(CLICK_ID);
    expect(kit.visitor.sentTo('/t')).toMatchObject([
      {
        campaign: kit.tenant.campaignId,
        query: {
          format: 'json',
          tsource: 'facebook',
          sub1: '120',
          sub4: 'Vídeo 1',
          _fbp: 'fb.1.2.3',
          _ttp: '2uDMxyz.tt.1',
        },
      },
    ]);
    expect(kit.visitor.sentTo('/t')[0]?.query).not.toHaveProperty('sub2');
    expect(kit.visitor.sentTo('/v')[0]?.query).toMatchObject({
      url: `${kit.site.origin}/oferta?${ad}`,
      title: '/oferta',
    });
    expect(await kit.visitor.cookie('mcclickid-store')).toBe(clickId);
    expect(await stored()).toBe(clickId);
    expect(await getClickId()).toBe(clickId);

    await expect
      .poll(async () => (await listed<Click>('/api/clicks')).find((one) => one.clickId === clickId))
      .toMatchObject({ source: 'facebook', sub1: '120', sub4: 'Vídeo 1', fbp: 'fb.1.2.3', deviceType: 'mobile' });
    await expect
      .poll(async () => (await listed<PageView>('/api/page-views')).map((view) => view.clickId))
      .toContain(clickId);
  });

  test('lasts as long as the browser: sends one click for all its pages and for a repeated ad link', async () => {
    tagged();
    await visit('/oferta?fbclid=A');
    await visit('/precos');
    await visit('/oferta?fbclid=A');
    expect(kit.visitor.sentTo('/t')).toHaveLength(1);
    expect(new Set(kit.visitor.sentTo('/v').map(({ query }) => query.clickid)).size).toBe(1);

    await visit('/oferta?fbclid=B');
    expect(kit.visitor.sentTo('/t')).toHaveLength(2);
    await visit('/oferta?fbclid=A');
    expect(kit.visitor.sentTo('/t')).toHaveLength(2);
    expect(lastView()).toBe(kit.visitor.sentTo('/v')[3]?.query.clickid);
  });

  test('sends a new click when the visitor returns, and keeps the paid click id in the store', async () => {
    tagged();
    await visit('/oferta?gclid=A');
    const paid = lastView();
    await kit.visitor.comesBack();
    await visit('/oferta');
    expect(kit.visitor.sentTo('/t')).toHaveLength(2);
    expect(lastView()).not.toBe(paid);
    expect(await getClickId()).toBe(paid);
  });

  test('adopts the click id of the URL, and sends the pixel ids for it', async () => {
    tagged();
    const clickId = `mc_${kit.tenant.campaignId}_${Date.now()}000001`;
    await kit.visitor.context.addCookies([{ name: '_fbp', value: 'fb.1.5.6', url: kit.site.origin }]);
    await visit(`/oferta?mcid=${clickId}&fbclid=XyZ`);
    expect(kit.visitor.sentTo('/t')).toEqual([]);
    expect(lastView()).toBe(clickId);
    expect(await getClickId()).toBe(clickId);
    await expect.poll(() => kit.visitor.sentTo('/i').length).toBe(1);
    expect(JSON.parse(kit.visitor.sentTo('/i')[0]?.body ?? '')).toEqual({
      clickid: clickId,
      fbp: 'fb.1.5.6',
      fbc: expect.stringMatching(/^fb\.1\.\d{13}\.XyZ$/),
    });
  });

  test('uses the campaign of the URL, and sends no click without a campaign', async () => {
    kit.site.show(() => ({ body: tag(url, { attribution: 'lastpaid' }) }));
    await visit(`/oferta?cmpid=${kit.tenant.campaignId}`);
    expect(kit.visitor.sentTo('/t')[0]?.campaign).toBe(kit.tenant.campaignId);

    await kit.visitor.comesBack();
    await kit.visitor.page.goto('/oferta', { waitUntil: 'networkidle' });
    expect(kit.visitor.sentTo('/t')).toHaveLength(1);
  });

  test('sends the ad’s parameters again from the next page when the first page was left at once', async () => {
    tagged();
    // Only the first request gets no response. Removing the route (`unroute`, `times`) would let it through.
    let isFirst = true;
    await kit.visitor.page.route('**/t/**', (route) => {
      if (!isFirst) return route.continue();
      isFirst = false;
    });
    await kit.visitor.page.goto('/oferta?tsource=facebook&sub1=7', { referer: 'http://blog.example/post' });
    await expect.poll(() => kit.visitor.sentTo('/t').length).toBe(1);
    await visit('/precos');
    expect(kit.visitor.sentTo('/t')[1]?.query).toMatchObject({
      tsource: 'facebook',
      sub1: '7',
      referrer: 'http://blog.example/post',
    });
  });
});

describe('stored click id', () => {
  const before = () => `mc_${kit.tenant.campaignId}_${Date.now() - 86_400_000}000042`;

  test.each([
    ['firstclick', 'nothing', '', 'stores'],
    ['firstclick', 'nothing', 'gclid=1', 'stores'],
    ['firstclick', 'stored', '', 'keeps'],
    ['firstclick', 'stored', 'gclid=1', 'keeps'],
    ['lastclick', 'nothing', '', 'stores'],
    ['lastclick', 'nothing', 'gclid=1', 'stores'],
    ['lastclick', 'stored', '', 'stores'],
    ['lastclick', 'stored', 'gclid=1', 'stores'],
    ['firstpaid', 'nothing', '', 'stores'],
    ['firstpaid', 'nothing', 'gclid=1', 'stores and locks'],
    ['firstpaid', 'stored', '', 'keeps'],
    ['firstpaid', 'stored', 'gclid=1', 'stores and locks'],
    ['firstpaid', 'locked', '', 'keeps'],
    ['firstpaid', 'locked', 'gclid=1', 'keeps'],
    ['lastpaid', 'nothing', '', 'stores'],
    ['lastpaid', 'nothing', 'gclid=1', 'stores'],
    ['lastpaid', 'stored', '', 'keeps'],
    ['lastpaid', 'stored', 'gclid=1', 'stores'],
  ])(
    "applies the model %s (before: %s): a session with '?%s' %s the click id",
    async (attribution, had, query, does) => {
      configured({ attribution });
      const old = before();
      const cookies =
        { nothing: [], stored: ['mcclickid-store'], locked: ['mcclickid-store', 'mccid-paid'] }[had] ?? [];
      await kit.visitor.context.addCookies(cookies.map((name) => ({ name, value: old, url: kit.site.origin })));
      await visit(`/oferta?${query}`);
      expect(kit.visitor.sentTo('/t')).toHaveLength(1);
      expect(await getClickId()).toBe(does === 'keeps' ? old : lastView());
      const lock = await kit.visitor.cookie('mccid-paid');
      expect(lock).toBe(does === 'stores and locks' ? lastView() : had === 'locked' ? old : undefined);
    },
  );

  test('expires as the tag configures, in a cookie of the configured domain', async () => {
    const [host, port] = ['www.loja.localhost', new URL(kit.site.origin).port];
    configured({ cookiedomain: 'loja.localhost', cookieduration: '30' });
    await visit(`http://${host}:${port}/oferta`);
    const cookie = (await kit.visitor.context.cookies(`http://${host}:${port}`)).find(
      (one) => one.name === 'mcclickid-store',
    );
    expect(cookie).toMatchObject({ domain: '.loja.localhost', path: '/', sameSite: 'Lax' });
    const days = ((cookie?.expires ?? 0) - Date.now() / 1000) / 86_400;
    expect(days).toBeGreaterThan(29);
    expect(days).toBeLessThan(30.1);
  });

  test('falls back to a cookie of the page’s host when the configured domain is another site', async () => {
    configured({ cookiedomain: 'example.com' });
    await visit('/oferta');
    expect(await kit.visitor.cookie('mcclickid-store')).toBe(lastView());
  });

  test('is restored from storage when the cookies are gone, until it expires', async () => {
    configured({ cookieduration: '10' });
    await visit('/oferta?gclid=1');
    const paid = lastView();
    await kit.visitor.context.clearCookies();
    await visit('/precos');
    expect(await getClickId()).toBe(paid);
    const stale = `mc_${kit.tenant.campaignId}_${Date.now() - 11 * 86_400_000}000042`;
    await kit.visitor.context.clearCookies();
    await kit.visitor.page.evaluate((id) => {
      sessionStorage.clear();
      localStorage.setItem('mcclickid-store', id);
    }, stale);
    await visit('/oferta');
    expect(await getClickId()).toBe(lastView());
  });
});
