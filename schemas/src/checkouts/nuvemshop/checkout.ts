import { defineCheckout } from '../define-checkout.ts';

export const checkout = defineCheckout({
  label: 'Nuvemshop',
  // Its checkout has the shop's own domain.
  links: {},
  authenticity: {
    kind: 'hmac',
    algorithm: 'sha256',
    from: { header: 'x-linkedstore-hmac-sha256' },
    encoding: 'hex',
  },
  secretFrom: 'checkout',
  joins: 'numbers',
  lookUp: {
    header: ['authentication', 'bearer'],
    asksAccount: true,
    kept: [
      ...['id', 'number', 'store_id', 'status', 'payment_status', 'shipping_status', 'storefront', 'currency', 'total'],
      ...['subtotal', 'discount', 'coupon.code', 'gateway', 'gateway_name', 'payment_details.method'],
      ...['payment_details.installments', 'landing_url', 'note', 'extra', 'attributes', 'created_at', 'paid_at'],
      ...['cancelled_at', 'updated_at', 'contact_name', 'contact_email', 'contact_phone', 'products.product_id'],
      ...['products.name', 'products.variant_values', 'products.price', 'products.quantity'],
      ...['customer.name', 'customer.email', 'customer.phone'],
    ],
  },
});
