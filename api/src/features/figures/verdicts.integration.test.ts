import { buildRollups, finalizeDays } from '@tracker/infra/rollups/build-rollups';
import { findOpenDays } from '@tracker/infra/rollups/open-days';
import type { FigureAnswer } from '@tracker/schemas/contracts/figures.contract';
import type { TimeZone } from '@tracker/schemas/primitives/time';
import { beforeAll, describe, expect, test } from 'vitest';
import { type Facts, factsOf } from '../../testing/facts.ts';
import { type StaffedTenant, useApi } from '../../testing/use-api.ts';

const api = useApi();

let tenant: StaffedTenant;
let facts: Facts;
let other: string;

/** Two campaigns: one with the ads 'good', 'bad' and 'new', and one that shows 'bad', too. */
beforeAll(async () => {
  tenant = await api.tenant();
  facts = factsOf(() => api.stack.clickhouse, tenant);
  const created = await tenant.editor.ask({ method: 'POST', url: '/api/campaigns', payload: { name: 'Outra' } });
  other = created.json().campaignId;
  const ad = (id: string, spend: string) => ({ id, spend, name: id, adset: 'set', adsetName: 'Frio' });
  const ads = [ad('good', '500'), ad('bad', '500'), ad('new', '100')];
  await facts.spend({ day: '2036-11-02', spend: '1100', source: 'facebook/7', ads });
  await facts.spend({
    day: '2036-11-02',
    spend: '300',
    source: 'facebook/8',
    campaignId: other,
    ads: [ad('bad', '300')],
  });
  const sell = async (ad_id: string, count: number, more = {}) => {
    for (let sold = 0; sold < count; sold++) {
      const link = { campaign_id: tenant.campaignId, ad_campaign_id: '7', ad_id, adset_id: 'set' };
      await facts.conversion({ at: '2036-11-02T15:00:00Z', amount: '100', ...link, ...more });
    }
  };
  await sell('good', 18);
  await sell('bad', 2);
  // What a stranger can send: it judges nothing.
  await sell('bad', 20, { verified: false });
  // Vouched for by a person.
  await sell('bad', 1, { verified: false, is_imported: true });
});

async function setTarget(target: object, campaignId?: string): Promise<void> {
  const response = await tenant.admin.ask(
    campaignId === undefined
      ? { method: 'PATCH', url: `/api/tenants/${tenant.tenantId}`, payload: target }
      : { method: 'PATCH', url: `/api/campaigns/${campaignId}`, payload: target },
  );
  expect(response.statusCode, response.body).toBe(200);
  expect(response.json()).toMatchObject(target);
}

async function ask(by: string, more = ''): Promise<FigureAnswer> {
  const query = `from=2036-11-01&to=2036-11-30&by=${by}&metrics=conversions${more}`;
  const response = await tenant.viewer.ask(`/api/figures?${query}`);
  expect(response.statusCode, response.body).toBe(200);
  return response.json();
}
const verdictsOf = ({ rows }: FigureAnswer) => Object.fromEntries(rows.map((row) => [row.keys.join(), row.verdict]));
const rowOf = ({ rows }: FigureAnswer, key: string) => rows.find(({ keys }) => keys[0] === key);

