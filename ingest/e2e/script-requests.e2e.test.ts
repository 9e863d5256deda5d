import { LINK_PARAMETERS } from '@tracker/schemas/checkouts/generated/link-parameters';
import { within } from '@tracker/test/kit/machine';
import fc from 'fast-check';
import type { Request } from 'playwright-core';
import { afterEach, describe, expect, test } from 'vitest';
import { useVisitor } from './use-visitor.ts';

const kit = useVisitor();
const { ourTag, visit } = kit;

// A shop's page with and without mc.js: what the browser asks for differs by our parameters alone.

const HOSTS = [
  ...LINK_PARAMETERS.flatMap(([, hosts]) => hosts.split(' ')),
  'example.com',
  'pay.hotmart.com.example.com',
];
const OURS = new Set([...LINK_PARAMETERS.flatMap(([names]) => names.split(' ')), 'utm_source', 'utm_content']);
const PAGE_UTM = '?utm_source=FB&utm_content=V%C3%ADdeo+1|240';

/** Characters that mean something in an address, in HTML or to a browser that cleans it. */
const text = (...more: string[]) =>
  fc
    .array(
      fc.constantFrom(
        ...[
          'a',
          'B',
          '7',
          '-',
          '.',
          '%20',
          '%zz',
          '%2F',
          '%3F',
          '+',
          '|',
          'é',
          '日',
          ' ',
          '\t',
          "'",
          '"',
          '<',
          '&amp;',
          ';',
        ],
        ...['{', '}', '[', '(', '@', ':', '!', '*', '~', '\u00a0', '\u200b', ...more],
      ),
      { maxLength: 5 },
    )
    .map((parts) => parts.join(''));

const pair = fc.oneof(
  {
    weight: 3,
    arbitrary: fc
      .tuple(fc.constantFrom('off', 'q', 'a[b]', 'SCK', ''), text('=', '?', '/'))
      .map((one) => one.join('=')),
  },
  {
    weight: 2,
    arbitrary: fc
      .tuple(fc.constantFrom(...OURS), fc.constantFrom('', '=', '=own', '=a%20b|c'))
      .map((one) => one.join('')),
  },
  { weight: 1, arbitrary: text('?', '/') },
);
const query = fc.array(pair, { maxLength: 4 }).map((pairs) => pairs.join('&'));

const whole = fc
  .record({
    before: fc.constantFrom('', ' ', '\n ', '\t'),
    scheme: fc.constantFrom('https://', 'HTTPS://', '//', 'https:\\\\', 'http://'),
    sub: fc.constantFrom('', '', 'eu.'),
    host: fc.constantFrom(...HOSTS),
    isCapital: fc.boolean(),
    port: fc.constantFrom('', '', ':443', ':8443'),
    path: text('/', '\\').map((path) => (path === '' ? '' : `/${path}`)),
    query: fc.option(query, { nil: undefined }),
    fragment: fc.option(text('?', '#', '/'), { nil: undefined }),
    after: fc.constantFrom('', ' ', '\r\n'),
  })
  .map(({ before, scheme, sub, host, isCapital, port, path, query: asked, fragment, after }) => {
    const [name = '', below = ''] = host.split(/(?=\/)/);
    const origin = `${scheme}${sub}${isCapital ? name.toUpperCase() : name}${port}${below}`;
    return `${before}${origin}${path}${asked === undefined ? '' : `?${asked}`}${fragment === undefined ? '' : `#${fragment}`}${after}`;
  });
const onSite = fc
  .tuple(fc.constantFrom('/x', 'x', '?', './', ' ../x'), query)
  .map(([path, asked]) => `${path}?${asked}`);
const address = fc
  .oneof({ weight: 5, arbitrary: whole }, { weight: 1, arbitrary: onSite })
  // Chromium asks for none that has both: markup without an end may have put text of the page into it.
  .filter((one) => !(one.includes('<') && /[\t\r\n]/.test(one)));

