import type { ConversionStatus } from '../conversion-status.ts';
import type { CheckoutId } from '../registry.ts';
import { type IgnoredEvent, words } from '../to-conversion.ts';

/** Hotmart's event names; senders of the generic format use them too. `purchase_completed` is a common misspelling. */
export const PURCHASE_EVENTS = words<ConversionStatus>({
  purchase_approved: 'approved',
  purchase_complete: 'completed',
  purchase_completed: 'completed',
  purchase_canceled: 'canceled',
  purchase_cancelled: 'canceled',
  purchase_billet_printed: 'pending',
  purchase_delayed: 'pending',
  purchase_protest: 'disputed',
  purchase_refunded: 'refunded',
  purchase_chargeback: 'chargeback',
  purchase_chargeback_reversed: 'chargeback_reversed',
  purchase_expired: 'expired',
});

export const SILENT_EVENTS = words<IgnoredEvent>({
  purchase_out_of_shopping_cart: 'cart',
  subscription_cancellation: 'subscription',
  switch_plan: 'subscription',
  update_subscription_charge_date: 'subscription',
  club_first_access: 'access',
  club_module_completed: 'access',
});

/** `purchase.status` of 2.0 and `status` of the old form, with the spellings that both use. */
export const PURCHASE_STATUSES = words<ConversionStatus>({
  approved: 'approved',
  complete: 'completed',
  completed: 'completed',
  blocked: 'refused',
  no_funds: 'refused',
  canceled: 'canceled',
  cancelled: 'canceled',
  expired: 'expired',
  chargeback: 'chargeback',
  chargeback_reversed: 'chargeback_reversed',
  refunded: 'refunded',
  partially_refunded: 'partially_refunded',
  dispute: 'disputed',
  protested: 'disputed',
  overdue: 'pending',
  delayed: 'pending',
  pre_order: 'pending',
  printed_billet: 'pending',
  billet_printed: 'pending',
  processing_transaction: 'pending',
  started: 'pending',
  under_analisys: 'pending',
  under_analysis: 'pending',
  waiting_payment: 'pending',
  wayting_payment: 'pending', // as Evermart's page writes it
});

/** Platforms that send the form of 1.0 under their own name, in `payment_engine`. */
export const OTHER_ENGINES = words<CheckoutId>({ pepper: 'pepper', pagtrust: 'pagtrust', evermart: 'evermart' });
