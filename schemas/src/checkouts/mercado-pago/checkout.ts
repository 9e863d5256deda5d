import { defineCheckout } from '../define-checkout.ts';

export const checkout = defineCheckout({
  label: 'Mercado Pago',
  // Its pages give nothing back; the click travels in external_reference or metadata, which the seller's system sets.
  links: {},
  authenticity: { kind: 'hmac-of-id', header: 'x-signature', idAt: 'data.id' },
  secretFrom: 'checkout',
  lookUp: {
    header: ['authorization', 'Bearer'],
    asksAccount: false,
    // A token also opens the payments that its owner made.
    seller: { inToken: /-(\d+)$/, inAnswer: 'collector_id' },
    kept: [
      ...['id', 'collector_id', 'live_mode', 'operation_type', 'status', 'status_detail'],
      ...['date_created', 'date_approved', 'date_last_updated', 'currency_id', 'transaction_amount'],
      ...['transaction_amount_refunded', 'coupon_amount', 'shipping_amount', 'installments', 'payment_method_id'],
      ...['payment_type_id', 'transaction_details.net_received_amount', 'transaction_details.total_paid_amount'],
      ...['fee_details', 'external_reference', 'description', 'metadata', 'additional_info.items'],
      ...['additional_info.payer', 'payer.email', 'payer.first_name', 'payer.last_name', 'payer.phone'],
      'point_of_interaction.transaction_data.subscription_sequence',
    ],
  },
});
