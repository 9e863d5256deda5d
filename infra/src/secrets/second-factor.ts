import type { UserId } from '@tracker/schemas/primitives/ids';

/** Binds the encrypted secret of an authenticator app to its row of `persons`. */
export const secondFactorAad = (userId: UserId): string => `second-factor|${userId}`;
