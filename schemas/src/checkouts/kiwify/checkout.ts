import { defineCheckout } from '../define-checkout.ts';

export const checkout = defineCheckout({
  label: 'Kiwify',
  links: { 'pay.kiwify.com.br': ['sck', 'src'], 'pay.kiwify.com': ['sck', 'src'] },
  shortLinks: { 'kiwify.app': ['sck', 'src'] },
  authenticity: { kind: 'hmac', algorithm: 'sha1', from: { query: 'signature' }, encoding: 'hex' },
  secretFrom: 'checkout',
});
