import { describe, expect, test } from 'vitest';
import { useVisitor } from './use-visitor.ts';

const kit = useVisitor();
const { tagged, visit } = kit;

const CHECKOUTS =
  /^https:\/\/((pay|go)\.hotmart\.com|pay\.(kiwify|cakto)\.com\.br|checkout\.ticto\.app|example\.com)\//;

/** What the browser asked of other sites, in the order of the requests. */
async function askedElsewhere(): Promise<{ url: string; method: string; body: string | null }[]> {
  const asked: { url: string; method: string; body: string | null }[] = [];
  await kit.visitor.context.route(CHECKOUTS, (route) => {
    const request = route.request();
    asked.push({ url: request.url(), method: request.method(), body: request.postData() });
    return route.fulfill({ contentType: 'text/html', body: 'checkout' });
  });
  return asked;
}

const BUTTONS: readonly (readonly [name: string, body: string, path: string])[] = [
  [
    'sets location.href',
    `<button onclick="location.href='https://pay.kiwify.com.br/abc?off=1#x'">comprar</button>`,
    'https://pay.kiwify.com.br/abc?off=1&sck=ID&src=ID',
  ],
  [
    'replaces the location',
    `<button onclick="location.replace('https://pay.kiwify.com.br/abc')">comprar</button>`,
    'https://pay.kiwify.com.br/abc?sck=ID&src=ID',
  ],
  [
    'assigns the location later',
    `<button onclick="setTimeout(() => location.assign('https://checkout.ticto.app/O2'), 50)">comprar</button>`,
    'https://checkout.ticto.app/O2?sck=ID&src=ID',
  ],
  [
    'is a link to nowhere with a handler',
    `<a href="#" onclick="location='https://pay.hotmart.com/A1';return false">comprar</a>`,
    'https://pay.hotmart.com/A1?sck=ID',
  ],
  [
    'opens a window',
    `<button onclick="window.open('https://pay.cakto.com.br/abc','_blank')">comprar</button>`,
    'https://pay.cakto.com.br/abc?sck=ID&src=ID',
  ],
  [
    'opens a window of a URL object',
    `<button onclick="window.open(new window.URL('https://pay.cakto.com.br/abc'))">comprar</button>`,
    'https://pay.cakto.com.br/abc?sck=ID&src=ID',
  ],
  [
    'clicks a link outside the page',
    `<button onclick="var a=document.createElement('a');a.href='https://pay.kiwify.com.br/abc';a.click()">comprar</button>`,
    'https://pay.kiwify.com.br/abc?sck=ID&src=ID',
  ],
  [
    'clicks such a link to a new tab',
    `<button onclick="var a=document.createElement('a');a.target='_blank';a.href='https://pay.kiwify.com.br/abc';a.click()">comprar</button>`,
    'https://pay.kiwify.com.br/abc?sck=ID&src=ID',
  ],
  [
    'submits a form that it makes',
    `<button onclick="var f=document.createElement('form');f.action='https://pay.kiwify.com.br/abc';document.body.append(f);f.submit()">comprar</button>`,
    'https://pay.kiwify.com.br/abc?sck=ID&src=ID',
  ],
  [
    'posts a form that it makes',
    `<button onclick="var f=document.createElement('form');f.method='post';f.action='https://pay.kiwify.com.br/abc';f.innerHTML='<input name=a value=1>';document.body.append(f);f.submit()">comprar</button>`,
    'https://pay.kiwify.com.br/abc?sck=ID&src=ID',
  ],
  [
    'asks a form to be submitted',
    `<form id="f" action="https://pay.kiwify.com.br/abc"></form><button onclick="document.getElementById('f').requestSubmit()">comprar</button>`,
    'https://pay.kiwify.com.br/abc?sck=ID&src=ID',
  ],
  [
    'follows a data attribute',
    `<div data-href="https://pay.kiwify.com.br/abc" onclick="window.open(this.dataset.href)">comprar</div>`,
    'https://pay.kiwify.com.br/abc?sck=ID&src=ID',
  ],
  [
    'follows the JSON of a page builder',
    `<div data-wrapper='{"url":"https:\\/\\/pay.kiwify.com.br\\/abc","new":"on"}' onclick="window.open(JSON.parse(this.dataset.wrapper).url)">comprar</div>`,
    'https://pay.kiwify.com.br/abc?sck=ID&src=ID',
  ],
  [
    'gets its address from its own handler',
    `<a href="#" target="_blank" onclick="this.href='https://pay.kiwify.com.br/abc'">comprar</a>`,
    'https://pay.kiwify.com.br/abc?sck=ID&src=ID',
  ],
  [
    'gets its address from the handler of its form',
    `<form action="/x" target="_blank" method="post" onsubmit="this.action='https://pay.kiwify.com.br/abc'"><button>comprar</button></form>`,
    'https://pay.kiwify.com.br/abc?sck=ID&src=ID',
  ],
  [
    'is a link to a script',
    `<a href="javascript:void(location.href='https://pay.kiwify.com.br/abc')">comprar</a>`,
    'https://pay.kiwify.com.br/abc?sck=ID&src=ID',
  ],
  [
    'opens its own window',
    `<button onclick="window.open('https://pay.kiwify.com.br/abc','_self')">comprar</button>`,
    'https://pay.kiwify.com.br/abc?sck=ID&src=ID',
  ],
  [
    'names the address of its form',
    `<form action="/x" method="post"><button formaction="https://pay.kiwify.com.br/abc">comprar</button></form>`,
    'https://pay.kiwify.com.br/abc?sck=ID&src=ID',
  ],
  [
    'refreshes the page to another one',
    `<button onclick="var m=document.createElement('meta');m.httpEquiv='refresh';m.content='0;url=https://pay.kiwify.com.br/abc';document.head.append(m)">comprar</button>`,
    'https://pay.kiwify.com.br/abc?sck=ID&src=ID',
  ],
  [
    'goes back, and the page leads on',
    `<script>history.pushState(0,'','#a');onpopstate=()=>{location.href='https://pay.kiwify.com.br/abc'}</script><button onclick="history.back()">comprar</button>`,
    'https://pay.kiwify.com.br/abc?sck=ID&src=ID',
  ],
  [
    'is drawn',
    `<svg width="90" height="90"><a xlink:href="https://pay.kiwify.com.br/abc"><text y="20">comprar</text></a></svg>`,
    'https://pay.kiwify.com.br/abc?sck=ID&src=ID',
  ],
  [
    'asks the script',
    `<button onclick="window.open(TrafficTracker.decorate('https://pay.kiwify.com.br/abc'))">comprar</button>`,
    'https://pay.kiwify.com.br/abc?sck=ID&src=ID',
  ],
  [
    'leads elsewhere',
    `<button onclick="location.href='https://example.com/a?b=1'">comprar</button>`,
    'https://example.com/a?b=1',
  ],
];

