import { defineCheckout } from '../define-checkout.ts';

export const checkout = defineCheckout({
  label: 'WooCommerce',
  // Its checkout has the shop's own domain.
  links: {},
  authenticity: { kind: 'hmac', algorithm: 'sha256', from: { header: 'x-wc-webhook-signature' }, encoding: 'base64' },
  secretFrom: 'seller',
});
