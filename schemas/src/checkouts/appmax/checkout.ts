import { defineCheckout } from '../define-checkout.ts';

export const checkout = defineCheckout({
  label: 'Appmax',
  links: {},
  // It signs nothing; a relay in front of the address may add a secret.
  authenticity: { kind: 'token', headers: ['x-webhook-secret'], bodyFields: [] },
  secretFrom: 'seller',
});
