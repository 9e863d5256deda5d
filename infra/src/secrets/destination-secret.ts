import type { TenantId } from '@tracker/schemas/primitives/ids';
import type { Keyring } from './keyring.ts';

/** Binds a pixel's encrypted token to its row of `destinations`. */
export const destinationSecretAad = (tenantId: TenantId, destinationId: string): string =>
  `pixel-token|${tenantId}|${destinationId}`;

/** Throws `SecretError` when the key that encrypted it is gone. */
export const decryptDestinationSecret = (
  keyring: Keyring,
  tenantId: TenantId,
  { id, encryptedToken }: { readonly id: string; readonly encryptedToken: Uint8Array },
): string => Buffer.from(keyring.decrypt(encryptedToken, destinationSecretAad(tenantId, id))).toString('utf8');
