import { defineCheckout } from '../define-checkout.ts';

export const checkout = defineCheckout({
  label: 'Pagar.me',
  // The click comes through the seller's own system, which makes the orders.
  links: {},
  authenticity: { kind: 'token', headers: ['authorization'], bodyFields: [] },
  secretFrom: 'seller',
});
