/** What a look-up says of the tenant that a person or a key belongs to. */
export interface TenantState {
  readonly is_demo: boolean;
}

/** Whether people and keys of the tenant may enter at all. */
export type IsOpen = (tenant: TenantState) => boolean;

/** The demo account is an administrator with a password that the sign-in screen shows: without DEMO_DATA it opens nothing. */
export const createIsOpen =
  ({ hasDemo }: { hasDemo: boolean }): IsOpen =>
  ({ is_demo }) =>
    hasDemo || !is_demo;
