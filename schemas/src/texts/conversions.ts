import type { ConversionStatus } from '../checkouts/conversion-status.ts';
import { CHECKOUTS } from '../checkouts/generated/checkouts.ts';
import { CheckoutId } from '../checkouts/registry.ts';
import type { ConversionKind, PaymentMethod } from '../checkouts/sold.ts';

// What people call the parts of a conversion. An answer may name one that this version of the screen does not know: it is shown as it is.

export const PAYMENTS: Readonly<Record<PaymentMethod, string>> = {
  pix: 'Pix',
  boleto: 'Boleto',
  credit_card: 'Cartão de crédito',
  debit_card: 'Cartão de débito',
  paypal: 'PayPal',
  wallet: 'Carteira digital',
  bank_transfer: 'Transferência',
  free: 'Grátis',
  other: 'Outra forma',
};

export const paymentLabel = (method: string): string =>
  Object.hasOwn(PAYMENTS, method) ? PAYMENTS[method as PaymentMethod] : method;

export const KIND_LABELS: Readonly<Record<ConversionKind, string>> = {
  main: 'Venda principal',
  bump: 'Order bump',
  upsell: 'Upsell',
  renewal: 'Renovação',
};

export const checkoutLabel = (checkout: string): string =>
  CheckoutId.safeParse(checkout).success ? CHECKOUTS[checkout as CheckoutId].label : checkout;

/** What people call the states of a conversion. */
export const STATUS_LABELS: Readonly<Record<ConversionStatus, string>> = {
  pending: 'Pendente',
  expired: 'Expirada',
  refused: 'Recusada',
  canceled: 'Cancelada',
  approved: 'Aprovada',
  completed: 'Concluída',
  disputed: 'Em disputa',
  partially_refunded: 'Reembolso parcial',
  refunded: 'Reembolsada',
  chargeback: 'Chargeback',
  chargeback_reversed: 'Chargeback revertido',
};
