import { defineCheckout } from '../define-checkout.ts';

export const checkout = defineCheckout({
  label: 'Yampi',
  // Its checkout has the shop's own domain.
  links: {},
  authenticity: { kind: 'hmac', algorithm: 'sha256', from: { header: 'x-yampi-hmac-sha256' }, encoding: 'base64' },
  secretFrom: 'checkout',
});
