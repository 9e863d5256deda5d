import { z } from 'zod';
import { TenantId, TenantSlug } from '../primitives/ids.ts';
import { Role } from '../roles.ts';
import { TenantName } from './company.contract.ts';
import { defineContract } from './define-contract.ts';

/** A tenant to which the person belongs, with their role there. */
export const OwnTenant = z.object({
  id: TenantId,
  name: z.string(),
  slug: z.string(),
  role: Role,
  /** This call is about it. */
  current: z.boolean(),
});
export type OwnTenant = z.infer<typeof OwnTenant>;

export const listOwnTenants = defineContract('companies.list', 'GET /api/companies', 'viewer', {
  personal: true,
  beforeSecondFactor: true,
  summary:
    'The companies of the person who asks, by name. A call names one of them in `X-Company`, by default the one used last.',
  response: z.array(OwnTenant),
});

export const NewOwnTenant = z.object({ name: TenantName, slug: TenantSlug });
export type NewOwnTenant = z.infer<typeof NewOwnTenant>;

export const openOwnTenant = defineContract('companies.open', 'POST /api/companies', 'viewer', {
  creates: true,
  personal: true,
  fresh: true,
  summary:
    'Opens a further company, which the person owns. 403 where new companies cannot register or the e-mail is not confirmed, 409 for a slug that is taken or a person who administers too many.',
  body: NewOwnTenant,
  status: 201,
  response: OwnTenant,
});

export const leaveOwnTenant = defineContract('companies.leave', 'POST /api/companies/:tenantId/leave', 'viewer', {
  personal: true,
  fresh: true,
  summary:
    'Ends the person’s own membership in the company that the call names. Their invitations are withdrawn and their API keys revoked. 409 for the owner and for the last administrator.',
  params: z.object({ tenantId: z.string().max(80) }),
});
