import { defineCheckout } from '../define-checkout.ts';

export const checkout = defineCheckout({
  label: 'Hubla',
  links: { 'pay.hub.la': ['sck', 'src'] },
  shortLinks: { 'hub.la/r': ['sck', 'src'], 'hub.la/g': ['sck', 'src'] },
  authenticity: { kind: 'token', headers: ['x-hubla-token'], bodyFields: [] },
  secretFrom: 'checkout',
});
