// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { readConfig } from './config.ts';
import { createTracker } from './tracker.ts';

const OURS = 'loja';
/** Of the same company as `OURS`. */
const SECOND = 'segunda';
const THEIRS = 'estranha';
const idOf = (campaign: string, end = '000001') => `mc_${campaign}_${Date.now() - 1_000}${end}`;

/** What the script asked for, in order: 'HEAD /t/segunda'. */
let asked: string[];
/** The click before, as each click or message about one named it. */
let previous: (string | null)[];
let isAway: boolean;

/** The server, which knows only the campaigns of the tag's company. */
async function answer(address: string, { method, body }: { method: string; body?: string }): Promise<unknown> {
  const { pathname, searchParams } = new URL(address);
  expect(searchParams.has('defaultcampaignid')).toBe(true);
  asked.push(`${method} ${pathname}`);
  if (method === 'GET' && pathname.startsWith('/t/')) previous.push(searchParams.get('prev'));
  if (pathname === '/i') previous.push(JSON.parse(body ?? '{}').prev);
  if (isAway) throw new TypeError('fetch failed');
  const campaign = /^\/t\/(.*)/.exec(pathname)?.[1];
  const ok = campaign === undefined || [OURS, SECOND].includes(campaign);
  return { ok, status: ok ? 200 : 404, text: async () => JSON.stringify({ clickid: idOf(campaign ?? '', '777777') }) };
}

/** Opens a page of the site and waits for all tries; returns the stored click id. */
async function open(address: string, tag = OURS): Promise<string> {
  [asked, previous] = [[], []];
  history.replaceState({}, '', address);
  const tracker = createTracker(readConfig(`https://t.example.com/mc.js?defaultcampaignid=${tag}`));
  tracker.begin();
  tracker.view(location.href, '');
  await vi.advanceTimersByTimeAsync(6_000);
  return tracker.getClickId();
}

const writeCookie = (text: string) => void Object.assign(document, { cookie: `${text}; path=/` });

beforeEach(() => {
  vi.useFakeTimers();
  [asked, previous, isAway] = [[], [], false];
  vi.stubGlobal('fetch', answer);
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  localStorage.clear();
  sessionStorage.clear();
  for (const cookie of document.cookie.split('; ')) writeCookie(`${cookie.split('=')[0]}=; max-age=0`);
});

describe('mc.js and click ids of other campaigns', () => {
  test('adopts an id of the tag’s campaign without asking', async () => {
    const id = idOf(OURS);
    expect(await open(`/?mcid=${id}`)).toBe(id);
    expect(asked).toEqual(['GET /v']);
  });

  test('asks once about another campaign, and adopts its ids when it is of the same company', async () => {
    const id = idOf(SECOND);
    expect(await open(`/?mcid=${id}`)).toBe(id);
    expect(asked).toEqual([`HEAD /t/${SECOND}`, 'GET /v']);
    expect(await open('/precos')).toBe(id);
    const next = idOf(SECOND, '000002');
    expect(await open(`/?clickid=${next}`)).toBe(next);
    expect(asked).toEqual(['POST /i', 'GET /v']);
  });

  test('does not ask about a campaign for which the server has just recorded a click', async () => {
    const id = await open(`/?cmpid=${SECOND}`);
    expect(id).toContain(`mc_${SECOND}_`);
    expect(asked).toEqual([`GET /t/${SECOND}`, 'GET /v']);
    expect(await open('/precos')).toBe(id);
    expect(asked).toEqual(['GET /v']);
  });

  test('asks for a click of its own instead of adopting an id of another company', async () => {
    expect(await open(`/?mcid=${idOf(THEIRS)}&gclid=1`)).toContain(`mc_${OURS}_`);
    expect(asked).toEqual([`HEAD /t/${THEIRS}`, `GET /t/${OURS}`, 'GET /v']);
    await open(`/?mcid=${idOf(THEIRS)}`);
    expect(asked).toEqual(['GET /v']);
  });

  test('counts for its own campaign when the address names one of another company', async () => {
    expect(await open(`/?cmpid=${THEIRS}`)).toContain(`mc_${OURS}_`);
    expect(asked).toEqual([`GET /t/${THEIRS}`, `GET /t/${OURS}`, 'GET /v']);
  });

  test('adopts nothing while it has no answer, and asks again on the next page', async () => {
    const id = idOf(SECOND);
    isAway = true;
    expect(await open(`/?mcid=${id}`)).toBe('');
    expect(new Set(asked)).toEqual(new Set([`HEAD /t/${SECOND}`]));
    isAway = false;
    expect(await open('/precos')).toBe(id);
    expect(asked).toEqual([`HEAD /t/${SECOND}`, 'GET /v']);
  });

  test.each(['mcclickid-store', 'mccid-paid', 'mcclickid-visit'])(
    'uses no id of another company from the cookie %s, which sites of one domain may share',
    async (name) => {
      writeCookie(`${name}=${idOf(THEIRS)}${name.endsWith('visit') ? '.1' : ''}`);
      expect(await open('/')).toContain(`mc_${OURS}_`);
      expect(asked).toEqual([`HEAD /t/${THEIRS}`, `GET /t/${OURS}`, 'GET /v']);
    },
  );

  test('asks again when the tag becomes that of another campaign', async () => {
    await open(`/?mcid=${idOf(SECOND)}`);
    await open('/', THEIRS);
    expect(asked[0]).toBe(`HEAD /t/${SECOND}`);
  });
});

