import type { HealthLine, HealthLineId } from '@tracker/schemas/contracts/tracking-health.contract';
import { beforeEach, expect, test } from 'vitest';
import { storeDeliveries } from '../../testing/deliveries.ts';
import { type Facts, factsOf } from '../../testing/facts.ts';
import { NOW, type StaffedTenant, useApi } from '../../testing/use-api.ts';

const api = useApi();
let tenant: StaffedTenant;
let facts: Facts;
beforeEach(async () => {
  api.clock.set(NOW);
  tenant = await api.tenant();
  await tenant.editor.ask({ method: 'POST', url: '/api/integration/sites', payload: { host: 'loja.example' } });
  facts = factsOf(() => api.stack.clickhouse, tenant);
});

const hoursAgo = (hours: number) => new Date(Date.parse(NOW) - hours * 3_600_000).toISOString();
const DAY = 24;

async function lines(): Promise<HealthLine[]> {
  const response = await tenant.viewer.ask('/api/tracking-health');
  expect(response.statusCode, response.body).toBe(200);
  return response.json().lines;
}
const lineOf = async (id: HealthLineId) => (await lines()).find((line) => line.id === id);
const warned = async () => (await lines()).filter(({ level }) => level === 'warn').map(({ id }) => id);

/** A company of which every line is green. */
async function healthy(): Promise<void> {
  const click = await facts.click({ at: hoursAgo(3) });
  await facts.pageView({ at: hoursAgo(3), click, url: 'https://loja.example/oferta?sub1=7' });
  await facts.conversion({ at: hoursAgo(2), amount: '10', click });
  await facts.spend({ day: NOW.slice(0, 10), spend: '5.00' });
  await storeDeliveries(api.stack.clickhouse, tenant, [{ at: hoursAgo(2), provider: 'kiwify' }]);
}

test('judges nothing of a new company', async () => {
  expect((await lines()).map(({ level }) => level)).toEqual(Array(13).fill('none'));
});

test('is green when everything fits', async () => {
  await healthy();
  expect((await lines()).map(({ id, level }) => [id, level])).toEqual(
    [
      ...['script', 'tracked-sales', 'direct-sales', 'raw-macros', 'silent-checkouts', 'refused-deliveries'],
      ...['clicks-without-views', 'spend-without-clicks', 'bots', 'button-without-link', 'script-copied'],
      ...['broken-links', 'unreadable-bodies'],
    ].map((id) => [id, 'ok']),
  );
  expect(await lineOf('script')).toMatchObject({
    value: 1,
    detail: [{ name: 'loja.example/oferta', value: 1, at: hoursAgo(3), isUnknown: false }],
    networks: [],
  });
});

test('lets no page of another site decide anything, and marks it', async () => {
  for (const hours of [3, 4]) await facts.click({ at: hoursAgo(hours), source: '' });
  await facts.pageView({ at: hoursAgo(2), url: 'https://golpe.example/pix?sub1={{ad.id}}' });
  expect(await warned()).toEqual(['script']);
  expect(await lineOf('script')).toMatchObject({ value: 0, detail: [{ name: 'golpe.example/pix', isUnknown: true }] });
  expect(await lineOf('raw-macros')).toMatchObject({ level: 'ok', value: 0, detail: [] });
});

test('names the networks from which most of what it warns of came', async () => {
  await healthy();
  const from = (ip_address: string, given: object = {}) => ({ at: hoursAgo(4), ip_address, ...given });
  const raw = { has_raw_macro: true };
  await facts.clicks([...Array(3).fill(from('192.0.2.0', raw)), from('203.0.113.0', raw), from('198.51.100.0')]);
  await facts.clicks(Array.from({ length: 12 }, () => from('198.51.100.0', { campaign_id: 'direto' })));
  expect((await lineOf('raw-macros'))?.networks).toEqual([
    { network: '192.0.2.0', percent: 75 },
    { network: '203.0.113.0', percent: 25 },
  ]);
  expect((await lineOf('clicks-without-views'))?.networks).toEqual([{ network: '198.51.100.0', percent: 100 }]);
  expect((await lineOf('script'))?.networks).toEqual([]);
});

test('warns when clicks come without any page view, and of nothing by a single one', async () => {
  await facts.click({ at: hoursAgo(3), source: '', has_raw_macro: true });
  await facts.click({ at: hoursAgo(3), source: '', is_bot: true });
  expect(await warned()).toEqual([]);
  await facts.click({ at: hoursAgo(2), source: '' });
  expect(await warned()).toEqual(['script']);
});

