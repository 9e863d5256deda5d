import { defineCheckout } from '../define-checkout.ts';

export const checkout = defineCheckout({
  label: 'Cakto',
  links: { 'pay.cakto.com.br': ['sck', 'src'] },
  authenticity: { kind: 'token', headers: [], bodyFields: ['secret'] },
  secretFrom: 'checkout',
});
