import type { Checkout } from './define-checkout.ts';
import { fieldOf, isPresent } from './fields.ts';
import { mapPlain } from './generic.ts';

/** The company's own checkout: the names of the generic format, known by `order_total`. */
export const ownCheckout: Checkout = {
  matches: (body) => isPresent(fieldOf(body, 'order_total')),
  map: mapPlain('own-checkout'),
};
