import { z } from 'zod';
import { TenantId } from '../primitives/ids.ts';
import { Role } from '../roles.ts';
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

export const listOwnTenants = defineContract({
  name: 'companies.list',
  method: 'GET',
  path: '/api/companies',
  access: 'viewer',
  personal: true,
  beforeSecondFactor: true,
  summary:
    'The companies of the person who asks, by name. A call names one of them in `X-Company`, by default the one used last.',
  status: 200,
  response: z.array(OwnTenant),
});

export const ownTenantContracts = [listOwnTenants];
