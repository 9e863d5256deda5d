import type { Click } from '@tracker/schemas/contracts/click-logs.contract';
import { describe, expect, test } from 'vitest';
import { tag } from './tagged-site.ts';
import { useVisitor } from './use-visitor.ts';

const kit = useVisitor();
const { url, tagged, visit, getClickId, attribute, listed } = kit;

const CLICK_ID = /^mc_.+_\d{19}$/;
const seenPaths = () => kit.visitor.sentTo('/v').map(({ query }) => new URL(query.url ?? '').pathname);

describe('mc.js in a browser that blocks', () => {
  test('keeps the click id for the page when cookies and storage are blocked', async () => {
    // A sandboxed page has an opaque origin, for which the browser blocks both.
    tagged('<a id="buy" href="https://pay.hotmart.com/A1">x</a>', {
      'content-security-policy': 'sandbox allow-scripts',
    });
    const clickId = await visit('/oferta');
    expect(await kit.visitor.page.evaluate(() => Boolean(document.domain))).toBe(false);
    expect(await getClickId()).toBe(clickId);
    expect(await attribute('#buy')).toBe(`https://pay.hotmart.com/A1?sck=${clickId}`);
    await kit.visitor.page.evaluate(() => window.TrafficTracker?.consent(false));
    expect(await getClickId()).toBe('');
  });

  test('remembers the click id in storage when cookies are blocked', async () => {
    await kit.visitor.page.addInitScript(() =>
      Object.defineProperty(document, 'cookie', { get: () => '', set: () => undefined }),
    );
    tagged();
    const clickId = await visit('/oferta?gclid=1');
    await visit('/precos');
    expect(kit.visitor.sentTo('/t')).toHaveLength(1);
    expect(await kit.visitor.context.cookies()).toEqual([]);
    expect(await getClickId()).toBe(clickId);
  });

  test('remembers the click id in cookies when storage is blocked', async () => {
    await kit.visitor.page.addInitScript(() => {
      for (const name of ['localStorage', 'sessionStorage']) {
        Object.defineProperty(window, name, {
          get() {
            throw new DOMException('blocked', 'SecurityError');
          },
        });
      }
    });
    tagged();
    const clickId = await visit('/oferta?gclid=1');
    await visit('/precos');
    expect(kit.visitor.sentTo('/t')).toHaveLength(1);
    expect(await getClickId()).toBe(clickId);
  });

  test('leaves the page intact when a content security policy blocks all calls', async () => {
    tagged('<p id="there">x</p>', { 'content-security-policy': `default-src 'none'; script-src ${url}` });
    await kit.visitor.page.goto('/oferta');
    expect(await getClickId()).toBe('');
    await kit.visitor.page.evaluate(() => window.TrafficTracker?.trackConversion({ transaction_id: 'T-0' }));
    await kit.visitor.page.goto('/precos');
    expect(await kit.visitor.page.textContent('#there')).toBe('x');
  });

  test('works under a content security policy without inline code, eval or styles', async () => {
    tagged('', { 'content-security-policy': `default-src 'none'; script-src ${url}; connect-src ${url}` });
    expect(await visit('/oferta')).toMatch(CLICK_ID);
  });
});

