import { z } from 'zod';
import { Money } from '../primitives/money.ts';
import { ClickFilters } from './activity.contract.ts';
import { defineContract } from './define-contract.ts';

/** What belongs to the list of clicks: its totals, the sources to choose from, and the file. The list itself is an activity. */
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

/** The names of the columns of the file, in their order (decision 32). */
export const CLICK_COLUMNS = [
  'Click ID',
  'Campaign ID',
  'Source',
  'Referrer',
  'IP Address',
  'Country',
  'City',
  'Device Type',
  'Browser',
  'Sub1 (Ad ID)',
  'Sub2 (AdSet ID)',
  'Sub3 (Campaign ID)',
  'Sub4 (Ad Name)',
  'Sub5 (AdSet Name)',
  'Sub6 (Campaign Name)',
  'Sub7 (Placement)',
  'Sub8 (Site Source)',
  'UTM Source',
  'UTM Medium',
  'UTM Campaign',
  'UTM Content',
  'UTM Term',
  'UTM ID',
  'Converted',
  'Conversion Value',
  'Created At',
] as const;

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
