import { defineCheckout } from '../define-checkout.ts';

export const checkout = defineCheckout({
  label: 'Perfect Pay',
  links: { 'go.perfectpay.com.br': ['sck', 'src'], 'checkout.perfectpay.com.br': ['sck', 'src'] },
  authenticity: { kind: 'token', headers: [], bodyFields: ['token'] },
  secretFrom: 'checkout',
});