describe('script tag of mc.js', () => {
  const inject = (code: string) => kit.site.show(() => ({ body: `<script>${code}</script>` }));
  const src = () => JSON.stringify(`${url}/mc.js?attribution=firstpaid&defaultcampaignid=${kit.tenant.campaignId}`);

  test.each([
    [
      'is added by a tag manager',
      () => `const s=document.createElement('script');s.src=${src()};document.head.append(s)`,
    ],
    [
      'is added and removed by a tag manager',
      () => `const s=document.createElement('script');s.src=${src()};document.head.append(s);s.remove()`,
    ],
    ['is loaded as a module', () => `import(${src()})`],
  ])('reads its configuration when it %s', async (_how, code) => {
    inject(code());
    const clickId = await visit('/oferta?gclid=1');
    expect(kit.visitor.sentTo('/t')[0]?.campaign).toBe(kit.tenant.campaignId);
    // Only the attribution model of its URL writes this cookie.
    expect(await kit.visitor.cookie('mccid-paid')).toBe(clickId);
  });

  test('counts a page once when it holds the tag twice', async () => {
    kit.site.show(() => ({ body: kit.ourTag() + kit.ourTag() + kit.ourTag({ regviewonce: 'true' }) }));
    await visit('/oferta');
    await visit('/precos');
    expect(kit.visitor.sentTo('/t')).toHaveLength(1);
    expect(kit.visitor.sentTo('/v')).toHaveLength(2);
  });

  test('sends one page view a session with regviewonce', async () => {
    kit.site.show(() => ({ body: kit.ourTag({ regviewonce: 'true' }) }));
    await visit('/oferta');
    await kit.visitor.page.goto('/precos', { waitUntil: 'networkidle' });
    await kit.visitor.page.goto('/oferta?gclid=1', { waitUntil: 'networkidle' });
    expect(seenPaths()).toEqual(['/oferta']);
    await kit.visitor.comesBack();
    await visit('/precos');
  });

  test('retries twice while the server is unavailable, and the page does not notice', async () => {
    tagged();
    let tries = 0;
    await kit.visitor.page.route('**/t/**', (route) => {
      tries += 1;
      if (tries === 1) return route.abort('connectionrefused');
      return tries === 2
        ? route.fulfill({ status: 503, headers: { 'access-control-allow-origin': '*' } })
        : route.continue();
    });
    expect(await visit('/oferta')).toMatch(CLICK_ID);
    expect(tries).toBe(3);
  });

  test('does not retry when the server rejects the campaign', async () => {
    kit.site.show(() => ({ body: tag(url, { defaultcampaignid: 'nobody-has-this' }) }));
    await kit.visitor.page.goto('/oferta', { waitUntil: 'networkidle' });
    expect(kit.visitor.sent.map(({ path }) => path)).toEqual(['/t']);
    expect(await getClickId()).toBe('');
  });
});

