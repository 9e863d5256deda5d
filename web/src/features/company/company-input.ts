import type { Tenant } from '@tracker/schemas/contracts/auth.contract';
import type { TenantChange } from '@tracker/schemas/contracts/company.contract';
import type { z } from 'zod';

/** The state of the form. */
export type CompanyInput = Pick<Tenant, 'name' | 'slug' | 'timeZone'> & { mainCampaignId: string };

export const inputOf = ({ name, slug, timeZone, mainCampaignId }: Tenant): CompanyInput => ({
  name,
  slug,
  timeZone,
  mainCampaignId: mainCampaignId ?? '',
});

/**
 * What is saved: only what was changed. The main campaign stays the oldest active one (decision 3) until a person chooses
 * another, and no one's change of the name takes back a colleague's change of the time zone.
 */
export function changedFields(tenant: Tenant, input: CompanyInput): z.input<typeof TenantChange> {
  const before = inputOf(tenant);
  return Object.fromEntries(
    Object.entries(input).filter(([field, value]) => value !== before[field as keyof CompanyInput]),
  );
}
