import { defineCheckout } from '../define-checkout.ts';

export const checkout = defineCheckout({
  label: 'Kirvano',
  links: { 'pay.kirvano.com': ['sck', 'src'] },
  authenticity: { kind: 'token', headers: ['security-token', 'x-kirvano-token'], bodyFields: ['token'] },
  secretFrom: 'seller',
});
