import type { Geography } from '@tracker/schemas/contracts/geography.contract';
import { beforeEach, describe, expect, test } from 'vitest';
import { factsOf } from '../../testing/facts.ts';
import { NOW, type TestPerson, useApi } from '../../testing/use-api.ts';

const api = useApi();
beforeEach(() => api.clock.set(NOW));

async function setUp(options?: { timeZone?: string }) {
  const tenant = await api.tenant(options);
  return { tenant, facts: factsOf(() => api.stack.clickhouse, tenant) };
}

async function geography(person: TestPerson, query = ''): Promise<Geography> {
  const response = await person.ask(`/api/analytics/geography?${query}`);
  expect(response.statusCode, response.body).toBe(200);
  return response.json<Geography>();
}

const BRAZIL = { country_code: 'BR', region: 'São Paulo', timezone: 'America/Sao_Paulo' };
const PORTUGAL = { country_code: 'PT', region: 'Lisboa', timezone: 'Europe/Lisbon', device_type: 'desktop' };
const NOWHERE = { country_code: '', country: '', region: '', timezone: '', device_type: 'unknown' };

describe('GET /api/analytics/geography', () => {
  test('returns countries, devices, time zones and regions by clicks, with the rate of tracked conversions', {
    tags: ['§2.14', '§7.3'],
  }, async () => {
    const { tenant, facts } = await setUp();
    const at = '2036-11-20T12:00:00Z';
    const [first, , , abroad] = await facts.clicks([
      { at, ...BRAZIL },
      { at, ...BRAZIL },
      { at, ...BRAZIL, region: 'Bahia' },
      { at, ...PORTUGAL },
      { at, ...NOWHERE },
    ]);
    await facts.conversion({ at, amount: '10', click: first! });
    await facts.conversion({ at, amount: '10', click: first! });
    await facts.conversion({ at, amount: '10', click: abroad! });
    expect(await geography(tenant.viewer)).toEqual({
      countries: [
        { country: 'Brasil', countryCode: 'BR', clickCount: 3, conversionCount: 2, conversionRate: (2 / 3) * 100 },
        { country: 'Portugal', countryCode: 'PT', clickCount: 1, conversionCount: 1, conversionRate: 100 },
      ],
      devices: [
        { deviceType: 'mobile', clickCount: 3, conversionCount: 2, conversionRate: (2 / 3) * 100 },
        { deviceType: 'desktop', clickCount: 1, conversionCount: 1, conversionRate: 100 },
        { deviceType: 'unknown', clickCount: 1, conversionCount: 0, conversionRate: 0 },
      ],
      timezones: [
        { timezone: 'America/Sao_Paulo', clickCount: 3 },
        { timezone: 'Europe/Lisbon', clickCount: 1 },
      ],
      regions: [
        { region: 'São Paulo', country: 'Brasil', clickCount: 2, conversionRate: 100 },
        { region: 'Lisboa', country: 'Portugal', clickCount: 1, conversionRate: 100 },
        { region: 'Bahia', country: 'Brasil', clickCount: 1, conversionRate: 0 },
      ],
    });
  });

  test('leaves out direct conversions, refunds, tests, bots and prefetches', { tags: ['§6'] }, async () => {
    const { tenant, facts } = await setUp();
    const at = '2036-11-20T12:00:00Z';
    const click = await facts.click({ at, ...BRAZIL });
    await facts.click({ at, ...PORTUGAL, is_bot: true, device_type: 'bot' });
    await facts.click({ at, ...PORTUGAL, is_prefetch: true });
    await facts.conversion({ at, amount: '10' });
    await facts.conversion({
      at,
      amount: '10',
      click,
      is_counted: false,
      status: 'refunded',
      net_value: '0',
      revenue: '0',
    });
    await facts.conversion({ at, amount: '10', click, is_test: true });
    const { countries, devices } = await geography(tenant.viewer);
    expect(countries).toMatchObject([{ countryCode: 'BR', clickCount: 1, conversionCount: 0 }]);
    expect(devices).toMatchObject([{ deviceType: 'mobile', clickCount: 1, conversionCount: 0 }]);
  });

  test('counts a conversion after a click that looked like a bot', async () => {
    const { tenant, facts } = await setUp();
    const at = '2036-11-20T12:00:00Z';
    const click = await facts.click({ at, ...PORTUGAL, is_bot: true, device_type: 'bot' });
    await facts.conversion({ at, amount: '10', click });
    const { countries, devices } = await geography(tenant.viewer);
    const sold = { clickCount: 0, conversionCount: 1, conversionRate: 0 };
    expect(countries).toEqual([{ country: 'Portugal', countryCode: 'PT', ...sold }]);
    expect(devices).toEqual([{ deviceType: 'bot', ...sold }]);
  });

  test('covers today and the seven days before in the time zone of the tenant by default', {
    tags: ['§9.21'],
  }, async () => {
    const { tenant, facts } = await setUp({ timeZone: 'Asia/Tokyo' });
    // The 13th begins in Tokyo at 15:00 of the 12th in UTC; now it is the 21st there.
    const early = await facts.click({ at: '2036-11-13T14:59:59.999Z', ...BRAZIL });
    await facts.click({ at: '2036-11-13T15:00:00.000Z', ...PORTUGAL });
    await facts.conversion({ at: '2036-11-20T14:00:00Z', amount: '10', click: early });
    const { countries } = await geography(tenant.viewer);
    expect(countries).toMatchObject([
      { countryCode: 'PT', clickCount: 1 },
      { countryCode: 'BR', clickCount: 0, conversionCount: 1 },
    ]);
    const day = await geography(tenant.viewer, 'startDate=2036-11-13&endDate=2036-11-13');
    expect(day.countries).toMatchObject([{ countryCode: 'BR', clickCount: 1, conversionCount: 0 }]);
  });

  test('maps an instant to its day in the time zone of the tenant', { tags: ['§7.3'] }, async () => {
    const { tenant, facts } = await setUp();
    await facts.click({ at: '2036-11-19T03:00:00Z', ...BRAZIL });
    const clicksOf = async (startDate: string, endDate: string) => {
      const query = new URLSearchParams({ startDate, endDate }).toString();
      return (await geography(tenant.viewer, query)).devices.reduce(
        (sum, { clickCount }) => sum + (clickCount ?? 0),
        0,
      );
    };
    expect(await clicksOf('2036-11-19T12:00:00.000Z', '2036-11-19T23:59:59.999-03:00')).toBe(1);
    expect(await clicksOf('2036-11-20T02:59:59Z', '2036-11-20T02:59:59Z')).toBe(1);
    expect(await clicksOf('2036-11-19T02:59:59Z', '2036-11-19T02:59:59Z')).toBe(0);
    expect(await clicksOf('2036-11-20T03:00:00Z', '2036-11-20')).toBe(0);
  });

  test.each(['startDate=ontem', 'endDate=2036-02-30', 'startDate=2036-11-20T25:00:00Z', 'startDate=2035-01-01'])(
    'answers %s with 400',
    async (query) => {
      const { tenant } = await setUp();
      expect((await tenant.viewer.ask(`/api/analytics/geography?${query}`)).statusCode).toBe(400);
    },
  );

  test('returns empty lists when nothing happened', async () => {
    const { tenant } = await setUp();
    expect(await geography(tenant.viewer)).toEqual({ countries: [], devices: [], timezones: [], regions: [] });
  });
});
