import { defineCheckout } from '../define-checkout.ts';

export const checkout = defineCheckout({
  label: 'Lastlink',
  links: { 'lastlink.com': ['sck', 'src'] },
  // Its documentation names a token, and no place for it. Receivers read these.
  authenticity: {
    kind: 'token',
    headers: ['x-lastlink-token', 'authorization', 'x-webhook-token', 'token'],
    bodyFields: ['Token', 'token'],
  },
  secretFrom: 'checkout',
});