describe('a button of a tagged page', () => {
  test.each(BUTTONS)('carries the click id to the checkout when it %s', async (_, body, expected) => {
    const asked = await askedElsewhere();
    tagged(body);
    const id = await visit('/oferta');
    await kit.visitor.page.getByText('comprar').click();
    await expect.poll(() => asked.map(({ url }) => url)).toEqual([expected.replaceAll('ID', id)]);
    if (body.includes("'post'")) expect(asked[0]).toMatchObject({ method: 'POST', body: 'a=1' });
    const opened = expected.includes('ID') ? [{ clickid: id, url: expected.split('?')[0] }] : [];
    expect(kit.visitor.sentTo('/k').map(({ body: sent }) => JSON.parse(sent ?? ''))).toEqual(opened);
    expect(kit.visitor.sentTo('/n')).toEqual([]);
  });

  test('can be gone back from, and leads on again', async () => {
    const asked = await askedElsewhere();
    tagged(`<button onclick="location.href='https://pay.kiwify.com.br/abc'">comprar</button>`);
    await visit('/oferta');
    await kit.visitor.page.getByText('comprar').click();
    await kit.visitor.page.getByText('checkout').waitFor();
    await kit.visitor.page.goBack();
    await kit.visitor.page.getByText('comprar').click();
    await expect.poll(() => asked.length).toBe(2);
    expect(asked[1]?.url).toBe(asked[0]?.url);
  });

  test.each([
    [
      'is no link in a browser without the Navigation API',
      `<button onclick="location.href='https://pay.kiwify.com.br/abc'">comprar</button>`,
      true,
    ],
    ['opens a window there', `<button onclick="open('https://pay.kiwify.com.br/abc')">comprar</button>`, false],
    [
      'is a link there',
      `<a onclick="window.x='https://pay.kiwify.com.br/abc'" href="https://pay.kiwify.com.br/abc">comprar</a>`,
      false,
    ],
    ['leads elsewhere there', `<button onclick="location.href='https://example.com/'">comprar</button>`, false],
  ])('is reported once a press when it %s', async (_, body, isReported) => {
    await askedElsewhere();
    await kit.visitor.page.addInitScript(() => Reflect.deleteProperty(window, 'navigation'));
    tagged(body);
    const id = await visit('/oferta?email=ana@example.com');
    await kit.visitor.page.getByText('comprar').click();
    const url = `${kit.site.origin}/oferta`;
    await expect
      .poll(() => kit.visitor.sentTo('/n').map(({ body: sent }) => JSON.parse(sent ?? '')))
      .toEqual(isReported ? [{ clickid: id, url, problem: 'button-without-link' }] : []);
  });
});

