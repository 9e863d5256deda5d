import { SpendEntry } from '@tracker/schemas/contracts/spend.contract';
import { readAmount, TYPED } from '@tracker/schemas/spend/written-amounts';
import type { z } from 'zod';
import { mistakesIn } from '../../data/mistakes.ts';

/** Texts, as typed. */
export interface SpendInput {
  day: string;
  source: string;
  amount: string;
  currency: string;
  note: string;
  /** Of a placement that the server asks about. */
  inReport?: 'yes' | 'no' | '';
}
export type SpendErrors = Partial<Record<keyof SpendInput, string>>;

type Parsed = { body: z.input<typeof SpendEntry>; errors?: never } | { body?: never; errors: SpendErrors };

/** The amount as people write it here: '1.234,56', but also '1234.56'. */
export function spendEntryOf({ day, source, amount, currency, note, inReport }: SpendInput): Parsed {
  const value = readAmount(amount.trim(), TYPED, 'hint');
  const body = { day, source, currency, note, amount: value ?? '', ...(inReport && { inReport: inReport === 'yes' }) };
  const { error } = SpendEntry.safeParse(body);
  if (!error) return { body };
  const mistakes: SpendErrors = mistakesIn(error);
  return {
    errors: {
      ...mistakes,
      ...(day === '' && { day: 'Informe o dia.' }),
      ...(value === undefined && { amount: 'Informe o valor, como 1.234,56.' }),
    },
  };
}
