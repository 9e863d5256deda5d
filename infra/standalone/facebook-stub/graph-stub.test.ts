import { addDays, dayOf, daysFrom, type TenantDay } from '@tracker/schemas/primitives/tenant-day';
import type { TimeZone } from '@tracker/schemas/primitives/time';
import { createFakeClock } from '@tracker/test/kit/fake-clock';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type GraphStub, type GraphStubOptions, startGraphStub } from './graph-stub.ts';
import { refusals } from './refusal.ts';

const DAY_MS = 86_400_000;
const zone = 'America/Sao_Paulo' as TimeZone;
let clock: ReturnType<typeof createFakeClock>;
let stub: GraphStub;

async function start(options: Partial<GraphStubOptions> = {}): Promise<void> {
  clock = createFakeClock('2026-01-10T15:00:00Z');
  stub = await startGraphStub({ clock, ...options });
}

beforeEach(() => start());
afterEach(() => stub.close());

const call = async (path: string, init?: RequestInit) => {
  const response = await fetch(stub.url + path, { redirect: 'manual', ...init });
  return { status: response.status, headers: response.headers, text: await response.text() };
};
const cents = (spend: string) => Math.round(Number(spend) * 100);
const today = () => dayOf(clock.now(), zone);
const campaigns = () => stub.accounts[0]!.campaigns;

test('changes the shown figures of a day, and settles them within 28 days', () => {
  const days = daysFrom(today(), addDays(today(), 6));
  const looks = new Map<string, Set<string>>();
  for (let age = 0; age < 40; age += 1) {
    for (const { id } of campaigns()) {
      for (const day of days) {
        const look = JSON.stringify(stub.shown(id, day));
        const key = `${id} ${day}`;
        looks.set(key, (looks.get(key) ?? new Set()).add(look));
        if (today() >= addDays(day, 28)) expect(look).toBe(JSON.stringify(stub.truth(id, day)));
      }
    }
    clock.advance(DAY_MS);
  }
  const moving = [...looks.values()].filter((seen) => seen.size > 2);
  expect(moving.length).toBeGreaterThan(looks.size / 2);
});

test('credits some days in full after they were charged, and settles some late', () => {
  const days = daysFrom(addDays(today(), -400), addDays(today(), -40));
  const objects = campaigns().flatMap(({ id }) => days.map((day) => ({ id, day })));
  const at = (day: TenantDay, age: number) => clock.set(`${addDays(day, age)}T15:00:00Z`);
  let credited = 0;
  let late = 0;
  for (const { id, day } of objects) {
    const truth = stub.truth(id, day).spend;
    at(day, 2);
    if (truth === '0.00' && stub.shown(id, day).spend !== '0.00') credited += 1;
    at(day, 5);
    if (stub.shown(id, day).spend !== truth) late += 1;
  }
  expect(credited).toBeGreaterThan(objects.length / 200);
  expect(late).toBeGreaterThan(objects.length / 20);
});

test('adds up ads and ad sets to campaigns and accounts to the cent, also today', () => {
  for (const day of [today(), addDays(today(), -1), addDays(today(), -50)]) {
    for (const look of [stub.truth, stub.shown]) {
      const sum = (ids: readonly string[]) => ids.reduce((total, id) => total + cents(look(id, day).spend), 0);
      expect(sum(campaigns().map(({ id }) => id))).toBe(sum(['act_111']));
      for (const { id, adsets } of campaigns()) {
        expect(sum(adsets.map((adset) => adset.id))).toBe(sum([id]));
        expect(sum(adsets.flatMap((adset) => adset.ads.map((ad) => ad.id)))).toBe(sum([id]));
      }
    }
  }
});

test('gives the same figures for the same seed, and others for another seed', async () => {
  const story = () => daysFrom(addDays(today(), -30), today()).map((day) => stub.truth('act_111', day).spend);
  const first = story();
  await stub.close();
  await start();
  expect(story()).toEqual(first);
  await stub.close();
  await start({ seed: 'other' });
  expect(story()).not.toEqual(first);
});

