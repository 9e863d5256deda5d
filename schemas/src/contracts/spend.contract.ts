import { z } from 'zod';
import { CampaignId } from '../primitives/ids.ts';
import { BRL, Currency, EnteredCurrency, isNegative, Money, MoneySum } from '../primitives/money.ts';
import { TenantDay } from '../primitives/tenant-day.ts';
import { SpendSource } from '../spend/spend-sources.ts';
import { SpendRowProblem } from '../texts/spend.ts';
import { DayRangeQuery } from './common.ts';
import { defineContract } from './define-contract.ts';
import { FILE_ANSWERS, FILE_LOOK } from './file-import.ts';

export const SPEND_NOTE_MAX = 200;
export const SPEND_FILE_ROWS_MAX = 5_000;
export const SPEND_FILE_BYTES_MAX = 1024 * 1024;
/** Days of all rows of a file that are spread over several. */
export const SPEND_SPREAD_DAYS_MAX = 10_000;

/** Ten digits before the point: what is more was typed wrong. */
export const EnteredAmount = z
  .string()
  .regex(/^-?\d{1,10}(\.\d{1,4})?$/, 'Informe o valor como 1234.56, com até 4 casas decimais.')
  .pipe(Money)
  .refine((amount) => !isNegative(amount), 'O valor não pode ser negativo.');

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
  /**
   * Of a placement such as 'instagram': whether the ad platform's own report has this spend already. Asked once for each source; the answer is kept, and
   * a later one changes it.
   */
  inReport: z.boolean().optional(),
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
    'Sets what one source cost a campaign on one day, in place of what was entered before; `amount: null` takes it away. 409 where a linked ad platform reports that source and day, and for a placement of a connected platform (Instagram, Messenger, Threads, Audience Network, or a name as “Facebook Ads 2”) until `inReport` says once whether its report has that spend.',
  params: z.object({ campaignId: z.string().max(64) }),
  body: SpendEntry,
  response: SpendRow.extend({ amount: Money.nullable() }),
});

export const SPEND_LIST_MAX = 500;

/** Nothing of a row is checked with the list, so that a wrong row refuses itself alone; the document has the types. */
const listed = (type: string | readonly string[], description: string) =>
  z.unknown().meta({ type, description }).optional();
const ListedSpend = z.object({
  campaignId: listed('string', '`campaignId` or `id` of a campaign.'),
  day: listed('string', 'yyyy-MM-dd.'),
  source: listed('string', 'As `google`.'),
  amount: listed(
    ['string', 'number', 'null'],
    'In units of the currency, as `12.50`; may also be a JSON number. Null takes the row away.',
  ),
  currency: listed('string', 'BRL by default.'),
  note: listed('string', 'For people.'),
  inReport: listed('boolean', 'Of a placement, as `ig`: whether the report of its platform has this spend.'),
});

export const SpendOfCampaign = SpendEntry.extend({ campaignId: z.string().max(64) });

export const enterSpendList = defineContract('spend.enter-list', 'PUT /api/spend', 'editor', {
  keyScope: 'spend',
  summary: `Sets up to ${SPEND_LIST_MAX} rows of spend, of any campaigns and days, as \`PUT /api/campaigns/{campaignId}/spend\` does one. Each row is answered for itself, in the order in which it was sent: a wrong one is refused, and the others are stored, all in one transaction.`,
  body: z
    .array(ListedSpend)
    .min(1, 'Envie ao menos uma linha.')
    .max(SPEND_LIST_MAX, `Envie até ${SPEND_LIST_MAX} linhas por vez.`),
  response: z.object({
    stored: z.number().int(),
    refused: z.number().int(),
    rows: z.array(
      z.object({
        /** In the list, from 0. */
        index: z.number().int(),
        result: z.enum(['stored', 'removed', 'refused']),
        /** As `error` of a refusal; null where the row was taken. */
        error: z.string().nullable(),
        message: z.string().nullable(),
      }),
    ),
  }),
  examples: [
    {
      summary: 'Two days of a campaign',
      body: [
        { campaignId: 'lanc01', day: '2026-11-19', source: 'taboola', amount: '120.50' },
        { campaignId: 'lanc01', day: '2026-11-20', source: 'taboola', amount: '98.00' },
      ],
    },
  ],
});

export const SpendImport = z.object({
  /** To undo it; null when nothing was stored. */
  importId: z.string().nullable(),
  ...FILE_LOOK,
  rows: z.number().int(),
  /** Rows that are stored, or to be stored when it is a dry run: those of one day, campaign and source are summed. */
  imported: z.number().int(),
  /** Rows of a day, campaign and source of which the same sum is there already. */
  duplicates: z.number().int(),
  /** Totals of the file. */
  skipped: z.number().int(),
  /** Days, campaigns and sources of which another amount was there, which this file replaces. */
  replaced: z.number().int(),
  /** Rows of several days that are spread evenly over them. */
  spread: z.number().int(),
  errors: z.array(z.object({ line: z.number().int(), error: SpendRowProblem, message: z.string() })),
  /** First and last day of what is imported. */
  days: z.object({ first: TenantDay, last: TenantDay }).nullable(),
  /** Sums of what is imported, by currency. */
  totals: z.array(z.object({ currency: Currency, amount: MoneySum })),
});
export type SpendImport = z.infer<typeof SpendImport>;

export const importSpend = defineContract('spend.import', 'POST /api/spend/import', 'editor', {
  creates: true,
  summary: `Reads a CSV with the columns day, campaign (id or name), source and cost, and optionally currency and note, or a report of Meta, Google or TikTok as it is: separated by comma, semicolon, tab or bar, days and numbers as in Brazil or the USA, in UTF-8, UTF-16 or Windows-1252, up to ${SPEND_FILE_ROWS_MAX} rows and 1 MiB. Rows of one day, campaign and source are summed, and replace what was entered for them before. Stores the rows that are right and lists the others; with \`dryRun=1\` it stores nothing and says what is missing and what it asks; a question is answered by the parameter of its id.`,
  query: z.object({
    ...FILE_ANSWERS,
    /** Of every row, where no column says it and the file is the report of no platform that is known. */
    source: SpendSource.optional(),
    /** A row of several days is spread evenly over them, in cents; without it such a row is refused. */
    period: z.enum(['spread']).optional(),
    /** Of the placements in the file without an answer: whether the ad platform's own report has their spend already. */
    inReport: z.enum(['yes', 'no']).optional(),
  }),
  upload: { type: 'text/csv', bytesMax: SPEND_FILE_BYTES_MAX },
  response: SpendImport,
});

export const undoSpendImport = defineContract('spend.undo-import', 'DELETE /api/spend/imports/:importId', 'editor', {
  summary:
    'Takes away what a file brought and gives back what was there before it; rows that were changed since stay as they are.',
  params: z.object({ importId: z.string().max(80) }),
});
