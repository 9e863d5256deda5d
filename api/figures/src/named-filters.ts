// How a filter is bound by a statement.
import type { FigureDimension } from '@tracker/schemas/figures/dimensions';
import { FILTERS_MAX, type FigureFilter } from '@tracker/schemas/figures/figure-query';
import { folded } from '@tracker/schemas/primitives/text';
import { z } from 'zod';

/** A filter whose names are read. */
export interface KeyFilter extends FigureFilter {
  /** Of `has`: keys whose name contains it, besides those that contain it themselves. The values of `is` and `not` have their keys among them. */
  readonly named: readonly string[];
}

/**
 * Dimensions whose keys people see under another name, and what is surely a key and no name: a screen's filters are keys, and need no look.
 * Of the others the key is what people see.
 */
export const KEYS_OF_NAMED: Partial<Readonly<Record<FigureDimension, RegExp>>> = (() => {
  const day = /^\d{4}-\d{2}-\d{2}$/;
  const [platformId, word, never] = [/^\d{11,}$/, /^[a-z0-9_.-]+$/, /(?!)/];
  return {
    ...{ campaign: never, product: never, adAccount: platformId, platformCampaign: platformId },
    ...{ adset: platformId, ad: platformId, country: /^[A-Z]{2}$/, region: never, city: never, weekday: /^[0-6]$/ },
    ...{ source: word, channel: word, placement: word, device: word, kind: word, payment: word, checkout: word },
    ...{ attribution: word, installments: /^\d+$/, hour: /^\d{1,2}$/, month: /^\d{4}-\d{2}$/, day, week: day },
  };
})();

const texts = z.array(z.string());
export const filterParams: Readonly<Record<string, typeof texts>> = Object.fromEntries(
  // As many of a question as of its asker.
  Array.from({ length: 2 * FILTERS_MAX }, (_, index) => index + 1).flatMap((place) => [
    [`filter${place}`, texts],
    [`named${place}`, texts],
  ]),
);

/** What `conditionSql` compares with. */
export const boundValues = (filters: readonly KeyFilter[]): Record<string, string[]> =>
  Object.fromEntries(
    filters.flatMap(({ op, values, named }, index) => [
      [`filter${index + 1}`, op === 'has' ? values.map(folded) : [...values]],
      // `IN` takes no empty list.
      [`named${index + 1}`, [...(named.length > 0 ? named : values)]],
    ]),
  );
