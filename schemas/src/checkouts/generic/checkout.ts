import { defineCheckout } from '../define-checkout.ts';

export const checkout = defineCheckout({
  label: 'Genérico',
  links: {},
  authenticity: { kind: 'token', headers: ['x-webhook-secret'], bodyFields: [] },
  secretFrom: 'seller',
  joins: 'refunds',
});
