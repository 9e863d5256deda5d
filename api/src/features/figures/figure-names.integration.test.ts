import type { AdLevel } from '@tracker/schemas/ad-platforms/ad-object';
import type { FigureAnswer } from '@tracker/schemas/contracts/figures.contract';
import { beforeAll, describe, expect, test } from 'vitest';
import { factsOf } from '../../testing/facts.ts';
import { NOW, type StaffedTenant, useApi } from '../../testing/use-api.ts';

const api = useApi();
let tenant: StaffedTenant;
const DAY = '2036-11-02';
const PERIOD = `from=${DAY}&to=${DAY}`;

/** Campaigns whose spend alone is known: no click and no report names them. */
beforeAll(async () => {
  api.clock.set(NOW);
  tenant = await api.tenant();
  const facts = factsOf(() => api.stack.clickhouse, tenant);
  const at = `${DAY}T15:00:00Z`;
  await facts.click({
    at,
    ad_campaign_id: '7',
    ad_campaign_name: 'Do click',
    adset_id: 's7',
    adset_name: '',
    ad_id: 'a7',
    ad_name: '',
  });
  for (const id of ['5', '6', '7', '8', '9']) {
    const ads = [{ id: `a${id}`, adset: `s${id}`, spend: '10' }];
    await facts.spend({ day: DAY, spend: '10', source: `facebook/${id}`, ads });
  }
  const object = (level: AdLevel, object_id: string, name: string, more: { platform?: string; at?: string } = {}) => ({
    ...{
      tenant_id: tenant.tenantId,
      platform: more.platform ?? 'facebook',
      level,
      object_id,
      day: more.at ?? DAY,
      name,
    },
    ...{ ad_account_id: 'act', parent_id: null, status: 'ACTIVE', effective_status: 'ACTIVE', budget: null },
    ...{ thumbnail_url: null, changed_at: new Date(at), seen_at: new Date(`${more.at ?? DAY}T15:00:00Z`) },
  });
  const ofCampaigns = [
    object('campaign', '5', 'Nome velho', { at: '2036-11-01' }),
    object('campaign', '5', 'Zebra; azul'),
    object('campaign', '6', '=Aquecimento'),
    object('campaign', '7', 'Da plataforma'),
    object('campaign', '9', 'De uma'),
    object('campaign', '9', 'De outra', { platform: 'google' }),
  ];
  const ofAds = ['5', '6', '7'].flatMap((id) => [
    object('adset', `s${id}`, `Conjunto ${id}`),
    object('ad', `a${id}`, `Vídeo ${id}`),
  ]);
  const link = { campaign_id: tenant.campaignId, ad_account_id: 'act', account_name: 'Conta', currency: 'BRL' };
  const stranger = await api.tenant();
  await api.stack.postgres.withTenant(tenant.tenantId, async (trx) => {
    await trx
      .insertInto('ad_objects')
      .values([...ofCampaigns, ...ofAds])
      .execute();
    await trx
      .insertInto('ad_platform_campaign_links')
      .values({
        ...{ ...link, tenant_id: tenant.tenantId, platform: 'facebook', platform_campaign_id: '8', name: 'Vinculada' },
        ...{
          time_zone: 'America/Sao_Paulo',
          linked_at: new Date(at),
          days_read: '{[2000-01-01,)}',
          read_at: new Date(at),
        },
      })
      .execute();
  });
  await api.stack.postgres.withTenant(stranger.tenantId, (trx) =>
    trx
      .insertInto('ad_objects')
      .values({ ...object('campaign', '9', 'De outra empresa'), tenant_id: stranger.tenantId })
      .execute(),
  );
});

async function answerOf<Answer>(path: string): Promise<Answer> {
  const response = await tenant.viewer.ask(path);
  expect(response.statusCode, response.body).toBe(200);
  return response.json();
}
const labelsBy = async (by: string) => {
  const { rows } = await answerOf<FigureAnswer>(`/api/figures?${PERIOD}&by=${by}&metrics=spend`);
  return Object.fromEntries(rows.map(({ keys, labels }) => [keys.at(-1), labels.at(-1)]));
};
const linesOf = async (path: string) =>
  (await tenant.viewer.ask(path)).body.slice(1).trim().split('\r\n').slice(1).toSorted();

describe('what no click and no report of spend names', () => {
  test('has the newest name of its platform in figures, of two platforms its id', async () => {
    expect(await labelsBy('platformCampaign')).toEqual({
      ...{ 5: 'Zebra; azul', 6: '=Aquecimento', 7: 'Do click', 8: 'Vinculada', 9: '9' },
    });
    expect(await labelsBy('platformCampaign,adset')).toMatchObject({ s5: 'Conjunto 5', s8: 's8' });
    expect(await labelsBy('ad')).toMatchObject({ a5: 'Vídeo 5', a7: 'Vídeo 7', a9: 'a9' });
  });

  test('is found by that name', async () => {
    const found = await answerOf(`/api/figures/values?${PERIOD}&dim=platformCampaign&q=zébra`);
    expect(found).toEqual([{ key: '5', label: 'Zebra; azul' }]);
    expect(await answerOf(`/api/figures/values?${PERIOD}&dim=ad&q=video%206`)).toEqual([
      { key: 'a6', label: 'Vídeo 6' },
    ]);
  });

  test('is called so in the breakdown, the best ads, the funnel and the words of a filter', async () => {
    const days = `startDate=${DAY}&endDate=${DAY}`;
    const rows = await answerOf<{ keys: string[]; names: string[] }[]>(`/api/analytics/breakdown?groupBy=ad&${days}`);
    expect(rows.find(({ keys: [key] }) => key === 'a5')?.names).toEqual(['Vídeo 5']);
    const best = await answerOf<object[]>(`/api/performance/best-ads?${days}`);
    expect(best).toContainEqual(expect.objectContaining({ adId: 'a7', adName: 'Vídeo 7', adsetName: 'Conjunto 7' }));
    const { groups } = await answerOf<{ groups: object[] }>(`/api/analytics/funnel?${PERIOD}&by=ad`);
    expect(groups).toContainEqual(expect.objectContaining({ key: 'a7', label: 'Vídeo 7' }));
    const { body } = await tenant.viewer.ask(
      `/api/figures/export?${PERIOD}&by=ad&metrics=spend&f=platformCampaign:is:5,gone`,
    );
    expect(body.split('\r\n')[0]).toContain('Campanha na plataforma é Zebra; azul ou gone');
  });

  test('is in the file by name and id, no formula among them', async () => {
    expect(await linesOf(`/api/figures/export?${PERIOD}&by=platformCampaign&metrics=spend`)).toEqual([
      ...['"Zebra; azul",5,10', "'=Aquecimento,6,10", '9,9,10', 'Do click,7,10', 'Vinculada,8,10'],
    ]);
  });
});
