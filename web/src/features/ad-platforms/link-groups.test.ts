import type { CampaignLink } from '@tracker/schemas/contracts/ad-platforms.contract';
import { expect, it } from 'vitest';
import { groupLinks } from './link-groups.ts';

const link = (campaignId: string, platformCampaignId: string) => ({ campaignId, platformCampaignId }) as CampaignLink;

it('groups campaign links by campaign, and shows the id until the name is known', () => {
  const groups = groupLinks([link('a', '1'), link('b', '2'), link('a', '3')], [{ campaignId: 'a', name: 'Loja' }]);
  expect(groups.map(({ name, links }) => [name, links.map((one) => one.platformCampaignId)])).toEqual([
    ['Loja', ['1', '3']],
    ['b', ['2']],
  ]);
  expect(groupLinks([], undefined)).toEqual([]);
});
