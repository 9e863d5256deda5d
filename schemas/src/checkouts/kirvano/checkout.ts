import { defineCheckout } from '../define-checkout.ts';

export const checkout = defineCheckout({
  label: 'Kirvano',
  links: { 'pay.kirvano.com': ['sck', 'src'] },
  // Its documentation names no header; these are the places where integrations read the token.
  authenticity: {
    kind: 'token',
    headers: ['security-token', 'x-kirvano-token', 'x-webhook-token', 'authorization', 'token'],
    bodyFields: ['token'],
  },
  secretFrom: 'seller',
});
