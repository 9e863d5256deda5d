import { defineCheckout } from '../define-checkout.ts';

export const checkout = defineCheckout({
  label: 'Pepper',
  // Not documented: whether they come back.
  links: { 'go.pepper.com.br': ['sck', 'src'] },
  // Its documentation has no secret; a relay in front of the address may add one.
  authenticity: { kind: 'token', headers: ['x-webhook-secret'], bodyFields: ['hottok'] },
  secretFrom: 'seller',
});
