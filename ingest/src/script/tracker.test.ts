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
