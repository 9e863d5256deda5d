import { z } from 'zod';
import { CLICK_TAGS, mapTags, TAGS_WITH_HEADER } from '../events/click-tags.ts';
import { Money } from '../primitives/money.ts';
import { ClickFilters } from './activity.contract.ts';
import { defineContract } from './define-contract.ts';

/** The rest of the click screen: totals, the sources to choose from, and the file. The list itself is in activity.contract.ts. */
export const ClickTotals = z.object({
  clicks: z.number().int(),
  /** With a conversion that stands, whenever that was. */
  convertedClicks: z.number().int(),
  /** Of those, after refunds, in BRL. */
  conversionValue: Money,
  /** How many different ones these clicks have. */
  campaigns: z.number().int(),
  sources: z.number().int(),
});
export type ClickTotals = z.infer<typeof ClickTotals>;

/** `source` is null for clicks that came without one: `source=direct` of the list. */
export const ClickSource = z.object({ source: z.string().nullable(), clicks: z.number().int() });
export type ClickSource = z.infer<typeof ClickSource>;

const HEADER_OF_TAG = mapTags(TAGS_WITH_HEADER, (name) => CLICK_TAGS[name].header);
const { source: SOURCE_HEADER, ...HEADERS_OF_OTHER_TAGS } = HEADER_OF_TAG;

/** The columns of the file, in their order (decision 32). */
export const CLICK_CSV_COLUMNS = [
  'Click ID',
  'Campaign ID',
  SOURCE_HEADER,
  'Referrer',
  'IP Address',
  'Country',
  'City',
  'Device Type',
  'Browser',
  ...Object.values(HEADERS_OF_OTHER_TAGS),
  'Converted',
  'Conversion Value',
  'Created At',
] as const;
export type ClickCsvColumn = (typeof CLICK_CSV_COLUMNS)[number];

export const readClickTotals = defineContract({
  name: 'clicks.totals',
  method: 'GET',
  path: '/api/clicks/totals',
  access: 'viewer',
  summary: 'What all clicks of the list’s filters amount to.',
  query: ClickFilters,
  status: 200,
  response: ClickTotals,
});

export const listClickSources = defineContract({
  name: 'clicks.sources',
  method: 'GET',
  path: '/api/clicks/sources',
  access: 'viewer',
  summary: 'The sources that the clicks of the other filters have, most clicks first; at most 200.',
  query: ClickFilters.omit({ source: true }),
  status: 200,
  response: z.array(ClickSource),
});

export const exportClicks = defineContract({
  name: 'clicks.export',
  method: 'GET',
  path: '/api/clicks/export',
  access: 'viewer',
  summary: 'All clicks of the list’s filters as a file of 26 columns, newest first.',
  query: ClickFilters,
  status: 200,
  response: z.string(),
  csv: true,
});

export const clickContracts = [readClickTotals, listClickSources, exportClicks];
