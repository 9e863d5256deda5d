import { defineCheckout } from '../define-checkout.ts';

export const checkout = defineCheckout({
  label: 'Yampi',
  // Payment links; the checkout of a shop has the shop's own domain.
  links: { 'pay.yampi.com.br': ['metadata[click_id]'] },
  authenticity: { kind: 'hmac', algorithm: 'sha256', from: { header: 'x-yampi-hmac-sha256' }, encoding: 'base64' },
  secretFrom: 'checkout',
});
