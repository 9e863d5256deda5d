import { defineCheckout } from '../define-checkout.ts';

export const checkout = defineCheckout({
  label: 'Eduzz',
  links: { 'chk.eduzz.com': ['sck', 'src'], 'sun.eduzz.com': ['sck', 'src'] },
  shortLinks: { 'edzz.la': ['sck', 'src'] },
  authenticity: { kind: 'hmac', algorithm: 'sha256', from: { header: 'x-signature' }, encoding: 'hex' },
  secretFrom: 'checkout',
});