describe('page with mc.js', () => {
  test('sends a page view when the path of a single-page app changes, also by the back button', async () => {
    tagged();
    await visit('/oferta');
    const go = (address: string) => kit.visitor.page.evaluate((to) => history.pushState({}, '', to), address);
    await go('/oferta?x=1');
    await go('/oferta#topo');
    await go('/precos');
    await kit.visitor.page.evaluate(() => {
      document.title = 'Preços';
    });
    await expect.poll(seenPaths).toEqual(['/oferta', '/precos']);
    expect(kit.visitor.sentTo('/v')[1]?.query).toMatchObject({
      title: 'Preços',
      referrer: `${kit.site.origin}/oferta#topo`,
    });
    await kit.visitor.page.evaluate(() => history.go(-1));
    await expect.poll(seenPaths).toEqual(['/oferta', '/precos', '/oferta']);
    await kit.visitor.page.evaluate(() => history.replaceState({}, '', '/obrigado'));
    await expect.poll(seenPaths).toEqual(['/oferta', '/precos', '/oferta', '/obrigado']);
    expect(kit.visitor.sentTo('/t')).toHaveLength(1);
  });

  test('sends a page view when the route behind # changes where the tag says so, and else none', async () => {
    const body = '<a id="plans" href="#/planos">x</a><a id="buy" href="https://pay.hotmart.com/A1">x</a>';
    const { page } = kit.visitor;
    const routes = () => kit.visitor.sentTo('/v').map(({ query }) => new URL(query.url ?? '').hash);
    const goTo = (hash: string) =>
      page.evaluate((to) => {
        location.hash = to;
      }, hash);
    const steps = [
      ['#/precos', () => goTo('#/precos')],
      ['', () => goTo('#/precos?aba=2')],
      ['#/planos', () => page.click('#plans')],
      ['#/obrigado', () => page.evaluate(() => history.pushState({}, '', '#/obrigado'))],
      ['#/planos', () => page.evaluate(() => history.go(-1))],
    ] as const;

    tagged(body);
    await visit('/app#/oferta');
    for (const [, step] of steps) await step();
    await visit('/outra');
    expect(routes()).toEqual(['#/oferta', '']);

    kit.visitor.sent.length = 0;
    kit.site.show(() => ({ body: kit.ourTag({ hashviews: 'true' }) + body }));
    const id = await visit('/app?gclid=1#/oferta');
    const seen = ['#/oferta'];
    for (const [route, step] of steps) {
      await step();
      if (route !== '') seen.push(route);
      await expect.poll(routes).toEqual(seen);
    }
    expect(kit.visitor.sentTo('/v')[2]?.query.referrer).toMatch(/#\/precos\?aba=2$/);
    expect(kit.visitor.sentTo('/t')).toHaveLength(1);
    expect(await attribute('#buy')).toContain(id);
  });

  test('sends a page view with the current click id after a return from the back-forward cache', async () => {
    tagged('<a id="buy" href="https://pay.hotmart.com/A1">x</a>');
    const { page } = kit.visitor;
    const first = await visit('/oferta?gclid=1');
    const transition = (type: string) =>
      page.evaluate((name) => void dispatchEvent(new PageTransitionEvent(name, { persisted: true })), type);
    // A headless browser has no back-forward cache: the page stays open in its own tab and receives the two events.
    await transition('pagehide');
    kit.visitor.page = await kit.visitor.context.newPage();
    const second = await visit('/oferta-2?gclid=2');
    expect(second).not.toBe(first);
    await kit.visitor.page.close();
    kit.visitor.page = page;
    await transition('pageshow');

    await expect.poll(seenPaths).toEqual(['/oferta', '/oferta-2', '/oferta']);
    expect(kit.visitor.sentTo('/v')[2]?.query.clickid).toBe(second);
    expect(kit.visitor.sentTo('/t')).toHaveLength(2);
    expect(await getClickId()).toBe(second);
    expect(await attribute('#buy')).toContain(second);
  });

  test('sends nothing for a prerendered page until it is activated', async () => {
    await kit.visitor.page.addInitScript(() =>
      Object.defineProperty(document, 'prerendering', { get: () => !Reflect.has(window, 'activated') }),
    );
    tagged();
    await kit.visitor.page.goto('/oferta', { waitUntil: 'networkidle' });
    expect(kit.visitor.sent).toEqual([]);
    await kit.visitor.page.evaluate(() => {
      Object.assign(window, { activated: true });
      document.dispatchEvent(new Event('prerenderingchange'));
    });
    await expect.poll(seenPaths).toEqual(['/oferta']);
  });

  test('sends late pixel ids once, and the click stores them', async () => {
    tagged();
    const clickId = await visit('/oferta');
    await kit.visitor.page.evaluate(
      (pixelCookie) => void Object.assign(document, { cookie: pixelCookie }),
      '_fbp=fb.1.7.8',
    );
    await expect.poll(() => kit.visitor.sentTo('/i').length).toBe(1);
    await expect
      .poll(async () => (await listed<Click>('/api/clicks')).find((click) => click.clickId === clickId)?.fbp)
      .toBe('fb.1.7.8');
    expect(kit.visitor.sentTo('/i')).toHaveLength(1);
  });

  test('sends pending pixel ids as a beacon when the page is left', async () => {
    tagged();
    await kit.visitor.page.addInitScript(() => {
      const { sendBeacon } = navigator;
      navigator.sendBeacon = (address, data) => {
        sessionStorage.setItem('beacon', String(data));
        return sendBeacon.call(navigator, address, data);
      };
    });
    const clickId = await visit('/oferta');
    await kit.visitor.page.evaluate((pixelCookie) => {
      Object.assign(document, { cookie: pixelCookie });
      location.href = '/precos';
    }, '_fbp=fb.1.9.9');
    await kit.visitor.page.waitForURL('**/precos');
    const beacon = await kit.visitor.page.evaluate(() => sessionStorage.getItem('beacon'));
    expect(JSON.parse(beacon ?? '{}')).toMatchObject({ clickid: clickId, fbp: 'fb.1.9.9' });
    await expect
      .poll(async () => (await listed<Click>('/api/clicks')).find((click) => click.clickId === clickId)?.fbp)
      .toBe('fb.1.9.9');
  });
});
