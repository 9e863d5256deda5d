import { defineCheckout } from '../define-checkout.ts';

export const checkout = defineCheckout({
  label: 'PagTrust',
  links: { 'checkout.pagtrust.com.br': ['sck', 'src'] },
  authenticity: { kind: 'token', headers: [], bodyFields: ['hottok'] },
  secretFrom: 'checkout',
});
