// What lists and files of rows do with filters of figures.

import { type AskedRange, resolveDayRange } from '@tracker/figures/day-range';
import { filtersInWords } from '@tracker/figures/filters-in-words';
import type { FigureDeps } from '@tracker/figures/plan';
import { type FigureFilter, FigureFilters, filterFromText } from '@tracker/schemas/figures/figure-query';
import { folded } from '@tracker/schemas/primitives/text';
import { dayText } from '@tracker/schemas/texts/days';
import { cutFileText } from '@tracker/schemas/texts/files';
import type { Principal } from '../http/access.ts';
import type { CsvFile } from '../http/csv.ts';
import { validate } from '../http/validate.ts';
import { DEFAULT_DAYS } from './event-lists.ts';

/** @throws AppError 400 for what is no filter */
export const filtersOfTexts = (texts: readonly string[] = []): FigureFilter[] =>
  validate(FigureFilters, { filters: texts.map(filterFromText) }, 'invalid-question').filters;

interface FilteredFile {
  readonly asked: AskedRange & { readonly f?: readonly string[] | undefined };
  readonly file: CsvFile;
  /** What else it is of. */
  readonly words?: readonly string[];
  /** It has the first rows alone. */
  readonly cut?: { readonly rows: number; readonly of: number } | undefined;
}

/** The file; under filters, and where there is more to say, its name and first line say period and filters, so that no one takes a part for the whole. */
export async function filteredFile(
  deps: FigureDeps,
  principal: Principal,
  { asked: { f, ...days }, file, words = [], cut }: FilteredFile,
): Promise<CsvFile> {
  const filters = filtersOfTexts(f);
  if (filters.length === 0 && words.length === 0 && !cut) return file;
  const range = resolveDayRange(days, { nowMs: deps.clock.now(), timeZone: principal.timeZone, days: DEFAULT_DAYS });
  const ofFilters = await filtersInWords(deps, principal.asker, { range, filters });
  return {
    ...file,
    filename: [
      file.filename.replace(/\.csv$/, ''),
      range.first,
      range.last,
      ...(cut ? [`primeiras-${cut.rows}`] : []),
      ...slugsOf(filters),
    ]
      .join('-')
      .concat('.csv'),
    note: [
      `De ${dayText(range.first)} a ${dayText(range.last)}`,
      ...(cut ? [cutFileText(cut)] : []),
      ...words,
      ...ofFilters,
    ].join(' · '),
  };
}

/** Some systems cut a name at 255 characters. */
const SLUG_LENGTH_MAX = 100;
const slugsOf = (filters: readonly FigureFilter[]): string[] => {
  const slug = folded(
    filters.flatMap(({ dim, op, values }) => [dim, ...(op === 'is' ? [] : [op]), ...values]).join('-'),
  )
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, SLUG_LENGTH_MAX)
    .replace(/^-+|-+$/g, '');
  return slug === '' ? [] : [slug];
};
