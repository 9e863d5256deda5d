import { defineCheckout } from '../define-checkout.ts';

export const checkout = defineCheckout({
  label: 'Digital Manager Guru',
  links: { 'clkdmg.site': ['sck', 'src'] },
  authenticity: { kind: 'token', headers: [], bodyFields: ['api_token'] },
  secretFrom: 'checkout',
});
