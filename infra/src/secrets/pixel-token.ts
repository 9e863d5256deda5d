import type { TenantId } from '@tracker/schemas/primitives/ids';

/** Binds a pixel's sealed token to its row of `destinations`. */
export const pixelTokenAad = (tenantId: TenantId, destinationId: string): string =>
  `pixel-token|${tenantId}|${destinationId}`;
