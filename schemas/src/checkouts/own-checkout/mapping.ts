import { fieldOf, isPresent } from '../fields.ts';
import { mapPlain } from '../generic/mapping.ts';
import type { CheckoutMapping } from '../mapping.ts';

/** The tenant's own checkout: the names of the generic format, recognized by `order_total`. */
export const mapping: CheckoutMapping = {
  matches: (body) => isPresent(fieldOf(body, 'order_total')),
  map: mapPlain('own-checkout'),
};
