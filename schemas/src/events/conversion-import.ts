import { z } from 'zod';
import { ConversionStatus } from '../checkouts/conversion-status.ts';
import { CheckoutId } from '../checkouts/registry.ts';
import { mapUtm } from '../checkouts/utm.ts';
import { Currency, Money, ZERO } from '../primitives/money.ts';
import { TEXT_LIMITS } from '../primitives/text.ts';
import { Instant } from '../primitives/time.ts';
import { eventSchema } from './envelope.ts';

const text = z.string().max(TEXT_LIMITS.tag);

/** One row of a file of old conversions; '' for what the file does not have. Never anything about the buyer. */
export const ImportedConversion = z.object({
  status: ConversionStatus,
  soldAt: Instant,
  /** Gross, in `currency`. */
  amount: Money,
  currency: Currency,
  /** What a partial refund took back. */
  refundAmount: Money.default(ZERO),
  productName: text,
  /** The first click id in the row's tracking columns. */
  clickId: z.string().max(64),
  ...mapUtm(() => text),
});
export type ImportedConversion = z.infer<typeof ImportedConversion>;

/**
 * A person imported an old conversion from a file, or took it back (`conversion: null`). Only the API writes it: no address of ours
 * accepts it. The receipts of one conversion only grow. What a verified delivery of the same
 * transaction states wins over it.
 */
export const ConversionImportEvent = eventSchema(
  'conversion-import',
  1,
  z.object({
    importId: z.string().min(1).max(80),
    checkout: CheckoutId,
    transactionId: z.string().min(1).max(256),
    conversion: ImportedConversion.nullable(),
  }),
);
export type ConversionImportEvent = z.infer<typeof ConversionImportEvent>;
