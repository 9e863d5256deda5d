import type { Onboarding, OnboardingStepId } from '@tracker/schemas/contracts/onboarding.contract';
import { beforeEach, describe, expect, test } from 'vitest';
import { storeDeliveries } from '../../testing/deliveries.ts';
import { type Facts, factsOf } from '../../testing/facts.ts';
import { NOW, type StaffedTenant, useApi } from '../../testing/use-api.ts';

const api = useApi();
let tenant: StaffedTenant;
let facts: Facts;
beforeEach(async () => {
  api.clock.set(NOW);
  tenant = await api.tenant();
  facts = factsOf(() => api.stack.clickhouse, tenant);
});

const hoursAgo = (hours: number) => new Date(Date.parse(NOW) - hours * 3_600_000).toISOString();
const deliver = (at: string, given: Partial<Parameters<typeof storeDeliveries>[2][number]> = {}) =>
  storeDeliveries(api.stack.clickhouse, tenant, [{ at, ...given }]);

async function read(): Promise<Onboarding> {
  const response = await tenant.viewer.ask('/api/onboarding');
  expect(response.statusCode, response.body).toBe(200);
  return response.json();
}
const stepOf = async (id: OnboardingStepId) => (await read()).steps.find((step) => step.id === id);
const REST = { tested: null, networks: [], host: null };
const open = (id: OnboardingStepId, warning: string | null = null, more: object = {}) => ({
  ...{ id, done: false, at: null, warning },
  ...REST,
  ...more,
});
const done = (id: OnboardingStepId, at: string) => ({ id, done: true, at, warning: null, ...REST });
const confirmSite = () =>
  tenant.editor.ask({ method: 'POST', url: '/api/integration/sites', payload: { host: 'loja.example' } });

