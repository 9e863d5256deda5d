import type { Tenant } from '@tracker/schemas/contracts/auth.contract';

/** The state of the form. */
export type CompanyInput = Pick<Tenant, 'name' | 'slug' | 'timeZone'> & { mainCampaignId: string };

export const inputOf = ({ name, slug, timeZone, mainCampaignId }: Tenant): CompanyInput => ({
  name,
  slug,
  timeZone,
  mainCampaignId: mainCampaignId ?? '',
});
