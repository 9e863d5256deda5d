import { defineCheckout } from '../define-checkout.ts';

export const checkout = defineCheckout({
  label: 'Shopify',
  // Its checkout has the shop's own domain.
  links: {},
  authenticity: { kind: 'hmac', algorithm: 'sha256', from: { header: 'x-shopify-hmac-sha256' }, encoding: 'base64' },
  secretFrom: 'checkout',
});
