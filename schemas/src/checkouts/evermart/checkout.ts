import { defineCheckout } from '../define-checkout.ts';

export const checkout = defineCheckout({
  label: 'Evermart',
  links: {},
  authenticity: { kind: 'token', headers: [], bodyFields: ['hottok'] },
  secretFrom: 'checkout',
});
