import { defineCheckout } from '../define-checkout.ts';

export const checkout = defineCheckout({
  label: 'Stripe',
  // Its own pages give back neither sck nor src; a payment link carries the click in client_reference_id.
  links: {},
  authenticity: {
    kind: 'hmac',
    algorithm: 'sha256',
    from: { header: 'stripe-signature' },
    encoding: 'hex',
    isTimed: true,
  },
  secretFrom: 'checkout',
});
