import { defineCheckout } from '../define-checkout.ts';

export const checkout = defineCheckout({
  label: 'Stripe',
  // Payment links (docs.stripe.com/payment-links/url-parameters): letters, digits, '-' and '_', at most 200, which a click id is; another value is dropped.
  links: { 'buy.stripe.com': ['client_reference_id'] },
  authenticity: {
    kind: 'hmac',
    algorithm: 'sha256',
    from: { header: 'stripe-signature' },
    encoding: 'hex',
    isTimed: true,
  },
  secretFrom: 'checkout',
  joins: 'payments',
});
