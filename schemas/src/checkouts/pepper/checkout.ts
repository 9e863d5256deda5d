import { defineCheckout } from '../define-checkout.ts';

export const checkout = defineCheckout({
  label: 'Pepper',
  links: {},
  // Its documentation has no secret; a relay in front of the address may add one.
  authenticity: { kind: 'token', headers: ['x-webhook-secret'], bodyFields: ['hottok'] },
  secretFrom: 'seller',
});
