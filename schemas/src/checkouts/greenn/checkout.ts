import { defineCheckout } from '../define-checkout.ts';

export const checkout = defineCheckout({
  label: 'Greenn',
  links: { 'payfast.greenn.com.br': ['sck', 'src'], 'pay.greenn.com.br': ['sck', 'src'] },
  authenticity: { kind: 'token', headers: ['x-greenn-token', 'x-webhook-token', 'authorization'], bodyFields: [] },
  secretFrom: 'seller',
});
