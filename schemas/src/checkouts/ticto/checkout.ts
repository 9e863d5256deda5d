import { defineCheckout } from '../define-checkout.ts';

export const checkout = defineCheckout({
  label: 'Ticto',
  links: { 'checkout.ticto.app': ['sck', 'src'], 'payment.ticto.app': ['sck', 'src'] },
  authenticity: { kind: 'token', headers: [], bodyFields: ['token'] },
  secretFrom: 'checkout',
});