test('warns when few sales have a click, compares with the week before, and says why', async () => {
  await healthy();
  const click = await facts.click({ at: hoursAgo(9 * DAY) });
  await facts.conversion({ at: hoursAgo(8 * DAY), amount: '1', click });
  await facts.conversion({ at: hoursAgo(5), amount: '1' });
  await facts.conversion({ at: hoursAgo(5), amount: '1', click_ref: 'mc_x_1' });
  await facts.conversion({ at: hoursAgo(5), amount: '1', attribution: 'utm' });
  await facts.conversion({ at: hoursAgo(5), amount: '1', is_test: true });
  expect(await warned()).toEqual(['tracked-sales', 'direct-sales']);
  expect(await lineOf('tracked-sales')).toMatchObject({
    value: 25,
    detail: [
      { name: 'sales', value: 4 },
      { name: 'before', value: 100 },
    ],
  });
  expect(await lineOf('direct-sales')).toMatchObject({
    value: 3,
    detail: [{ name: 'no-id' }, { name: 'unknown-click' }, { name: 'utm-only' }],
  });
});

test('warns of macros that were not filled in, by campaign and by page', async () => {
  await healthy();
  await facts.click({ at: hoursAgo(2), has_raw_macro: true });
  await facts.click({ at: hoursAgo(2), has_raw_macro: true, is_bot: true });
  await facts.pageView({ at: hoursAgo(2), url: 'https://loja.example/vsl?sub1={{ad.id}}' });
  expect(await warned()).toContain('raw-macros');
  const { value, detail = [] } = (await lineOf('raw-macros')) ?? {};
  expect([value, detail[1]?.name]).toEqual([2, 'loja.example/vsl']);
});

test('names campaigns as their tenant does', async () => {
  await facts.click({ at: hoursAgo(2), has_raw_macro: true });
  const [{ name }] = (await tenant.viewer.ask('/api/campaigns')).json();
  expect((await lineOf('raw-macros'))?.detail).toMatchObject([{ name, value: 1 }]);
});

test('warns of a checkout that went quiet, but not of one that sells once a week', async () => {
  const sold = (provider: string, days: readonly number[]) =>
    storeDeliveries(
      api.stack.clickhouse,
      tenant,
      days.map((day) => ({ at: hoursAgo(day * DAY), provider })),
    );
  await sold('kiwify', [10, 9, 8, 7, 6]);
  await sold('hotmart', [20, 13, 6]);
  expect(await warned()).toEqual(['silent-checkouts']);
  const { value, detail } = (await lineOf('silent-checkouts')) ?? {};
  expect([value, detail?.map(({ name }) => name)]).toEqual([1, ['kiwify', 'hotmart']]);
});

test('warns of refused deliveries, and leaves out tests', async () => {
  await healthy();
  const refused = { verdict: 'rejected', verified: false } as const;
  await storeDeliveries(api.stack.clickhouse, tenant, [
    { at: hoursAgo(5), provider: 'eduzz', ...refused },
    { at: hoursAgo(5), provider: 'kiwify', is_test: true, ...refused },
    { at: hoursAgo(9 * DAY), provider: 'kiwify', ...refused },
  ]);
  expect(await warned()).toEqual(['refused-deliveries']);
  expect(await lineOf('refused-deliveries')).toMatchObject({ value: 1, detail: [{ name: 'eduzz', value: 1 }] });
});

test('names the networks of refused deliveries, which strangers can send, in percent of all of them', async () => {
  await healthy();
  const refused = { at: hoursAgo(5), provider: 'eduzz', verdict: 'rejected', verified: false } as const;
  const notUnderstood = { at: hoursAgo(4), verdict: 'dead-letter', reason_code: 'no_amount' } as const;
  await storeDeliveries(api.stack.clickhouse, tenant, [
    ...Array.from({ length: 4 }, () => ({ ...refused, sender_network: '198.51.100.0' })),
    ...Array.from({ length: 2 }, () => ({ ...refused, verified: false, sender_network: '203.0.113.0' })),
    ...Array.from({ length: 2 }, () => ({ ...notUnderstood, verified: true })),
    { ...refused, at: hoursAgo(9 * DAY), sender_network: '192.0.2.0' },
    { ...refused, is_test: true, sender_network: '192.0.2.0' },
  ]);
  expect((await lineOf('refused-deliveries'))?.networks).toEqual([
    { network: '198.51.100.0', percent: 50 },
    { network: '203.0.113.0', percent: 25 },
  ]);
});

