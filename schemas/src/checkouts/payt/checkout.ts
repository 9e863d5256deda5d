import { defineCheckout } from '../define-checkout.ts';

export const checkout = defineCheckout({
  label: 'PayT',
  links: { 'checkout.payt.com.br': ['sck', 'src'], 'payt.site': ['sck', 'src'] },
  authenticity: { kind: 'token', headers: [], bodyFields: ['integration_key'] },
  secretFrom: 'checkout',
});