/** Each address as a link, a form that asks and one that sends, each into a frame of its own. */
const elementsOf = (addresses: readonly string[]): string =>
  addresses
    .map((one) => one.replaceAll('&', '&amp;').replaceAll('"', '&quot;'))
    .flatMap((one, at) => [
      `<a target="link${at}" href="${one}">x</a>`,
      `<form target="get${at}" action="${one}"><input name="q" value="1 é"><input type="hidden" name="src" value="${at % 2 ? '' : 'own'}"></form>`,
      `<form target="post${at}" method="post" action="${one}"><input name="q" value="1 é"></form>`,
      ...['link', 'get', 'post'].map((kind) => `<iframe name="${kind}${at}"></iframe>`),
    ])
    .join('\n');

interface Asked {
  readonly url: string;
  readonly method: string;
  readonly body: string | null;
}

/** Follows every link and form of the page, and gives what was asked for by the name of its frame. */
async function followAll(): Promise<Map<string, Asked>> {
  const asked = new Map<string, Asked>();
  const { page, context } = kit.visitor;
  await context.route(
    (url) => url.protocol.startsWith('http') && url.origin !== kit.url,
    async (route, request: Request) => {
      const frame = request.isNavigationRequest() ? request.frame() : page.mainFrame();
      if (frame === page.mainFrame()) return route.continue();
      asked.set(frame.name(), { url: request.url(), method: request.method(), body: request.postData() });
      // The frame stays as it is.
      await route.fulfill({ status: 204 });
    },
  );
  const led = await page.evaluate(() => {
    const links = [...document.querySelectorAll<HTMLAnchorElement>('a[target]')];
    const forms = [...document.querySelectorAll<HTMLFormElement>('form[target]')];
    for (const link of links) link.click();
    for (const form of forms) form.requestSubmit();
    const leads = [
      ...links.map(({ target, href }) => [target, href]),
      ...forms.map(({ target, action }) => [target, action]),
    ];
    return leads.flatMap(([target = '', url = '']) => (URL.canParse(url) ? [target] : []));
  });
  await expect.poll(() => led.filter((name) => !asked.has(name))).toEqual([]);
  return asked;
}

/** Without our parameters, those alone that have a value of ours or, as the seller wrote them, none. */
function withoutOurs({ url, method, body }: Asked, clickId: string): Asked {
  const [, start = '', asked = ''] = /^([^?]*)\??(.*)$/s.exec(url) ?? [];
  // A form is sent in the charset of its page.
  const ours = [clickId, 'FB', 'V%C3%ADdeo%201%7C240', 'V%C3%ADdeo+1%7C240', 'V%EDdeo+1%7C240'];
  const kept = asked.split('&').filter((one) => {
    const [name = '', value = ''] = one.split('=', 2);
    return (
      one !== '' &&
      !(
        OURS.has(decodeURIComponent(name.replace(/%(?![\da-f]{2})/gi, '%25'))) &&
        (value === '' || ours.includes(value))
      )
    );
  });
  return { url: `${start}?${kept.join('&')}`, method, body };
}

describe('the requests of a page', () => {
  afterEach(() => kit.visitor.context.unrouteAll({ behavior: 'ignoreErrors' }));

  test.each(['utf-8', 'windows-1252'])(
    'differ by our parameters alone with mc.js, in %s',
    { timeout: within(120_000) },
    async (charset) => {
      const headers = { 'content-type': `text/html; charset=${charset}` };
      await fc.assert(
        fc.asyncProperty(fc.array(address, { minLength: 25, maxLength: 25 }), async (addresses) => {
          const body = elementsOf(addresses);
          const { page, context } = kit.visitor;
          kit.site.show(() => ({ body, headers }));
          await page.goto(`/oferta${PAGE_UTM}`);
          const plain = await followAll();
          await context.unrouteAll();
          kit.site.show(() => ({ body: ourTag() + body, headers }));
          const clickId = await visit(`/oferta${PAGE_UTM}`);
          const tagged = await followAll();
          await context.unrouteAll();
          const without = (all: Map<string, Asked>) =>
            Object.fromEntries([...all].map(([name, one]) => [name, withoutOurs(one, clickId)] as const).sort());
          expect(without(tagged)).toEqual(without(plain));
          expect([...tagged.values()].filter(({ url }) => url.includes(clickId)).length).toBeGreaterThan(
            addresses.length / 2,
          );
        }),
        { numRuns: 3, endOnFailure: true },
      );
    },
  );
});