describe('mc.js and the clicks of one visitor', () => {
  test('sends the id that was stored before with the next click, and none with the first', async () => {
    const first = await open('/?gclid=1');
    expect(previous).toEqual([null]);
    vi.setSystemTime(Date.now() + 1_000);
    await open('/?gclid=2');
    expect(previous).toEqual([first]);
  });

  test('sends it afterwards for a click that its link made', async () => {
    const first = await open('/?gclid=1');
    const second = idOf(OURS, '000002');
    await open(`/?mcid=${second}`);
    expect(asked).toEqual(['POST /i', 'GET /v']);
    expect(previous).toEqual([first]);
    await open('/precos');
    expect(previous).toEqual([]);
  });

  test('forgets it when the visitor withdraws consent', async () => {
    await open('/?gclid=1');
    const tracker = createTracker(readConfig(`https://t.example.com/mc.js?defaultcampaignid=${OURS}`));
    tracker.refuse();
    tracker.allow();
    await open('/?gclid=2');
    expect(previous).toEqual([null]);
  });
});

describe('mc.js and the checkout', () => {
  /** What was handed over to the browser for the server, by path. */
  let beacons: [path: string, body: { clickid: string; url: string }][];
  const use = async (tracker: ReturnType<typeof createTracker>, event: Event, on: string) => {
    const target = document.querySelector(on)!;
    target.addEventListener(event.type, (seen) => {
      tracker.decorateEvent(seen);
      seen.preventDefault();
    });
    target.dispatchEvent(event);
    await vi.advanceTimersByTimeAsync(0);
  };
  const left = (type = 'click', button = 0) =>
    new MouseEvent(type, { bubbles: true, cancelable: true, composed: true, button });

  beforeEach(() => {
    beacons = [];
    vi.stubGlobal('navigator', {
      sendBeacon: (url: string, body: string) => beacons.push([new URL(url).pathname, JSON.parse(body)]),
    });
  });

  async function page(body: string) {
    const clickid = await open('/?gclid=1');
    document.body.innerHTML = body;
    return {
      clickid,
      tracker: createTracker(readConfig(`https://t.example.com/mc.js?defaultcampaignid=${OURS}`)),
    };
  }

  test.each([
    ['a link to a checkout', '<a href="https://pay.kiwify.com.br/abc?email=ana@example.com#x">x</a>', 'a', left()],
    ['its middle button', '<a href="https://pay.kiwify.com.br/abc">x</a>', 'a', left('auxclick', 1)],
    ['a link of the seller', '<a href="https://pay.kiwify.com.br/abc?sck=own&src=own">x</a>', 'a', left()],
    ['any link with the id', '<a href="https://pay.kiwify.com.br/abc?x={clickid}">x</a>', 'a', left()],
    ['a form', '<form action="https://pay.kiwify.com.br/abc"></form>', 'form', new Event('submit', { bubbles: true })],
    [
      'a form that posts the id',
      '<form method="post" action="https://pay.kiwify.com.br/abc"><input type="hidden" name="c" value="{clickid}"></form>',
      'form',
      new Event('submit', { bubbles: true }),
    ],
  ])('reports that %s was used, without the query', async (_what, body, on, event) => {
    const { clickid, tracker } = await page(body);
    await use(tracker, event, on);
    expect(beacons).toEqual([['/k', { clickid, url: 'https://pay.kiwify.com.br/abc' }]]);
  });

  test('reports no other links and forms, and no opened menu', async () => {
    const { tracker } = await page(
      '<a href="https://pay.kiwify.com.br/abc">x</a><p><a id="other" href="/precos">x</a></p><form action="/busca"></form>',
    );
    await use(tracker, left('contextmenu', 2), 'a');
    await use(tracker, left('auxclick', 2), 'a');
    await use(tracker, left(), '#other');
    await use(tracker, new Event('submit', { bubbles: true }), 'form');
    tracker.refuse();
    await use(tracker, left(), 'a');
    expect(beacons).toEqual([]);
  });
});
