import type { CampaignLink, PlatformCampaign } from '@tracker/schemas/contracts/ad-platforms.contract';
import { expect, it } from 'vitest';
import { accountRows, filterRows } from './account-rows.ts';

const campaign = (id: string, name: string, status: string): PlatformCampaign => ({
  ...{ id, name, status, adAccountId: 'act_1' },
});
const link = { platformCampaignId: '2', campaignId: 'curso' } as CampaignLink;
const rows = accountRows(
  [
    campaign('1', 'Perpétuo A', 'ACTIVE'),
    campaign('2', 'Remarketing', 'PAUSED'),
    campaign('3', 'Perpetuo B', 'PAUSED'),
  ],
  [link],
  new Map([['curso', 'Curso de Tráfego']]),
);
const found = (filters: Parameters<typeof filterRows>[1]) =>
  filterRows(rows, filters).map(({ campaign: { id } }) => id);

it('finds campaigns by name, id, target, state and link', () => {
  expect(found({})).toEqual(['1', '2', '3']);
  expect(found({ q: 'perpetuo' })).toEqual(['1', '3']);
  expect(found({ q: 'b PERPÉTUO' })).toEqual(['3']);
  expect(found({ q: 'trafego' })).toEqual(['2']);
  expect(found({ state: 'PAUSED' })).toEqual(['2', '3']);
  expect(found({ state: 'PAUSED', linked: 'no' })).toEqual(['3']);
  expect(found({ linked: 'yes' })).toEqual(['2']);
});

it('shows the id of a campaign whose name is not known', () => {
  expect(accountRows([campaign('2', 'R', 'ACTIVE')], [link], new Map())[0]?.target).toBe('curso');
});
