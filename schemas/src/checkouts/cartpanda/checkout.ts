import { defineCheckout } from '../define-checkout.ts';

export const checkout = defineCheckout({
  label: 'CartPanda',
  links: { 'mycartpanda.com': ['sck', 'src'] },
  // It sends no proof; a relay in front of the address may add a secret.
  authenticity: { kind: 'token', headers: ['x-webhook-secret'], bodyFields: [] },
  secretFrom: 'seller',
});
