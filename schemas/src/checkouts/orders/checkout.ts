import { defineCheckout } from '../define-checkout.ts';

export const checkout = defineCheckout({
  label: 'Pedidos (formato UTMify)',
  links: {},
  authenticity: { kind: 'token', headers: ['x-api-token'], bodyFields: [] },
  secretFrom: 'seller',
});
