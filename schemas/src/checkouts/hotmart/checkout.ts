import { defineCheckout } from '../define-checkout.ts';

export const checkout = defineCheckout({
  label: 'Hotmart',
  links: { 'pay.hotmart.com': ['sck'], 'go.hotmart.com': ['src'] },
  shortLinks: { 'hotm.art': ['sck', 'src'] },
  authenticity: { kind: 'token', headers: ['x-hotmart-hottok'], bodyFields: ['hottok'] },
  secretFrom: 'checkout',
});
