// What the imports of files have in common: what the product asks about a file, and how a person answers.
import { z } from 'zod';
import { Currency, EnteredCurrency, MoneySum } from '../primitives/money.ts';
import { UNITS } from '../spend/written-amounts.ts';

/** Of a file whose every order was paid: the answer to `status-column`. */
export const NO_STATUS_COLUMN = 'none';

export const FILE_QUESTIONS = [
  'checkout',
  'status-column',
  'currency',
  'source',
  'period',
  'unit',
  'interest',
  'inReport',
] as const;
export const FileQuestion = z.object({
  id: z.enum(FILE_QUESTIONS),
  /** Each may be given in the parameter of that id. */
  choices: z.array(z.string()),
});
export type FileQuestion = z.infer<typeof FileQuestion>;

const Sums = z.array(z.object({ currency: Currency.nullable(), amount: MoneySum }));

/** What every look at a file answers. */
export const FILE_LOOK = {
  /** As the header has them. */
  columns: z.array(z.string()),
  /** What is needed and the file does not have, by the name that it should have. */
  missing: z.array(z.string()),
  questions: z.array(FileQuestion),
  /** By currency: of all rows with an amount, and of those that are counted. Null: the currency is not known yet. */
  sums: z.object({ file: Sums, read: Sums }),
};

/** The answers; a file that needs one is read without storing anything until it has it. */
export const FILE_ANSWERS = {
  dryRun: z.enum(['0', '1']).optional(),
  /** Where the file names no currency. */
  currency: EnteredCurrency.optional(),
  /** What '1.997' is where no other amount says it: two thousand or two. */
  unit: z.enum(UNITS).optional(),
};
