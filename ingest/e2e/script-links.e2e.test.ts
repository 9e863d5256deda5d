import type { Click } from '@tracker/schemas/contracts/click-logs.contract';
import type { Conversion } from '@tracker/schemas/contracts/conversion-logs.contract';
import { describe, expect, test } from 'vitest';
import { useVisitor } from './use-visitor.ts';

const kit = useVisitor();
const { tagged, visit, getClickId, attribute, listed } = kit;

describe('links and forms of a tagged page', () => {
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

  test('adds the click id to checkout links and forms when the page is ready', async () => {
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
      kit.visitor.page.evaluate((one) => [...new FormData(document.querySelector<HTMLFormElement>(one)!)], form);
    expect(await fields('#get')).toEqual([
      ['sck', id],
      ['src', id],
    ]);
    expect(await fields('#taken')).toEqual([['src', 'meu']]);
    expect(await fields('#filled-form')).toEqual([['c', id]]);
    expect(await fields('#search')).toEqual([['q', '']]);
  });

  test('adds the click id at the click to links that are added later, also in a shadow tree', async () => {
    tagged('<div id="host"></div>');
    const id = await visit('/oferta');
    const followed = kit.visitor.page.evaluate(
      () =>
        new Promise<string>((resolve) => {
          const shadow = document.querySelector('#host')!.attachShadow({ mode: 'open' });
          shadow.innerHTML = '<a href="https://pay.hotmart.com/LATE"><b>x</b></a>';
          // The page's own handler sees the URL that will be followed.
          shadow.addEventListener('click', (event) => {
            event.preventDefault();
            resolve(shadow.querySelector('a')!.href);
          });
          shadow.querySelector('b')!.click();
        }),
    );
    expect(await followed).toBe(`https://pay.hotmart.com/LATE?sck=${id}`);
  });

  test('sends the click id to the checkout when a link is followed or a form is submitted', async () => {
    tagged();
    const asked: string[] = [];
    await kit.visitor.page.route('https://*.hotmart.com/**', (route) => {
      asked.push(route.request().url());
      return route.fulfill({ body: 'checkout' });
    });
    const id = await visit('/oferta');
    await kit.visitor.page.evaluate(() => {
      document.body.innerHTML = '<a href="https://pay.hotmart.com/A1">comprar</a>';
    });
    await kit.visitor.page.getByText('comprar').click();
    await expect.poll(() => asked).toEqual([`https://pay.hotmart.com/A1?sck=${id}`]);
    await visit('/oferta');
    await kit.visitor.page.evaluate(() => {
      document.body.innerHTML =
        '<form action="https://go.hotmart.com/B2"><input name="a" value="1"><button>enviar</button></form>';
    });
    await kit.visitor.page.getByText('enviar').click();
    await expect.poll(() => asked[1]).toBe(`https://go.hotmart.com/B2?a=1&src=${id}`);

    expect(kit.visitor.sentTo('/k').map(({ kind }) => kind)).toEqual(['ping', 'ping']);
    const opened = async () => (await listed<Click>('/api/clicks')).find((one) => one.clickId === id)?.openedCheckouts;
    await expect
      .poll(opened)
      .toMatchObject([{ url: 'https://pay.hotmart.com/A1' }, { url: 'https://go.hotmart.com/B2' }]);
  });

  test('replaces the click id when a second paid click replaces the first', async () => {
    tagged(body);
    const first = await visit('/oferta?gclid=1');
    expect(await attribute('#pay')).toContain(first);
    const second = await visit('/oferta?gclid=2');
    await expect.poll(() => attribute('#pay')).toBe(`https://pay.hotmart.com/A1?off=x%20y&sck=${second}`);
    expect(await attribute('#filled')).toBe(`https://pay.hotmart.com/A1?sck=fb|${second}`);
  });

  test('adds the click id to links on request through decorate()', async () => {
    tagged('<div id="late"></div>');
    const id = await visit('/oferta');
    await kit.visitor.page.evaluate(() => {
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
    await kit.visitor.page.evaluate(() =>
      window.TrafficTracker?.trackConversion({
        transaction_id: 'P-1',
        amount: '10.50',
        currency: 'BRL',
      }),
    );
    await expect
      .poll(async () =>
        (await listed<Conversion>('/api/conversions')).find(({ transactionId }) => transactionId === 'P-1'),
      )
      .toMatchObject({ clickId, value: '10.50', verified: false });
  });

  test('reports a conversion even when the visitor leaves before the click is answered', async () => {
    tagged();
    const clickId = await visit('/oferta');
    const hold = '**/t/**';
    await kit.visitor.page.route(hold, () => undefined);
    await kit.visitor.page.goto('/obrigado?gclid=9');
    await kit.visitor.page.evaluate(() => {
      window.TrafficTracker?.trackConversion({ transaction_id: 'P-3', amount: '3.00' });
      location.href = '/precos';
    });
    const found = async () => (await listed<Conversion>('/api/conversions')).find((one) => one.transactionId === 'P-3');
    await expect.poll(found).toMatchObject({ clickId, value: '3.00' });
  });

  test('clears its cookies and sends nothing after consent(false), until consent(true)', async () => {
    tagged('<a id="buy" href="https://pay.hotmart.com/A1">x</a>');
    const first = await visit('/oferta?gclid=1');
    await kit.visitor.page.evaluate(() => window.TrafficTracker?.consent(false));
    // The page wrote them; the browser's own list of cookies follows a moment later.
    await expect.poll(() => kit.visitor.context.cookies()).toEqual([]);
    expect(await kit.visitor.page.evaluate(() => localStorage.length)).toBe(0);
    expect(await kit.visitor.page.evaluate(() => JSON.stringify(sessionStorage))).not.toContain('mc_');
    expect(await getClickId()).toBe('');
    expect(await attribute('#buy')).toBe('https://pay.hotmart.com/A1');

    const before = kit.visitor.sent.length;
    await kit.visitor.page.evaluate(() => {
      window.TrafficTracker?.trackConversion({ transaction_id: 'P-2', amount: 1 });
      history.pushState({}, '', '/outra');
    });
    await kit.visitor.page.goto('/precos?gclid=2', { waitUntil: 'networkidle' });
    expect(kit.visitor.sent.slice(before)).toEqual([]);
    expect(await kit.visitor.context.cookies()).toEqual([]);

    await kit.visitor.page.evaluate(() => window.TrafficTracker?.consent(true));
    await expect.poll(() => kit.visitor.sentTo('/v').length).toBe(2);
    const second = kit.visitor.sentTo('/v')[1]?.query.clickid;
    expect(second).toMatch(/^mc_.+_\d{19}$/);
    expect(second).not.toBe(first);
    expect(await attribute('#buy')).toContain(second);
  });

  test('never throws, not even for strange arguments', async () => {
    tagged();
    await visit('/oferta');
    await kit.visitor.page.evaluate(() => {
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