test('warns of clicks of ads without page views, and of spend without clicks', async () => {
  await healthy();
  const at = hoursAgo(4);
  await facts.clicks(Array.from({ length: 10 }, () => ({ at, campaign_id: 'direto' })));
  await facts.clicks(Array.from({ length: 10 }, () => ({ at, campaign_id: 'sem-origem', source: '' })));
  await facts.spend({ day: NOW.slice(0, 10), spend: '7.50', campaignId: 'parada' });
  expect(await warned()).toEqual(['clicks-without-views', 'spend-without-clicks']);
  expect((await lineOf('clicks-without-views'))?.detail).toMatchObject([{ name: 'direto', value: 10, at: null }]);
  expect((await lineOf('spend-without-clicks'))?.detail).toMatchObject([{ name: 'parada', value: 7.5, at: null }]);
});

test('names the pages of the company with a button without a link or a copied script, and lets no other site warn', async () => {
  await healthy();
  const notice = (problem: 'button-without-link' | 'script-copied', url: string, hours: number) =>
    facts.notice({ at: hoursAgo(hours), problem, url });
  await notice('button-without-link', 'https://golpe.example/x', 1);
  expect(await warned()).toEqual([]);
  for (const hours of [3, 2, 10 * DAY]) await notice('button-without-link', 'https://loja.example/oferta', hours);
  await notice('script-copied', 'https://loja.example/', 2);
  await notice('script-copied', 'https://loja.example/velha', 9 * DAY);
  expect(await warned()).toEqual(['button-without-link', 'script-copied']);
  expect(await lineOf('button-without-link')).toMatchObject({
    ...{ count: 2, value: 2, where: 'loja.example/oferta', since: hoursAgo(10 * DAY) },
    detail: [
      { name: 'loja.example/oferta', value: 2, at: hoursAgo(2), isUnknown: false },
      { name: 'golpe.example/x', value: 1, isUnknown: true },
    ],
  });
  expect(await lineOf('script-copied')).toMatchObject({ count: 1, where: 'loja.example/', since: hoursAgo(2) });
});

test('names the broken links that people followed, by campaign and path', async () => {
  await healthy();
  const followed = (url: string, hours: number) => facts.notice({ at: hoursAgo(hours), problem: 'broken-link', url });
  await followed('/view/velha', 9 * DAY);
  expect(await warned()).toEqual([]);
  for (const hours of [2, 5, 10 * DAY]) await followed('/view/oferta', hours);
  await followed('/track', 1);
  expect(await warned()).toEqual(['broken-links']);
  const [{ name }] = (await tenant.viewer.ask('/api/campaigns')).json();
  expect(await lineOf('broken-links')).toMatchObject({
    ...{ count: 3, value: 3, where: '/view/oferta', since: hoursAgo(10 * DAY) },
    detail: [
      { name: `${name} (/view/oferta)`, value: 2, at: hoursAgo(2) },
      { name: `${name} (/track)`, value: 1, at: hoursAgo(1) },
    ],
  });
});

test('names the checkouts whose bodies could not be read, apart from refused deliveries', async () => {
  await healthy();
  const unread = { provider: 'kiwify', verdict: 'dead-letter', reason_code: 'unreadable' } as const;
  await storeDeliveries(api.stack.clickhouse, tenant, [
    { at: hoursAgo(5), ...unread },
    { at: hoursAgo(9 * DAY), ...unread },
    { at: hoursAgo(4), ...unread, verified: false },
    { at: hoursAgo(3), ...unread, provider: 'eduzz', reason_code: 'no-amount' },
  ]);
  expect(await warned()).toEqual(['refused-deliveries', 'unreadable-bodies']);
  expect(await lineOf('refused-deliveries')).toMatchObject({ value: 2 });
  expect(await lineOf('unreadable-bodies')).toMatchObject({
    ...{ count: 1, value: 1, where: 'kiwify', since: hoursAgo(9 * DAY) },
    detail: [{ name: 'kiwify', value: 1, at: hoursAgo(5) }],
  });
});

test('warns when many clicks are of bots', async () => {
  await healthy();
  for (const hours of [1, 2]) await facts.click({ at: hoursAgo(hours), is_bot: true });
  expect(await warned()).toEqual(['bots']);
  expect((await lineOf('bots'))?.detail).toMatchObject([{ value: 2 }, { value: 3 }]);
});