describe('verdicts', () => {
  test('are of break-even without a target, by what a sale leaves and what spend costs, and not there where no ad is asked for', async () => {
    const answer = await ask('ad');
    // R$ 100 a sale, against R$ 800 and the 13.83 % that a new company pays on ads.
    expect(rowOf(answer, 'bad')).toMatchObject({
      verdict: 'below',
      evidence: {
        ...{ spend: 800, conversions: 3, expected: expect.closeTo(9.1064, 9), counts: 'sales', kept: 100, direct: 0 },
        targets: [{ of: 'break-even', id: null }],
      },
    });
    expect(verdictsOf(answer)).toEqual({ good: 'above', bad: 'below', new: 'little-data' });
    const [row] = (await ask('country')).rows;
    expect(row).not.toHaveProperty('verdict');
  });

  test('of break-even obey taxes, fees and product costs, and a filter below a row changes none of them', async () => {
    const cost = async (payload: object) => {
      const response = await tenant.admin.ask({ method: 'POST', url: '/api/costs', payload });
      expect(response.statusCode, response.body).toBe(201);
      return response.json().id as string;
    };
    const from = '2036-10-01';
    const costs = [
      await cost({ kind: 'revenue-tax', percent: '6', from }),
      await cost({ kind: 'gateway-fee', percent: '9', fixed: '1', from }),
      await cost({ kind: 'spend-tax', percent: '12', from }),
    ];
    // 100 - 6 - 9 - 1 = 84 a sale, against 500 + 60.
    const { evidence } = rowOf(await ask('ad'), 'good') ?? {};
    expect(evidence).toMatchObject({ kept: expect.closeTo(84, 9), expected: expect.closeTo(560 / 84, 9) });
    const below = await ask('ad', '&f=platformCampaign:is:7&f=adset:is:set');
    expect(rowOf(below, 'new')?.evidence).toEqual(rowOf(await ask('ad'), 'new')?.evidence);
    for (const id of costs) await tenant.admin.ask({ method: 'DELETE', url: `/api/costs/${id}` });
  });

  test('report direct conversions of the main campaign, and count none of them', async () => {
    const direct = { campaign_id: '', ad_campaign_id: '', ad_id: '', adset_id: '' };
    const before = rowOf(await ask('campaign'), tenant.campaignId);
    for (let sold = 0; sold < 9; sold++)
      await facts.conversion({ at: '2036-11-02T15:00:00Z', amount: '100', ...direct });
    const after = rowOf(await ask('campaign'), tenant.campaignId);
    expect(after?.values.conversions).toBe((before?.values.conversions ?? 0) + 9);
    expect(after?.evidence).toEqual({ ...before?.evidence, direct: 9 });
    expect(after?.verdict).toBe(before?.verdict);
  });

  test('follow from spend, verified conversions and the target of the tenant', async () => {
    await setTarget({ targetCpa: '50.00' });
    const answer = await ask('ad');
    // Of 16 expected ones three are verified or imported; twenty more came from strangers.
    expect(rowOf(answer, 'bad')).toMatchObject({
      ...{ values: { conversions: 23 }, verdict: 'below' },
      evidence: { spend: 800, conversions: 3, expected: 16 },
      // 1 - P(X <= 3; 16)
      probability: expect.closeTo(0.999_907, 6),
    });
    expect(rowOf(answer, 'good')).toMatchObject({
      ...{ verdict: 'above', evidence: { spend: 500, conversions: 18, expected: 10 } },
      // 1 - P(X >= 18; 10)
      probability: expect.closeTo(0.985_722, 6),
    });
    expect(rowOf(answer, 'new')).toMatchObject({ verdict: 'little-data', probability: null });
    expect(verdictsOf(await ask('adset'))).toMatchObject({ set: 'on-target' });
    expect(verdictsOf(await ask('platformCampaign'))).toMatchObject({ 7: 'on-target', 8: 'below' });
    expect(verdictsOf(await ask('campaign'))).toMatchObject({ [tenant.campaignId]: 'on-target', [other]: 'below' });
  });

  test('are the same for days that are finalized', async () => {
    const before = await ask('ad');
    const nowMs = Date.parse('2036-11-20T15:00:00Z');
    const zone = { tenantId: tenant.tenantId, timeZone: 'America/Sao_Paulo' as TimeZone };
    for (const run of await findOpenDays(api.stack.clickhouse, { ...zone, nowMs, rebuildAfterMs: 0 })) {
      await finalizeDays(api.stack.clickhouse, await buildRollups(api.stack.clickhouse, run, nowMs));
    }
    expect((await ask('ad', '&limit=99')).rows).toEqual(before.rows);
  });

  test("take a campaign's own target before that of the tenant, and add up what its ads need in each campaign", async () => {
    await setTarget({ targetCpa: '250.00' }, other);
    const answer = await ask('ad');
    // 500 ÷ 50 + 300 ÷ 250
    expect(rowOf(answer, 'bad')?.evidence).toMatchObject({
      ...{ spend: 800, conversions: 3, expected: expect.closeTo(11.2, 9) },
      targets: [
        { of: 'tenant', id: null },
        { of: 'campaign', id: other },
      ],
    });
    expect(verdictsOf(await ask('campaign'))).toMatchObject({ [other]: 'little-data' });
    expect((await ask('campaign,ad')).rows.find(({ keys }) => keys.join() === `${other},bad`)?.evidence).toMatchObject({
      ...{ spend: 300, conversions: 0 },
      expected: expect.closeTo(1.2, 9),
    });
  });

  test('are of break-even where a part of the spend has no target, and null where spend cannot be split', async () => {
    await setTarget({ targetCpa: null });
    const { evidence } = rowOf(await ask('ad'), 'bad') ?? {};
    // 500 and its tax ÷ 100 that a sale leaves, and 300 ÷ 250.
    expect(evidence).toMatchObject({ counts: 'sales', expected: expect.closeTo(6.8915, 9) });
    expect(evidence?.targets).toEqual([
      { of: 'break-even', id: null },
      { of: 'campaign', id: other },
    ]);
    expect(verdictsOf(await ask('campaign'))).toMatchObject({ [tenant.campaignId]: 'above', [other]: 'little-data' });
    await setTarget({ targetCpa: '50.00' });
    expect(Object.values(verdictsOf(await ask('ad,country'))).every((verdict) => verdict === null)).toBe(true);
  });

  test('measure a target ROAS by the ticket, of all groups where one sold nothing', async () => {
    await setTarget({ targetCpa: null, targetRoas: 2 });
    await setTarget({ targetCpa: null, targetRoas: 2 }, other);
    const answer = await ask('ad');
    // R$ 100 a conversion: R$ 500 must bring ten of them.
    expect(rowOf(answer, 'good')?.evidence?.expected).toBeCloseTo(10, 9);
    expect(rowOf(answer, 'new')?.evidence?.expected).toBeCloseTo(2, 9);
  });

  test("take a product's own target before that of its campaign, by what each ad sold", async () => {
    const created = await tenant.editor.ask({
      method: 'POST',
      url: '/api/products',
      payload: { name: 'Curso', targetCpa: '25.00', aliases: [{ checkout: 'hotmart', productId: 'curso' }] },
    });
    expect(created.statusCode, created.body).toBe(201);
    const link = { campaign_id: tenant.campaignId, ad_campaign_id: '7', ad_id: 'good', adset_id: 'set' };
    for (let sold = 0; sold < 2; sold++) {
      await facts.conversion({
        ...{ at: '2036-11-25T16:00:00Z', amount: '100', provider: 'hotmart', product_id: 'curso', ...link },
      });
    }
    await setTarget({ targetCpa: '50.00', targetRoas: null });
    await setTarget({ targetCpa: '50.00', targetRoas: null }, other);
    const answer = await ask('ad');
    // 18 conversions at R$ 50, and two at R$ 25: R$ 47.50 each.
    expect(rowOf(answer, 'good')?.evidence).toMatchObject({
      ...{ spend: 500, conversions: 20 },
      expected: expect.closeTo(500 / 47.5, 9),
    });
    // It sold other products alone.
    expect(rowOf(answer, 'bad')?.evidence?.expected).toBeCloseTo(16, 9);
  });

  test('are set by who may, within bounds, and are in the audit log', async () => {
    const change = (payload: object) => tenant.editor.ask({ method: 'PATCH', url: `/api/campaigns/${other}`, payload });
    for (const targetCpa of [0, -1, 'dez', 1_000_001, '1.234'])
      expect((await change({ targetCpa })).statusCode).toBe(400);
    expect((await change({ targetCpa: '59.90', targetRoas: 2.5 })).json()).toMatchObject({
      targetCpa: '59.90',
      targetRoas: 2.5,
    });
    const byEditor = await tenant.editor.ask({
      ...{ method: 'PATCH', url: `/api/tenants/${tenant.tenantId}` },
      payload: { targetCpa: '10.00' },
    });
    expect(byEditor.statusCode).toBe(403);
    const log = await tenant.admin.ask('/api/audit-log?limit=5');
    expect(log.json()[0]).toMatchObject({ action: 'campaign.edit', details: { fields: ['targetCpa', 'targetRoas'] } });
  });
});