test('shows a consent page with two buttons, and escapes its parameters', async () => {
  const query = new URLSearchParams({
    client_id: stub.app.appId,
    redirect_uri: 'https://rastreio.example/auth/facebook/callback',
    state: '"><script>',
    response_type: 'code',
  });
  const page = await call(`/v26.0/dialog/oauth?${query}`);
  expect(page.text).toMatch(/<button name="__allow" value="1">Continuar<\/button>/);
  expect(page.text).toMatch(/<button name="__deny" value="1">Cancelar<\/button>/);
  expect(page.text).not.toContain('"><script>');
  const denied = await call(`/v26.0/dialog/oauth?${query}&__deny=1`);
  expect(denied.headers.get('location')).toContain('error=access_denied');
  stub.autoApprove = true;
  const approved = new URL((await call(`/v26.0/dialog/oauth?${query}`)).headers.get('location') ?? '');
  expect(Object.fromEntries(approved.searchParams)).toEqual({
    state: '"><script>',
    code: expect.stringMatching(/^AQ/),
  });
  expect((await call('/v26.0/dialog/oauth?client_id=1')).status).toBe(400);
});

test('rejects calls with status 400 and Facebook’s error codes, in two API versions', async () => {
  expect(await call('/v26.0/me')).toMatchObject({ status: 400, text: expect.stringContaining('"code":190') });
  expect((await call('/v25.0/me')).text).toContain('"code":190');
  expect((await call('/v24.0/me')).text).toContain('"code":2635');
  const authorization = `Bearer ${stub.tokens.issue()}`;
  expect((await call('/v26.0/me', { headers: { authorization } })).text).toContain('appsecret_proof');
});

test('accepts a token after a restart, and rejects an expired or forged one and those from before a changed password', async () => {
  const token = stub.tokens.issue();
  const isValid = () => stub.tokens.describe(token).is_valid;
  await stub.close();
  await start();
  expect(isValid()).toBe(true);
  expect(stub.tokens.describe(token.replace(/Z\d+Z/, 'Z9999999999999Z')).is_valid).toBe(false);
  clock.advance(60 * DAY_MS);
  expect(isValid()).toBe(false);
  const next = stub.tokens.issue();
  stub.tokens.endAll(refusals.changedPassword);
  expect(stub.tokens.describe(next).is_valid).toBe(false);
  expect(stub.tokens.describe(stub.tokens.issue()).is_valid).toBe(true);
});

test('fills the usage budget with each call, drains it over time, and rejects calls at the limit with a wait', async () => {
  const usage = async () => {
    const { headers } = await call('/v26.0/act_111/campaigns');
    return JSON.parse(headers.get('x-ad-account-usage') ?? '{}').acc_id_util_pct as number;
  };
  stub.usage.perCallPercent = 5;
  expect([await usage(), await usage(), await usage()]).toEqual([5, 10, 15]);
  clock.advance(30_000);
  expect(await usage()).toBe(10);
  stub.usage.set('111', 99);
  const { text, headers } = await call('/v26.0/act_111/insights');
  expect(text).toContain('"code":80000');
  expect(headers.get('x-business-use-case-usage')).toContain('"estimated_time_to_regain_access":3');
});

test('applies scripted faults in order to the matching calls only', async () => {
  stub.faults.next({ kind: 'refuse', refusal: refusals.blocked }, { match: /^GET \/act_111\/campaigns$/ });
  stub.faults.next({ kind: 'truncated' }, { match: /^GET \/me$/, times: 2 });
  expect((await call('/v26.0/act_111/campaigns')).text).toContain('"code":368');
  expect((await call('/v26.0/act_111/campaigns')).text).toContain('"code":190');
  for (let times = 0; times < 2; times += 1) {
    const { text } = await call('/v26.0/me');
    expect(() => JSON.parse(text)).toThrow();
  }
  expect(JSON.parse((await call('/v26.0/me')).text)).toMatchObject({ error: { code: 190 } });
  expect(stub.requests.map(({ path }) => path)).toEqual([
    '/act_111/campaigns',
    '/act_111/campaigns',
    '/me',
    '/me',
    '/me',
  ]);
});
