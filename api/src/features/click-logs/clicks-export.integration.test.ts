import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import type { ClickSource, ClickTotals } from '@tracker/schemas/contracts/click-logs.contract';
import { parse as parseStream } from 'csv-parse';
import { parse } from 'csv-parse/sync';
import { beforeEach, describe, expect, test } from 'vitest';
import { factsOf } from '../../testing/facts.ts';
import { NOW, type TestPerson, useApi } from '../../testing/use-api.ts';

const api = useApi();
beforeEach(() => api.clock.set(NOW));

async function setUp(options?: { timeZone?: string }) {
  const tenant = await api.tenant(options);
  return { tenant, facts: factsOf(() => api.stack.clickhouse, tenant) };
}

const at = (second: number) => new Date(Date.parse('2036-11-20T12:00:00Z') + second * 1_000).toISOString();

async function exported(person: TestPerson, query = ''): Promise<Record<string, string>[]> {
  const response = await person.ask(`/api/clicks/export?${query}`);
  expect(response.statusCode, response.body).toBe(200);
  return parse(response.body, { bom: true, columns: true }) as Record<string, string>[];
}

describe('GET /api/clicks/export', () => {
  test('has the 26 agreed columns, and the day in its file name', { tags: ['§2.13', '§9.27'] }, async () => {
    const { tenant } = await setUp();
    const { headers, body } = await tenant.viewer.ask('/api/clicks/export');
    expect(headers['content-disposition']).toBe('attachment; filename="clicks-export-2036-11-20.csv"');
    expect(headers['content-type']).toBe('text/csv; charset=utf-8');
    const columns = body.slice(1).trim().split(',');
    expect(columns).toHaveLength(26);
    expect(body).toBe(
      `\ufeff${[
        'Click ID,Campaign ID,Source,Referrer,IP Address,Country,City,Device Type,Browser',
        'Sub1 (Ad ID),Sub2 (AdSet ID),Sub3 (Campaign ID),Sub4 (Ad Name),Sub5 (AdSet Name),Sub6 (Campaign Name)',
        'Sub7 (Placement),Sub8 (Site Source),UTM Source,UTM Medium,UTM Campaign,UTM Content,UTM Term,UTM ID',
        'Converted,Conversion Value,Created At',
      ].join(',')}\r\n`,
    );
  });

  test('takes the day of its file name from the time zone of the tenant', async () => {
    const { tenant } = await setUp({ timeZone: 'Asia/Tokyo' });
    api.clock.set('2036-11-20T15:30:00.000Z');
    const { headers } = await tenant.viewer.ask('/api/clicks/export');
    expect(headers['content-disposition']).toContain('clicks-export-2036-11-21.csv');
  });

  test('exports the clicks of the list, newest first, and escapes formulas', async () => {
    const { tenant, facts } = await setUp();
    const sold = await facts.click({
      at: at(1),
      source: 'facebook',
      referrer: 'https://l.facebook.com/?a=1,2',
      city: 'São Paulo',
      ad_name: 'Anúncio "novo"',
      adset_name: '=HYPERLINK("https://evil.example")',
      ad_campaign_name: 'linha\r\noutra',
      utm_term: '@soma',
      utm_id: '-5',
    });
    const other = await facts.click({ at: at(0), source: '', referrer: '', city: '' });
    await facts.conversion({ at: at(60), amount: '97.9', click: sold });
    await facts.conversion({ at: at(61), amount: '12.05', click: sold });
    await facts.conversion({
      at: at(62),
      amount: '5',
      click: other,
      is_counted: false,
      revenue: '0',
      status: 'refunded',
    });

    const rows = await exported(tenant.viewer);
    expect(rows.map((row) => row['Click ID'])).toEqual([sold.click_id, other.click_id]);
    expect(rows[0]).toEqual({
      'Click ID': sold.click_id,
      'Campaign ID': tenant.campaignId,
      Source: 'facebook',
      Referrer: 'https://l.facebook.com/?a=1,2',
      'IP Address': '203.0.113.0',
      Country: 'Brasil',
      City: 'São Paulo',
      'Device Type': 'mobile',
      Browser: 'Chrome',
      'Sub1 (Ad ID)': sold.ad_id,
      'Sub2 (AdSet ID)': sold.adset_id,
      'Sub3 (Campaign ID)': sold.ad_campaign_id,
      'Sub4 (Ad Name)': 'Anúncio "novo"',
      'Sub5 (AdSet Name)': `'=HYPERLINK("https://evil.example")`,
      'Sub6 (Campaign Name)': 'linha outra',
      'Sub7 (Placement)': 'Instagram_Stories',
      'Sub8 (Site Source)': 'ig',
      'UTM Source': 'facebook',
      'UTM Medium': 'paid',
      'UTM Campaign': 'campanha-1',
      'UTM Content': '',
      'UTM Term': "'@soma",
      'UTM ID': "'-5",
      Converted: 'true',
      'Conversion Value': '109.95',
      'Created At': at(1),
    });
    expect(rows[1]).toMatchObject({ Source: '', City: '', Converted: 'false', 'Conversion Value': '' });
  });

  test('contains whole addresses for editors and admins, and networks for viewers', async () => {
    const { tenant, facts } = await setUp();
    const { ipAddress, address } = api.addresses.encrypt('203.0.113.77', Date.parse(at(0)));
    const sealed = { address_key: address?.keyId ?? '', address_encrypted: address?.sealed ?? '' };
    await facts.click({ at: at(0), ip_address: ipAddress, ...sealed });
    const shown = async (person: TestPerson) => (await exported(person)).map((row) => row['IP Address']);
    expect(await shown(tenant.viewer)).toEqual(['203.0.113.0']);
    expect(await shown(tenant.editor)).toEqual(['203.0.113.77']);
    expect(await shown(tenant.admin)).toEqual(['203.0.113.77']);
  });

  test('exports exactly the clicks that the list shows for the same filters', async () => {
    const { tenant, facts } = await setUp();
    await facts.clicks([
      { at: at(5), source: 'facebook' },
      { at: at(4), source: '' },
      { at: at(3), source: 'google', campaign_id: 'outra-campanha' },
      { at: at(2), source: 'google', user_agent: 'Opera Mini' },
      { at: at(1), source: 'facebook', is_bot: true },
      { at: '2036-11-01T12:00:00Z', source: 'facebook' },
    ]);
    const queries = ['', 'source=direct', 'source=google', 'campaignId=outra-campanha', 'q=OPERA', 'bots=1'];
    queries.push('startDate=2036-11-01&endDate=2036-11-10', 'source=facebook&q=google', 'startDate=2036-10-20');
    for (const query of queries) {
      const listed = (await tenant.viewer.ask(`/api/clicks?${query}`)).json<{ clickId: string }[]>();
      const rows = await exported(tenant.viewer, query);
      expect(
        rows.map((row) => row['Click ID']),
        query,
      ).toEqual(listed.map(({ clickId }) => clickId));
    }
  });

  test.each(['startDate=2036-13-01', 'startDate=2034-01-01', 'bots=2'])(
    'answers %s with 400 instead of a file',
    async (query) => {
      const { tenant } = await setUp();
      const response = await tenant.viewer.ask(`/api/clicks/export?${query}`);
      expect([response.statusCode, response.headers['content-disposition']]).toEqual([400, undefined]);
    },
  );

  test('exports 40 000 clicks in constant memory', { tags: ['§2.13', '§9.27'] }, async () => {
    const { tenant } = await setUp();
    const clicks = 40_000;
    await api.stack.clickhouse.command(`
      INSERT INTO clicks (tenant_id, ts, click_id, campaign_id, event_id, received_at, source, user_agent, ad_name, ver)
      SELECT '${tenant.tenantId}', fromUnixTimestamp64Milli(ms) AS ts, concat('mc_c1_', toString(ms), leftPad(toString(number), 6, '0')),
        '${tenant.campaignId}', toString(number), ts, 'facebook', repeat('Mozilla/5.0 ', 10), concat('Anúncio ', toString(number % 300)), 1
      FROM (SELECT number, toInt64(${Date.parse(at(0))} - if(number % 20 = 0, number * 1000, number % 100000)) AS ms FROM numbers(${clicks}))`);
    setFlagsFromString('--expose-gc');
    const collect = runInNewContext('gc') as () => void;
    const held = () => {
      collect();
      const { heapUsed, external } = process.memoryUsage();
      return (heapUsed + external) / 2 ** 20;
    };

    const response = await tenant.editor.ask({ url: '/api/clicks/export', payloadAsStream: true });
    const ids = new Set<string>();
    const samples: number[] = [];
    let isInOrder = true;
    let last = '~';
    for await (const row of response.stream().pipe(parseStream({ bom: true, from: 2 }))) {
      const [id = '', createdAt = ''] = [(row as string[]).at(0), (row as string[]).at(-1)];
      isInOrder &&= createdAt <= last;
      last = createdAt;
      ids.add(id.slice(-25));
      if (ids.size % 8_000 === 1) samples.push(held());
    }
    expect([ids.size, isInOrder]).toEqual([clicks, true]);
    // The ids that this test keeps are 4 MiB of it; the rows, as text alone, would be 10 more.
    expect(Math.max(...samples.slice(1)) - (samples[0] ?? 0)).toBeLessThan(14);
  });
});

