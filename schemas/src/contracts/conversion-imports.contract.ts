import { z } from 'zod';
import { CheckoutId } from '../checkouts/registry.ts';
import { Currency, MoneySum } from '../primitives/money.ts';
import { TenantDay } from '../primitives/tenant-day.ts';
import { Instant } from '../primitives/time.ts';
import { ConversionFile, ConversionRowProblem } from '../texts/conversion-import.ts';
import { defineContract } from './define-contract.ts';
import { FILE_ANSWERS, FILE_LOOK } from './file-import.ts';

export const CONVERSION_FILE_ROWS_MAX = 5_000;
/** Reports of checkouts have some sixty columns. */
export const CONVERSION_FILE_BYTES_MAX = 5 * 1024 * 1024;

export const ConversionImport = z.object({
  /** To undo it; null when nothing was stored. */
  importId: z.string().nullable(),
  /** Whose report the file is. */
  format: ConversionFile,
  ...FILE_LOOK,
  rows: z.number().int(),
  /** Stored, or to be stored when it is a dry run. */
  imported: z.number().int(),
  /** Already there, by a delivery or an import, or twice in the file. */
  duplicates: z.number().int(),
  /** Orders without a payment (pending, refused, canceled or expired), tests, leads and totals. */
  skipped: z.number().int(),
  /** Words of the status that are not known: their rows are among the errors, and count nowhere. */
  unknownStatuses: z.array(z.object({ status: z.string(), rows: z.number().int() })),
  errors: z.array(z.object({ line: z.number().int(), error: ConversionRowProblem, message: z.string() })),
  /** First and last day of what is imported. */
  days: z.object({ first: TenantDay, last: TenantDay }).nullable(),
  /** Gross sums of what is imported, by currency; what was refunded is in no sum. */
  totals: z.array(z.object({ currency: Currency, amount: MoneySum })),
});
export type ConversionImport = z.infer<typeof ConversionImport>;

export const importConversions = defineContract('conversions.import', 'POST /api/conversions/import', 'editor', {
  creates: true,
  summary: `Reads a CSV of old conversions: the report of Hotmart, Kiwify, Shopify, WooCommerce or Nuvemshop, the product's own export, or one with the columns date, transaction, value, status and currency, and optionally product, checkout, click_id and utm_source to utm_term. Separated by comma, semicolon, tab or bar, dates and numbers as in Brazil or the USA, in UTF-8, UTF-16 or Windows-1252, up to ${CONVERSION_FILE_ROWS_MAX} rows and 5 MiB. Stores the rows that are right and lists the others; with \`dryRun=1\` it stores nothing and says what is missing and what it asks; a question is answered by the parameter of its id. A delivery of the same transaction wins over its row, and nothing is sent to pixels or postbacks. The figures follow within seconds.`,
  query: z.object({
    ...FILE_ANSWERS,
    /** Of a file that is no known report and has no column of the checkout: whose orders they are. */
    checkout: CheckoutId.optional(),
    /** Of a file without a column of a known name: the column's name, or 'none' when every order was paid. */
    'status-column': z.string().trim().max(200).optional(),
    /** 'none': amounts that may have the interest of instalments in them have none. */
    interest: z.enum(['none']).optional(),
  }),
  upload: { type: 'text/csv', bytesMax: CONVERSION_FILE_BYTES_MAX },
  response: ConversionImport,
});

export const StoredConversionImport = z.object({
  importId: z.string(),
  at: Instant,
  /** The person, or the API key; null where that is not known any more. */
  by: z.string().nullable(),
  format: ConversionFile.nullable(),
  /** Conversions that it brought. */
  rows: z.number().int(),
  days: z.object({ first: TenantDay, last: TenantDay }).nullable(),
  undone: z.boolean(),
});
export type StoredConversionImport = z.infer<typeof StoredConversionImport>;

export const CONVERSION_IMPORTS_LISTED_MAX = 100;

export const listConversionImports = defineContract('conversions.imports', 'GET /api/conversions/imports', 'editor', {
  summary: `The last ${CONVERSION_IMPORTS_LISTED_MAX} files of old conversions that were imported, newest first: when, by whom, how many rows, and whether that was undone.`,
  response: z.array(StoredConversionImport),
});

export const undoConversionImport = defineContract(
  'conversions.undo-import',
  'DELETE /api/conversions/imports/:importId',
  'editor',
  {
    summary:
      'Takes away what a file brought; what an earlier file or a delivery says of the same transactions counts again.',
    params: z.object({ importId: z.string().max(80) }),
  },
);
