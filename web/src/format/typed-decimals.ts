import { readAmount, TYPED } from '@tracker/schemas/spend/written-amounts';

/** No decimal, and no valid value of any field. */
export const WRONG_DECIMAL = '?';

/** As people write numbers here, '13,83' or '1.234,56'; null for what is left empty. */
export const decimalOf = (typed: string): string | null =>
  typed.trim() === '' ? null : (readAmount(typed.trim(), TYPED, 'hint') ?? WRONG_DECIMAL);
