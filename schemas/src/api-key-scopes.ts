import { z } from 'zod';

/**
 * `read`: the rights of a viewer. `capture`: posts conversions and leads for the tenant, and reads nothing. `spend`: enters ad spend, and
 * reads nothing.
 */
export const ApiKeyScope = z.enum(['read', 'capture', 'spend']);
export type ApiKeyScope = z.infer<typeof ApiKeyScope>;