describe('GET /api/clicks/totals', () => {
  const totals = async (person: TestPerson, query = '') =>
    (await person.ask(`/api/clicks/totals?${query}`)).json<ClickTotals>();

  test('counts all clicks of the filters without bots, not only those of one page', { tags: ['§2.13'] }, async () => {
    const { tenant, facts } = await setUp();
    const [sold, , elsewhere] = await facts.clicks([
      { at: at(5), source: 'facebook' },
      { at: at(4), source: '' },
      { at: at(3), source: 'google', campaign_id: 'outra-campanha' },
      { at: at(2), source: 'facebook', is_bot: true },
      { at: at(1), source: 'facebook', is_prefetch: true },
    ]);
    await facts.conversion({ at: at(60), amount: '97.90', click: sold! });
    await facts.conversion({ at: at(61), amount: '2.10', click: sold! });
    await facts.conversion({ at: at(62), amount: '50', click: elsewhere! });
    await facts.conversion({ at: at(63), amount: '50' });
    await facts.conversion({ at: at(64), amount: '50', click: elsewhere!, is_test: true });

    expect(await totals(tenant.viewer)).toEqual({
      clicks: 3,
      convertedClicks: 2,
      conversionValue: '150.00',
      campaigns: 2,
      sources: 2,
    });
    expect(await totals(tenant.viewer, 'source=facebook')).toMatchObject({ clicks: 1, conversionValue: '100.00' });
    expect(await totals(tenant.viewer, 'source=direct')).toMatchObject({ clicks: 1, convertedClicks: 0, sources: 0 });
    expect(await totals(tenant.viewer, 'campaignId=outra-campanha')).toMatchObject({ clicks: 1, convertedClicks: 1 });
    expect(await totals(tenant.viewer, 'bots=1')).toMatchObject({ clicks: 4 });
    expect(await totals(tenant.viewer, 'endDate=2036-11-13')).toEqual({
      clicks: 0,
      convertedClicks: 0,
      conversionValue: '0.00',
      campaigns: 0,
      sources: 0,
    });
    expect(await totals((await api.tenant()).admin)).toMatchObject({ clicks: 0 });
  });

  test('counts a conversion with its click, also when it happened on another day', async () => {
    const { tenant, facts } = await setUp();
    const click = await facts.click({ at: '2036-11-13T12:00:00Z' });
    await facts.conversion({ at: '2036-11-20T12:00:00Z', amount: '10', click });
    expect(await totals(tenant.viewer)).toMatchObject({ clicks: 0, convertedClicks: 0 });
    const query = 'startDate=2036-11-13&endDate=2036-11-13';
    expect(await totals(tenant.viewer, query)).toMatchObject({
      clicks: 1,
      convertedClicks: 1,
      conversionValue: '10.00',
    });
    const [listed] = (await tenant.viewer.ask(`/api/clicks?${query}`)).json();
    expect(listed).toMatchObject({ convertedAt: '2036-11-20T12:00:00.000Z', conversionValue: '10.00' });
  });
});

