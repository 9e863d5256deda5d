import { defineCheckout } from '../define-checkout.ts';

export const checkout = defineCheckout({
  label: 'Asaas',
  // The click comes through the seller's own system, which makes the charges.
  links: {},
  authenticity: { kind: 'token', headers: ['asaas-access-token'], bodyFields: [] },
  secretFrom: 'seller',
});
