import type { Click, Conversion } from '@tracker/schemas/contracts/activity.contract';
import type { Browser } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, inject, test } from 'vitest';
import { openBrowser } from './browser.ts';
import { type Company, registerCompany } from './company.ts';
import { openSite, openVisitor, type Site, tag, type Visitor } from './tagged-site.ts';

let browser: Browser;
let site: Site;
let company: Company;
let visitor: Visitor;
const url = inject('productUrl');

beforeAll(async () => {
  [browser, site, company] = await Promise.all([openBrowser(), openSite(), registerCompany(url)]);
});
afterAll(() => Promise.all([browser.close(), site.close()]));
beforeEach(async () => {
  visitor = await openVisitor(browser, site, url);
});
afterEach(async () => {
  await visitor.close();
  expect(visitor.exceptions).toEqual([]);
});

const soon = { timeout: 10_000, interval: 20 };
const CLICK_ID = /^mc_.+_\d{19}$/;

const ourTag = (parameters: Record<string, string> = {}) =>
  tag(url, { defaultcampaignid: company.campaignId, ...parameters });
const tagged = (body = '', headers?: Record<string, string>) => site.show(() => ({ body: ourTag() + body, headers }));

async function visit(address: string): Promise<string> {
  const before = visitor.sentTo('/v').length;
  await visitor.page.goto(address);
  await expect.poll(() => visitor.sentTo('/v').length, soon).toBe(before + 1);
  return visitor.sentTo('/v').at(-1)?.query.clickid ?? '';
}

const seenPaths = () => visitor.sentTo('/v').map(({ query }) => new URL(query.url ?? '').pathname);
const getClickId = () => visitor.page.evaluate(() => window.TrafficTracker?.getClickId());
const attribute = (selector: string, name = 'href') => visitor.page.locator(selector).getAttribute(name);

async function listed<Item>(path: string): Promise<Item[]> {
  const login = { email: company.email, password: company.password };
  await visitor.page.request.post(`${url}/api/auth/login`, { data: login });
  return (await (await visitor.page.request.get(`${url}${path}`)).json()) as Item[];
}