test('lists the sources of the filtered clicks, most frequent first, including clicks without a source', async () => {
  const { tenant, facts } = await setUp();
  await facts.clicks([
    { at: at(5), source: 'google' },
    { at: at(4), source: 'google' },
    { at: at(3), source: '' },
    { at: at(2), source: 'kwai', campaign_id: 'outra-campanha' },
    { at: at(1), source: 'robo', is_bot: true },
  ]);
  const sources = async (query = '') => (await tenant.viewer.ask(`/api/clicks/sources?${query}`)).json<ClickSource[]>();
  expect(await sources()).toEqual([
    { source: 'google', clicks: 2 },
    { source: null, clicks: 1 },
    { source: 'kwai', clicks: 1 },
  ]);
  expect(await sources('campaignId=outra-campanha')).toEqual([{ source: 'kwai', clicks: 1 }]);
  expect(await sources('q=robo')).toEqual([]);
  expect(await sources('q=robo&bots=1')).toEqual([{ source: 'robo', clicks: 1 }]);
});

test('pages through a search without counting it first', async () => {
  const { tenant, facts } = await setUp();
  await facts.clicks(Array.from({ length: 9 }, (_, index) => ({ at: at(-index * 2_000), source: 'agulha' })));
  await facts.clicks([{ at: at(1), source: 'palha' }]);
  const ids = async (first: string) => {
    const found: string[] = [];
    let url: string | undefined = first;
    while (url !== undefined) {
      const response = await tenant.viewer.ask(url);
      expect(response.headers['x-total-count']).toBe(first.includes('later') ? undefined : '9');
      found.push(...response.json<{ clickId: string }[]>().map(({ clickId }) => clickId));
      url = /<([^>]*)>/.exec(String(response.headers.link ?? ''))?.[1];
    }
    return found;
  };
  const counted = await ids('/api/clicks?q=AGULHA&limit=4');
  expect(counted).toHaveLength(9);
  expect(await ids('/api/clicks?q=AGULHA&limit=4&total=later')).toEqual(counted);
});

test('finds a click by any part of its id in any case, and by no other text', async () => {
  const { tenant, facts } = await setUp();
  const { click_id: id } = await facts.click({ at: at(0), source: '', referrer: '', user_agent: '' });
  const isFound = async (q: string) =>
    (await tenant.viewer.ask(`/api/clicks?q=${encodeURIComponent(q)}`)).json<unknown[]>().length === 1;

  const digits = id.lastIndexOf('_') + 1;
  const parts = [
    id,
    id.toUpperCase(),
    'mc_',
    id.slice(1, digits),
    id.slice(digits - 1, digits + 2),
    id.slice(-19),
    id.at(-1) ?? '',
  ];
  for (const part of parts) expect(await isFound(part), part).toBe(true);
  for (const other of [`${id}0`, 'mc_x', `${id.slice(0, digits)}x`, 'mc%', `.${id.slice(-5)}`]) {
    expect(await isFound(other), other).toBe(false);
  }
});