describe('GET /api/onboarding', () => {
  test('lists the five steps of a new company as open', async () => {
    expect(await read()).toEqual({
      dismissed: false,
      steps: [open('checkout'), open('script'), open('ad-link'), open('spend'), open('first-sale')],
    });
  });

  test('ticks the checkout by its own first delivery, also its test, half by one from here, and warns of refused ones', async () => {
    await deliver(hoursAgo(5), { verdict: 'rejected', verified: false, reason_code: 'wrong-secret' });
    await deliver(hoursAgo(4), { verified: false });
    expect(await stepOf('checkout')).toEqual(open('checkout', 'deliveries-refused'));
    const fromHere = { is_test: true, body: '{"is_test":true}', provider: 'kiwify' };
    await deliver(hoursAgo(3), fromHere);
    await deliver(hoursAgo(2.5), fromHere);
    const tested = { at: hoursAgo(3), checkout: 'kiwify' };
    expect(await stepOf('checkout')).toEqual(open('checkout', 'deliveries-refused', { tested }));
    await deliver(hoursAgo(1));
    await deliver(hoursAgo(2), { is_test: true });
    expect(await stepOf('checkout')).toEqual(done('checkout', hoursAgo(2)));
  });

  test('ticks the script by the first view of a person, and warns of clicks without one', async () => {
    for (const hours of [3, 4]) await facts.click({ at: hoursAgo(hours), ip_address: '198.51.100.0' });
    await facts.pageView({ at: hoursAgo(3), is_bot: true, url: 'https://www.outra.example/x' });
    expect(await stepOf('script')).toEqual(open('script', 'clicks-without-views', { networks: ['198.51.100.0'] }));
    await confirmSite();
    await facts.pageView({ at: hoursAgo(1) });
    await facts.pageView({ at: hoursAgo(2) });
    expect(await stepOf('script')).toEqual(done('script', hoursAgo(2)));
  });

  test('says of clicks and page views of robots alone why they tick nothing', async () => {
    for (const hours of [3, 4]) await facts.click({ at: hoursAgo(hours), is_bot: true, has_raw_macro: true });
    await facts.pageView({ at: hoursAgo(3), is_bot: true });
    expect(await stepOf('script')).toEqual(open('script', 'only-robots'));
    expect(await stepOf('ad-link')).toEqual(open('ad-link', 'only-robots'));
  });

  test('ticks the script by no page of a site that no user named, and asks whether it is the company’s', async () => {
    await facts.click({ at: hoursAgo(3) });
    for (const hours of [1, 2]) await facts.pageView({ at: hoursAgo(hours), url: 'https://www.outra.example/x' });
    await facts.pageView({ at: hoursAgo(2), url: 'https://mais-uma.example/' });
    expect(await stepOf('script')).toEqual(open('script', 'unknown-site', { host: 'outra.example' }));
    await facts.pageView({ at: hoursAgo(4), url: 'https://www.loja.example/oferta' });
    await confirmSite();
    expect(await stepOf('script')).toEqual(done('script', hoursAgo(4)));
  });

  test.each([
    ['a click', '', true],
    ['the address of a page with the script', 'https://loja.example/?tsource=facebook&sub1={{ad.id}}', false],
    ['an encoded address', 'https://loja.example/?sub1=%7B%7Bad.id%7D%7D', false],
    ['a macro of TikTok', 'https://loja.example/?sub1=__CID__', false],
    ['a macro of Google', 'https://loja.example/?sub1={creative}', false],
  ])('warns of macros that were not filled in: %s', async (_, url, isInClick) => {
    await confirmSite();
    const ip_address = '198.51.100.0';
    for (const hours of [3, 4]) {
      await facts.click({ at: hoursAgo(hours), ad_id: '', has_raw_macro: isInClick, ip_address });
    }
    await facts.pageView({ at: hoursAgo(3), url, ip_address });
    await facts.pageView({ at: hoursAgo(3), url: 'https://outra.example/?sub1={{ad.id}}', ip_address: '192.0.2.0' });
    expect(await stepOf('ad-link')).toEqual(open('ad-link', 'raw-macros', { networks: [ip_address] }));
  });

  test('ticks the link of the ad by its first click, once others of another network follow or a page of the company saw one', async () => {
    await facts.click({ at: hoursAgo(4), ad_id: '' });
    await facts.click({ at: hoursAgo(3), is_bot: true });
    await facts.pageView({ at: hoursAgo(3), url: 'https://a.com/?sub1=120210&p={x' });
    expect(await stepOf('ad-link')).toEqual(open('ad-link'));
    const one = { ad_id: '120210', ip_address: '198.51.100.0' };
    await facts.click({ at: hoursAgo(2), ...one });
    await facts.click({ at: hoursAgo(1.5), ...one });
    expect(await stepOf('ad-link'), 'of one network').toEqual(open('ad-link'));
    await facts.click({ at: hoursAgo(1), ...one, ip_address: '203.0.113.0' });
    expect(await stepOf('ad-link')).toEqual(done('ad-link', hoursAgo(2)));
  });

  test('ticks the link of the ad by one click that a page of the company saw, and by none that another site names', async () => {
    await confirmSite();
    const click = await facts.click({ at: hoursAgo(2), ad_id: '120210' });
    await facts.pageView({ at: hoursAgo(2), url: 'https://outra.example/', click });
    expect(await stepOf('ad-link')).toEqual(open('ad-link'));
    await facts.pageView({ at: hoursAgo(1), url: 'https://www.loja.example/oferta', click });
    expect(await stepOf('ad-link')).toEqual(done('ad-link', hoursAgo(2)));
  });

  test('ticks spend by an entry or a link, and says what is missing', async () => {
    const { postgres } = api.stack;
    const now = new Date(NOW);
    const connected = {
      ...{ tenant_id: tenant.tenantId, platform: 'facebook', platform_user_id: '1', account_name: 'Ana' },
      ...{
        encrypted_token: new Uint8Array([1]),
        expires_at: null,
        connected_at: now,
        spend_due_at: now,
        spend_early_at: now,
      },
    };
    await postgres.withTenant(tenant.tenantId, (trx) =>
      trx.insertInto('ad_platform_connections').values(connected).execute(),
    );
    expect(await stepOf('spend')).toEqual(open('spend', 'nothing-linked'));
    await postgres.withTenant(tenant.tenantId, (trx) =>
      trx.updateTable('ad_platform_connections').set({ ended_at: now }).execute(),
    );
    expect(await stepOf('spend')).toEqual(open('spend', 'connection-ended'));
    const entry = { day: '2036-11-19', source: 'google', amount: '10.00', currency: 'BRL' };
    const url = `/api/campaigns/${tenant.campaignId}/spend`;
    expect((await tenant.editor.ask({ method: 'PUT', url, payload: entry })).statusCode).toBe(200);
    expect(await stepOf('spend')).toEqual(done('spend', NOW));
  });

  test('ticks the first sale that counts and has a click, and warns of direct ones', async () => {
    const click = await facts.click({ at: hoursAgo(3) });
    await facts.conversion({ at: hoursAgo(2), amount: '10', is_test: true, click });
    await facts.conversion({ at: hoursAgo(2), amount: '10', is_counted: false, click });
    await facts.conversion({ at: hoursAgo(2), amount: '10' });
    expect(await stepOf('first-sale')).toEqual(open('first-sale', 'sales-without-click'));
    await facts.conversion({ at: hoursAgo(2), amount: '10', verified: false, click });
    expect(await stepOf('first-sale'), 'a counted one that anybody can send').toEqual(
      open('first-sale', 'sales-without-click'),
    );
    await facts.conversion({ at: hoursAgo(1), amount: '10', click });
    expect(await stepOf('first-sale')).toEqual(done('first-sale', hoursAgo(1)));
  });

  test('keeps what was done, when it was first seen, long after', async () => {
    await confirmSite();
    await facts.pageView({ at: hoursAgo(1) });
    const first = await stepOf('script');
    await facts.pageView({ at: hoursAgo(2) });
    api.clock.advance(90 * 24 * 3_600_000);
    const editor = await api.person(tenant, 'editor');
    const { steps }: Onboarding = (await editor.ask('/api/onboarding')).json();
    expect(steps.find(({ id }) => id === 'script')).toEqual(first);
  });
});

test('PATCH /api/onboarding puts the steps away for everybody of the company, and brings them back', async () => {
  const foreign = await api.tenant();
  const patch = (dismissed: unknown) =>
    tenant.editor.ask({ method: 'PATCH', url: '/api/onboarding', payload: { dismissed } });
  expect((await patch(true)).json()).toMatchObject({ dismissed: true });
  expect((await read()).dismissed).toBe(true);
  expect((await foreign.viewer.ask('/api/onboarding')).json()).toMatchObject({ dismissed: false });
  expect((await patch('yes')).statusCode).toBe(400);
  expect((await patch(false)).json()).toMatchObject({ dismissed: false });
});
