import type { TenantId, UserId } from '@tracker/schemas/primitives/ids';

/** Binds the encrypted secret of an authenticator app to its row of `users`. */
export const secondFactorAad = (tenantId: TenantId, userId: UserId): string => `second-factor|${tenantId}|${userId}`;
