import { z } from 'zod';
import { CampaignId } from '../primitives/ids.ts';
import { BRL, Currency, isNegative, Money, MoneySum } from '../primitives/money.ts';
import { TenantDay } from '../primitives/tenant-day.ts';
import { SpendSource } from '../spend/spend-sources.ts';
import { SpendRowProblem } from '../texts/spend.ts';
import { DayRangeQuery } from './common.ts';
import { defineContract } from './define-contract.ts';

export const SPEND_NOTE_MAX = 200;
export const SPEND_FILE_ROWS_MAX = 5_000;
export const SPEND_FILE_BYTES_MAX = 1024 * 1024;

/** Ten digits before the point: what is more was typed wrong. */
export const EnteredAmount = z
  .string()
  .regex(/^-?\d{1,10}(\.\d{1,4})?$/, 'Informe o valor como 1234.56, com até 4 casas decimais.')
  .pipe(Money)
  .refine((amount) => !isNegative(amount), 'O valor não pode ser negativo.');

export const EnteredCurrency = z
  .string()
  .trim()
  .transform((text) => text.toUpperCase())
  .pipe(z.string().regex(/^[A-Z]{3}$/, 'Informe a moeda com três letras, como BRL.'))
  .pipe(Currency);

export const SpendNote = z.string().trim().max(SPEND_NOTE_MAX, `A nota pode ter até ${SPEND_NOTE_MAX} caracteres.`);

export const SpendRow = z.object({
  campaignId: CampaignId,
  day: TenantDay,
  /** An ad platform's id, or what people called it. */
  source: z.string(),
  amount: MoneySum,
  currency: Currency,
  note: z.string(),
  /** `platform`: reported by a linked ad platform, whose campaigns are summed here. `manual`: entered by people or their programs. */
  origin: z.enum(['platform', 'manual']),
  /** Entered, but not counted: the platform reports spend of this campaign, day and source. */
  isSetAside: z.boolean(),
  /** Of the file that it came with. */
  importId: z.string().nullable(),
});
export type SpendRow = z.infer<typeof SpendRow>;

export const SpendEntry = z.object({
  day: TenantDay,
  source: SpendSource,
  /** In units of the currency; may also be a JSON number. Null takes the row away. */
  amount: z.union([z.string(), z.number()]).transform(String).pipe(EnteredAmount).nullable(),
  currency: EnteredCurrency.default(BRL),
  note: SpendNote.default(''),
});
export type SpendEntry = z.infer<typeof SpendEntry>;

export const listSpend = defineContract('spend.list', 'GET /api/spend', 'viewer', {
  summary:
    'What was spent on each day, by campaign and source, newest day first (default: the last 30 days): what ad platforms report, and what was entered.',
  query: DayRangeQuery.extend({ campaignId: z.string().max(64).optional() }),
  response: z.array(SpendRow),
  figures: true,
});

export const enterSpend = defineContract('spend.enter', 'PUT /api/campaigns/:campaignId/spend', 'editor', {
  keyScope: 'spend',
  summary:
    'Sets what one source cost a campaign on one day, in place of what was entered before; `amount: null` takes it away. 409 where a linked ad platform reports that source and day.',
  params: z.object({ campaignId: z.string().max(64) }),
  body: SpendEntry,
  response: SpendRow.extend({ amount: Money.nullable() }),
});

export const SpendImport = z.object({
  /** To undo it; null when nothing was stored. */
  importId: z.string().nullable(),
  rows: z.number().int(),
  /** Stored, or to be stored when it is a dry run. */
  imported: z.number().int(),
  /** Already there, or twice in the file. */
  duplicates: z.number().int(),
  errors: z.array(z.object({ line: z.number().int(), error: SpendRowProblem, message: z.string() })),
  /** First and last day of what is imported. */
  days: z.object({ first: TenantDay, last: TenantDay }).nullable(),
  /** Sums of what is imported, by currency. */
  totals: z.array(z.object({ currency: Currency, amount: MoneySum })),
});
export type SpendImport = z.infer<typeof SpendImport>;

export const importSpend = defineContract('spend.import', 'POST /api/spend/import', 'editor', {
  summary: `Reads a CSV with the columns day, campaign (id or name), source and cost, and optionally currency and note: separated by comma, semicolon or tab, days and numbers as in Brazil or the USA, in UTF-8 or Windows-1252, up to ${SPEND_FILE_ROWS_MAX} rows and 1 MiB. Stores the rows that are right and lists the others; with \`dryRun=1\` it stores nothing.`,
  query: z.object({ dryRun: z.enum(['0', '1']).optional() }),
  upload: { type: 'text/csv', bytesMax: SPEND_FILE_BYTES_MAX },
  response: SpendImport,
});

export const undoSpendImport = defineContract('spend.undo-import', 'DELETE /api/spend/imports/:importId', 'editor', {
  summary:
    'Takes away what a file brought and gives back what was there before it; rows that were changed since stay as they are.',
  params: z.object({ importId: z.string().max(80) }),
});