describe('a frame with a checkout', () => {
  test('gets the click id before it loads, when it is added or its source is set', async () => {
    const asked = await askedElsewhere();
    tagged();
    const id = await visit('/oferta');
    await kit.visitor.page.evaluate(() => {
      const added = document.createElement('iframe');
      added.src = 'https://pay.hotmart.com/A1?checkoutMode=6';
      document.body.append(added);
    });
    await expect
      .poll(() => asked.map(({ url }) => url))
      .toContain(`https://pay.hotmart.com/A1?checkoutMode=6&sck=${id}`);
    await kit.visitor.page.evaluate(() => {
      document.querySelector('iframe')!.src = 'https://pay.kiwify.com.br/abc';
    });
    await expect.poll(() => asked.at(-1)?.url).toBe(`https://pay.kiwify.com.br/abc?sck=${id}&src=${id}`);
    // The browser asks at once, and gives that up when the source changes: only what carries the id is shown.
    const shown = kit.visitor.page.frames().slice(1);
    await expect.poll(() => shown.map((frame) => frame.url())).toEqual([asked.at(-1)?.url]);
    expect(kit.visitor.sentTo('/n')).toEqual([]);
  });

  test('gets it while it waits for its first answer, and is reported when it loaded without', async () => {
    const asked = await askedElsewhere();
    tagged('<iframe src="https://pay.hotmart.com/A1?checkoutMode=6"></iframe>');
    await kit.visitor.page.route('**/t/**', async (route) => {
      await expect.poll(() => asked.length).toBeGreaterThan(0);
      await kit.visitor.page.frameLocator('iframe').getByText('checkout').waitFor();
      await route.continue();
    });
    const id = await visit('/oferta');
    await expect
      .poll(() => kit.visitor.sentTo('/n').map(({ body }) => JSON.parse(body ?? '')))
      .toEqual([{ clickid: id, url: `${kit.site.origin}/oferta`, problem: 'button-without-link' }]);
    await visit('/precos');
    await expect.poll(() => asked.at(-1)?.url).toBe(`https://pay.hotmart.com/A1?checkoutMode=6&sck=${id}`);
  });
});
