import type { AuthStatus, Tenant, User } from '@tracker/schemas/contracts/auth.contract';
import type { TenantId, UserId } from '@tracker/schemas/primitives/ids';
import { instantFromMs, type TimeZone } from '@tracker/schemas/primitives/time';

/** The result of `lookup_session` and `lookup_user_by_email`: a user and their tenant. */
export interface IdentityRow {
  user_id: string;
  email: string;
  /** Null until the address is proven. */
  email_confirmed_at: Date | null;
  first_name: string;
  last_name: string;
  role: string;
  user_created_at: Date;
  tenant_id: string;
  tenant_name: string;
  slug: string;
  time_zone: string;
  /** The chosen main campaign, else the one that replaces it (decision 3). */
  effective_main_campaign_id: string | null;
  subscription_plan: string;
  subscription_status: string;
  second_factor_at: Date | null;
  requires_second_factor: boolean;
}

export function toAuthStatus(row: IdentityRow): AuthStatus {
  const hasSecondFactor = row.second_factor_at !== null;
  return {
    user: toUser(row),
    tenant: toTenant(row),
    ...(hasSecondFactor && { hasSecondFactor }),
    ...(row.requires_second_factor && !hasSecondFactor && { mustSetUpSecondFactor: true }),
  };
}

export function toUser(row: Pick<IdentityRow, UserColumn>): User {
  return {
    id: row.user_id as UserId,
    firstName: row.first_name,
    lastName: row.last_name,
    email: row.email,
    role: row.role as User['role'],
    createdAt: instantFromMs(row.user_created_at.getTime()),
  };
}

/** A member of the tenant, for `toUser`. */
export const userColumns = [
  'users.id as user_id',
  'users.email',
  'users.first_name',
  'users.last_name',
  'users.role',
  'users.created_at as user_created_at',
] as const;

type UserColumn = 'user_id' | 'email' | 'first_name' | 'last_name' | 'role' | 'user_created_at';
type TenantRow = Omit<IdentityRow, UserColumn | 'email_confirmed_at' | 'second_factor_at' | 'requires_second_factor'>;

export function toTenant(row: TenantRow): Tenant {
  return {
    id: row.tenant_id as TenantId,
    name: row.tenant_name,
    slug: row.slug,
    subscriptionPlan: row.subscription_plan as Tenant['subscriptionPlan'],
    subscriptionStatus: row.subscription_status as Tenant['subscriptionStatus'],
    timeZone: row.time_zone as TimeZone,
    mainCampaignId: row.effective_main_campaign_id,
    currency: 'BRL',
  };
}
