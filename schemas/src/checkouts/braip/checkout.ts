import { defineCheckout } from '../define-checkout.ts';

export const checkout = defineCheckout({
  label: 'Braip',
  links: { 'ev.braip.com': ['sck', 'src'] },
  authenticity: { kind: 'token', headers: [], bodyFields: ['basic_authentication'] },
  secretFrom: 'checkout',
});
