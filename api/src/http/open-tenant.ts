/** What a look-up says of the tenant that a person or a key belongs to. */
export interface TenantState {
  readonly is_demo: boolean;
  subscription_status: string;
  readonly closed_at: Date | null;
}

/** By the operator: people and keys do not enter. */
export const isSuspended = ({ subscription_status, closed_at }: TenantState): boolean =>
  subscription_status === 'suspended' || closed_at !== null;

/** Whether people and keys of the tenant may enter at all. */
export type IsOpen = (tenant: TenantState) => boolean;

/** The demo account is an administrator with a password that the sign-in screen shows: without DEMO_DATA it opens nothing. */
export const createIsOpen =
  ({ hasDemo }: { hasDemo: boolean }): IsOpen =>
  (tenant) =>
    (hasDemo || !tenant.is_demo) && !isSuspended(tenant);