describe('a browser that blocks', () => {
  test('cookies and storage: the visit lasts as long as its page', async () => {
    // A sandboxed page has an origin of its own, for which the browser refuses both.
    tagged('<a id="buy" href="https://pay.hotmart.com/A1">x</a>', {
      'content-security-policy': 'sandbox allow-scripts',
    });
    const clickId = await visit('/oferta');
    expect(await visitor.page.evaluate(() => Boolean(document.domain))).toBe(false);
    expect(await getClickId()).toBe(clickId);
    expect(await attribute('#buy')).toBe(`https://pay.hotmart.com/A1?sck=${clickId}`);
    await visitor.page.evaluate(() => window.TrafficTracker?.consent(false));
    expect(await getClickId()).toBe('');
  });

  test('cookies alone: storage remembers', async () => {
    await visitor.page.addInitScript(() =>
      Object.defineProperty(document, 'cookie', { get: () => '', set: () => undefined }),
    );
    tagged();
    const clickId = await visit('/oferta?gclid=1');
    await visit('/precos');
    expect(visitor.sentTo('/t')).toHaveLength(1);
    expect(await visitor.context.cookies()).toEqual([]);
    expect(await getClickId()).toBe(clickId);
  });

  test('storage alone: cookies remember', async () => {
    await visitor.page.addInitScript(() => {
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
    expect(visitor.sentTo('/t')).toHaveLength(1);
    expect(await getClickId()).toBe(clickId);
  });

  test('every address but the page’s own (a strict policy): the page does not notice', async () => {
    tagged('<p id="there">x</p>', { 'content-security-policy': `default-src 'none'; script-src ${url}` });
    await visitor.page.goto('/oferta');
    expect(await getClickId()).toBe('');
    await visitor.page.evaluate(() => window.TrafficTracker?.trackConversion({ transaction_id: 'T-0' }));
    await visitor.page.goto('/precos');
    expect(await visitor.page.textContent('#there')).toBe('x');
  });

  test('all but what it needs: a policy without inline code, eval or styles is enough', async () => {
    tagged('', { 'content-security-policy': `default-src 'none'; script-src ${url}; connect-src ${url}` });
    expect(await visit('/oferta')).toMatch(CLICK_ID);
  });
});

describe('the tag', () => {
  const inject = (code: string) => site.show(() => ({ body: `<script>${code}</script>` }));
  const src = () => JSON.stringify(`${url}/mc.js?attribution=firstpaid&defaultcampaignid=${company.campaignId}`);

  test.each([
    ['a tag manager adds', () => `const s=document.createElement('script');s.src=${src()};document.head.append(s)`],
    [
      'a tag manager adds and takes away again',
      () => `const s=document.createElement('script');s.src=${src()};document.head.append(s);s.remove()`,
    ],
    ['is loaded as a module', () => `import(${src()})`],
  ])('that %s finds its configuration', async (_how, code) => {
    inject(code());
    const clickId = await visit('/oferta?gclid=1');
    expect(visitor.sentTo('/t')[0]?.campaign).toBe(company.campaignId);
    // Only the model of its URL writes this one.
    expect(await visitor.cookie('mccid-paid')).toBe(clickId);
  });

  test('twice on a page counts once', async () => {
    site.show(() => ({ body: ourTag() + ourTag() + ourTag({ regviewonce: 'true' }) }));
    await visit('/oferta');
    await visit('/precos');
    expect(visitor.sentTo('/t')).toHaveLength(1);
    expect(visitor.sentTo('/v')).toHaveLength(2);
  });

  test('with regviewonce sends one view a session', async () => {
    site.show(() => ({ body: ourTag({ regviewonce: 'true' }) }));
    await visit('/oferta');
    await visitor.page.goto('/precos', { waitUntil: 'networkidle' });
    expect(seenPaths()).toEqual(['/oferta']);
    await visitor.comesBack();
    await visit('/precos');
  });

  test('of a server that is away tries three times, and the page does not notice', async () => {
    tagged();
    let tries = 0;
    await visitor.page.route('**/t/**', (route) => {
      tries += 1;
      if (tries === 1) return route.abort('connectionrefused');
      return tries === 2
        ? route.fulfill({ status: 503, headers: { 'access-control-allow-origin': '*' } })
        : route.continue();
    });
    expect(await visit('/oferta')).toMatch(CLICK_ID);
    expect(tries).toBe(3);
  });

  test('takes a refusal for an answer', async () => {
    site.show(() => ({ body: tag(url, { defaultcampaignid: 'nobody-has-this' }) }));
    await visitor.page.goto('/oferta', { waitUntil: 'networkidle' });
    expect(visitor.sent.map(({ path }) => path)).toEqual(['/t']);
    expect(await getClickId()).toBe('');
  });
});

describe('a page', () => {
  test('of an app is another one when its path changes, also by the back button', async () => {
    tagged();
    await visit('/oferta');
    const go = (address: string) => visitor.page.evaluate((to) => history.pushState({}, '', to), address);
    await go('/oferta?x=1');
    await go('/oferta#topo');
    await go('/precos');
    await visitor.page.evaluate(() => {
      document.title = 'Preços';
    });
    await expect.poll(seenPaths, soon).toEqual(['/oferta', '/precos']);
    expect(visitor.sentTo('/v')[1]?.query).toMatchObject({ title: 'Preços', referrer: `${site.origin}/oferta#topo` });
    await visitor.page.evaluate(() => history.go(-1));
    await expect.poll(seenPaths, soon).toEqual(['/oferta', '/precos', '/oferta']);
    await visitor.page.evaluate(() => history.replaceState({}, '', '/obrigado'));
    await expect.poll(seenPaths, soon).toEqual(['/oferta', '/precos', '/oferta', '/obrigado']);
    expect(visitor.sentTo('/t')).toHaveLength(1);
  });

  test('that comes out of the back-forward cache is seen again, in the visit that runs by then', async () => {
    tagged('<a id="buy" href="https://pay.hotmart.com/A1">x</a>');
    const { page } = visitor;
    const first = await visit('/oferta?gclid=1');
    const transition = (type: string) =>
      page.evaluate((name) => void dispatchEvent(new PageTransitionEvent(name, { persisted: true })), type);
    // A headless browser has no such cache: the page is kept in a tab of its own, and gets the two events of it.
    await transition('pagehide');
    visitor.page = await visitor.context.newPage();
    const second = await visit('/oferta-2?gclid=2');
    expect(second).not.toBe(first);
    await visitor.page.close();
    visitor.page = page;
    await transition('pageshow');

    await expect.poll(seenPaths, soon).toEqual(['/oferta', '/oferta-2', '/oferta']);
    expect(visitor.sentTo('/v')[2]?.query.clickid).toBe(second);
    expect(visitor.sentTo('/t')).toHaveLength(2);
    expect(await getClickId()).toBe(second);
    expect(await attribute('#buy')).toContain(second);
  });

  test('whose pixel is late tells its ids once, and the click has them', async () => {
    tagged();
    const clickId = await visit('/oferta');
    await visitor.page.evaluate(
      (pixelCookie) => void Object.assign(document, { cookie: pixelCookie }),
      '_fbp=fb.1.7.8',
    );
    await expect.poll(() => visitor.sentTo('/i').length, soon).toBe(1);
    await expect
      .poll(async () => (await listed<Click>('/api/clicks')).find((click) => click.clickId === clickId)?.fbp, soon)
      .toBe('fb.1.7.8');
    expect(visitor.sentTo('/i')).toHaveLength(1);
  });

  test('that is left while something waits sends it as a beacon', async () => {
    tagged();
    await visitor.page.addInitScript(() => {
      const { sendBeacon } = navigator;
      navigator.sendBeacon = (address, data) => {
        sessionStorage.setItem('beacon', String(data));
        return sendBeacon.call(navigator, address, data);
      };
    });
    const clickId = await visit('/oferta');
    await visitor.page.evaluate((pixelCookie) => {
      Object.assign(document, { cookie: pixelCookie });
      location.href = '/precos';
    }, '_fbp=fb.1.9.9');
    await visitor.page.waitForURL('**/precos');
    const beacon = await visitor.page.evaluate(() => sessionStorage.getItem('beacon'));
    expect(JSON.parse(beacon ?? '{}')).toMatchObject({ clickid: clickId, fbp: 'fb.1.9.9' });
    await expect
      .poll(async () => (await listed<Click>('/api/clicks')).find((click) => click.clickId === clickId)?.fbp, soon)
      .toBe('fb.1.9.9');
  });
});

describe('links and forms', () => {
  const body = `
    <a id="pay" href="https://pay.hotmart.com/A1?off=x%20y">x</a>
    <a id="go" href="https://go.hotmart.com/B2#topo">x</a>
    <a id="own" href="https://pay.kiwify.com.br/K?sck=facebook|x&src=bio">x</a>
    <a id="filled" href="https://pay.hotmart.com/A1?sck=fb|{clickid}">x</a>
    <a id="bridge" href="/ponte?c=%7Bclickid%7D">x</a>
    <a id="other" href="https://example.com/">x</a>
    <map><area id="area" href="https://pay.hub.la/H"></map>
    <form id="get" action="https://pay.kirvano.com/x?lost=1"><input type="hidden" name="sck" value=""><button>x</button></form>
    <form id="post" method="post" action="https://ev.braip.com/x"><button>x</button></form>
    <form id="taken" action="https://go.hotmart.com/B2"><input type="hidden" name="src" value="meu"><button>x</button></form>
    <form id="filled-form" action="/ponte"><input type="hidden" name="c" value="{clickid}"></form>
    <form id="search" action="/busca"><input name="q"></form>`;

  test('carry the click id when the page is ready', async () => {
    tagged(body);
    const id = await visit('/oferta');
    expect(await attribute('#pay')).toBe(`https://pay.hotmart.com/A1?off=x%20y&sck=${id}`);
    expect(await attribute('#go')).toBe(`https://go.hotmart.com/B2?src=${id}#topo`);
    expect(await attribute('#own')).toBe('https://pay.kiwify.com.br/K?sck=facebook|x&src=bio');
    expect(await attribute('#filled')).toBe(`https://pay.hotmart.com/A1?sck=fb|${id}`);
    expect(await attribute('#bridge')).toBe(`/ponte?c=${id}`);
    expect(await attribute('#other')).toBe('https://example.com/');
    expect(await attribute('#area')).toBe(`https://pay.hub.la/H?sck=${id}&src=${id}`);
    expect(await attribute('#post', 'action')).toBe(`https://ev.braip.com/x?sck=${id}&src=${id}`);
    const fields = (form: string) =>
      visitor.page.evaluate((one) => [...new FormData(document.querySelector<HTMLFormElement>(one)!)], form);
    expect(await fields('#get')).toEqual([
      ['sck', id],
      ['src', id],
    ]);
    expect(await fields('#taken')).toEqual([['src', 'meu']]);
    expect(await fields('#filled-form')).toEqual([['c', id]]);
    expect(await fields('#search')).toEqual([['q', '']]);
  });

  test('that the page makes later carry it at the click, also in a shadow tree', async () => {
    tagged('<div id="host"></div>');
    const id = await visit('/oferta');
    const followed = visitor.page.evaluate(
      () =>
        new Promise<string>((resolve) => {
          const shadow = document.querySelector('#host')!.attachShadow({ mode: 'open' });
          shadow.innerHTML = '<a href="https://pay.hotmart.com/LATE"><b>x</b></a>';
          // The page's own handler sees the address that will be followed.
          shadow.addEventListener('click', (event) => {
            event.preventDefault();
            resolve(shadow.querySelector('a')!.href);
          });
          shadow.querySelector('b')!.click();
        }),
    );
    expect(await followed).toBe(`https://pay.hotmart.com/LATE?sck=${id}`);
  });

  test('are followed with it: a click on a link, a form that is sent', async () => {
    tagged();
    const asked: string[] = [];
    await visitor.page.route('https://*.hotmart.com/**', (route) => {
      asked.push(route.request().url());
      return route.fulfill({ body: 'checkout' });
    });
    const id = await visit('/oferta');
    await visitor.page.evaluate(() => {
      document.body.innerHTML = '<a href="https://pay.hotmart.com/A1">comprar</a>';
    });
    await visitor.page.getByText('comprar').click();
    await expect.poll(() => asked, soon).toEqual([`https://pay.hotmart.com/A1?sck=${id}`]);
    await visit('/oferta');
    await visitor.page.evaluate(() => {
      document.body.innerHTML =
        '<form action="https://go.hotmart.com/B2"><input name="a" value="1"><button>enviar</button></form>';
    });
    await visitor.page.getByText('enviar').click();
    await expect.poll(() => asked[1], soon).toBe(`https://go.hotmart.com/B2?a=1&src=${id}`);
  });

  test('carry the new id when another paid visit takes the place of the first', async () => {
    tagged(body);
    const first = await visit('/oferta?gclid=1');
    expect(await attribute('#pay')).toContain(first);
    const second = await visit('/oferta?gclid=2');
    await expect.poll(() => attribute('#pay'), soon).toBe(`https://pay.hotmart.com/A1?off=x%20y&sck=${second}`);
    expect(await attribute('#filled')).toBe(`https://pay.hotmart.com/A1?sck=fb|${second}`);
  });

  test('are written when the page asks for it', async () => {
    tagged('<div id="late"></div>');
    const id = await visit('/oferta');
    await visitor.page.evaluate(() => {
      const late = document.querySelector('#late')!;
      late.innerHTML = '<a href="https://go.hotmart.com/B2">x</a>';
      window.TrafficTracker?.decorate(late);
    });
    expect(await attribute('#late a')).toBe(`https://go.hotmart.com/B2?src=${id}`);
  });
});

describe('window.TrafficTracker', () => {
  test('reports a conversion of the attributed click', async () => {
    tagged();
    const clickId = await visit('/oferta');
    await visitor.page.evaluate(() =>
      window.TrafficTracker?.trackConversion({
        transaction_id: 'P-1',
        event_type: 'purchase',
        amount: '10.50',
        currency: 'BRL',
      }),
    );
    await expect
      .poll(
        async () => (await listed<Conversion>('/api/conversions')).find(({ transactionId }) => transactionId === 'P-1'),
        soon,
      )
      .toMatchObject({ clickId, value: '10.50', verified: false });
  });

  test('with consent(false) leaves nothing behind and sends nothing, until consent(true)', async () => {
    tagged('<a id="buy" href="https://pay.hotmart.com/A1">x</a>');
    const first = await visit('/oferta?gclid=1');
    await visitor.page.evaluate(() => window.TrafficTracker?.consent(false));
    expect(await visitor.context.cookies()).toEqual([]);
    expect(await visitor.page.evaluate(() => localStorage.length)).toBe(0);
    expect(await visitor.page.evaluate(() => JSON.stringify(sessionStorage))).not.toContain('mc_');
    expect(await getClickId()).toBe('');
    expect(await attribute('#buy')).toBe('https://pay.hotmart.com/A1');

    const before = visitor.sent.length;
    await visitor.page.evaluate(() => {
      window.TrafficTracker?.trackConversion({ transaction_id: 'P-2', amount: 1 });
      history.pushState({}, '', '/outra');
    });
    await visitor.page.goto('/precos?gclid=2', { waitUntil: 'networkidle' });
    expect(visitor.sent.slice(before)).toEqual([]);
    expect(await visitor.context.cookies()).toEqual([]);

    await visitor.page.evaluate(() => window.TrafficTracker?.consent(true));
    await expect.poll(() => visitor.sentTo('/v').length, soon).toBe(2);
    const second = visitor.sentTo('/v')[1]?.query.clickid;
    expect(second).toMatch(CLICK_ID);
    expect(second).not.toBe(first);
    expect(await attribute('#buy')).toContain(second);
  });

  test('never throws, whatever it is given', async () => {
    tagged();
    await visit('/oferta');
    await visitor.page.evaluate(() => {
      const { decorate, trackConversion, consent, getClickId } = window.TrafficTracker as unknown as Record<
        string,
        (...args: unknown[]) => unknown
      >;
      const circular: Record<string, unknown> = {};
      circular.self = circular;
      for (const strange of [undefined, null, 7, 'x', Symbol('x'), circular, { amount: 1n }, () => undefined]) {
        decorate?.(strange);
        trackConversion?.(strange);
        getClickId?.(strange);
      }
      consent?.(false);
      consent?.(false);
      consent?.(true);
      consent?.(true);
    });
  });
});
