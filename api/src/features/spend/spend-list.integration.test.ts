import { beforeEach, describe, expect, test } from 'vitest';
import { createKey } from '../../testing/api-keys.ts';
import { type StaffedTenant, useApi } from '../../testing/use-api.ts';

const api = useApi();
let tenant: StaffedTenant;
beforeEach(async () => {
  tenant = await api.tenant();
});

const day = (number: number) => `2036-11-${String(number).padStart(2, '0')}`;
const row = (number: number, change: object = {}) => ({
  ...{ campaignId: tenant.campaignId, day: day(number), source: 'taboola', amount: '10.00', ...change },
});
const put = (ask: StaffedTenant['editor']['ask'], payload: object) =>
  ask({ method: 'PUT', url: '/api/spend', payload });
const listed = async () =>
  (await tenant.viewer.ask(`/api/spend?startDate=${day(1)}&endDate=${day(20)}`))
    .json<{ day: string; amount: string; source: string }[]>()
    .map((one) => [one.day, one.source, one.amount]);

describe('PUT /api/spend', () => {
  test('stores a month of a key at once, and again without a change', async () => {
    const key = await createKey(api, tenant, ['spend']);
    const rows = Array.from({ length: 20 }, (_, index) => row(index + 1, { amount: index + 1 }));
    for (const _ of [1, 2]) {
      const answer = await put(key.ask, rows);
      expect(answer.statusCode, answer.body).toBe(200);
      expect(answer.json()).toMatchObject({ stored: 20, refused: 0 });
      expect(await listed()).toHaveLength(20);
    }
    expect((await put(tenant.viewer.ask, rows)).statusCode).toBe(403);
  });

  test('answers by row: a wrong one refuses no other', async () => {
    const [campaign] = (await tenant.admin.ask('/api/campaigns')).json<{ id: string }[]>();
    const rows = [
      row(1),
      row(2, { amount: '10,00' }),
      row(3, { day: '2036-02-30' }),
      row(4, { campaignId: 'nao-existe' }),
      row(5, { campaignId: campaign?.id, source: 'Google Ads' }),
      row(1, { amount: '99.00' }),
      row(6, { amount: null }),
      row(7, { day: '2037-01-01' }),
      row(8, { amount: undefined }),
      row(9, { campaignId: 7 }),
      row(10, { currency: 'real' }),
      {},
    ];
    const { stored, refused, rows: results } = (await put(tenant.editor.ask, rows)).json();
    expect([stored, refused]).toEqual([3, 9]);
    expect(results.map(({ result, error }: { result: string; error: string | null }) => error ?? result)).toEqual([
      'stored',
      'invalid-fields',
      'invalid-fields',
      'unknown-campaign',
      'stored',
      'spend-repeated',
      'removed',
      'spend-day-future',
      'invalid-fields',
      'invalid-fields',
      'invalid-fields',
      'invalid-fields',
    ]);
    for (const { message, error } of results) expect(message === null).toBe(error === null);
    expect((await listed()).map(([on, , amount]) => [on, amount])).toEqual([
      [day(5), '10.00'],
      [day(1), '10.00'],
    ]);
  });

  test('refuses what is no list, an empty one, and one that is too long', async () => {
    for (const body of [{}, [], Array.from({ length: 501 }, () => row(1))]) {
      expect((await put(tenant.editor.ask, body)).statusCode).toBe(400);
    }
  });

  test('enters nothing for a campaign of another tenant', async () => {
    const stranger = await api.tenant();
    const { rows } = (await put(tenant.editor.ask, [row(1, { campaignId: stranger.campaignId })])).json();
    expect(rows).toMatchObject([{ result: 'refused', error: 'unknown-campaign' }]);
  });
});
