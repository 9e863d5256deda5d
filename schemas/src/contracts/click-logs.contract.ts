import { z } from 'zod';
import { CLICK_TAGS, mapTags, TAG_NAMES, TAGS_WITH_HEADER } from '../events/click-tags.ts';
import { FilterTexts } from '../figures/figure-query.ts';
import { MoneySum } from '../primitives/money.ts';
import { Instant } from '../primitives/time.ts';
import { EventFilters, paging, TotalLater } from './common.ts';
import { defineContract } from './define-contract.ts';

/** Clicks and page views, newest first, in pages (decision 31). An absent text is null. */
const text = z.string().nullable();

const place = { ipAddress: text, country: text, region: text, city: text, timezone: text };
const device = {
  userAgent: text,
  deviceType: z.enum(['bot', 'mobile', 'desktop', 'unknown']),
  browser: text,
  operatingSystem: text,
};

/** At most so many of a click are shown. */
export const OPENED_CHECKOUTS_MAX = 10;

/** The visitor used a link or form to a checkout, once for each target in ten minutes. `url`: without its query. */
export const OpenedCheckout = z.object({ openedAt: Instant, url: z.string() });
export type OpenedCheckout = z.infer<typeof OpenedCheckout>;

export const Click = z.object({
  id: z.string(),
  clickId: z.string(),
  campaignId: z.string(),
  referrer: text,
  ...place,
  ...device,
  isBot: z.boolean(),
  ...mapTags(TAG_NAMES, () => text),
  /** The click that the visitor’s browser had stored before. */
  previousClickId: text,
  /** In their order. */
  openedCheckouts: z.array(OpenedCheckout).max(OPENED_CHECKOUTS_MAX),
  /** The moment of its first counted conversion. */
  convertedAt: Instant.nullable(),
  /** What its counted conversions are worth after refunds, in BRL. */
  conversionValue: MoneySum.nullable(),
  createdAt: Instant,
});
export type Click = z.infer<typeof Click>;

export const PageView = z.object({
  id: z.string(),
  clickId: z.string(),
  campaignId: text,
  url: text,
  title: text,
  referrer: text,
  ...place,
  ...device,
  isBot: z.boolean(),
  createdAt: Instant,
});
export type PageView = z.infer<typeof PageView>;

export const ClickFilters = EventFilters.extend({ bots: z.literal('1').optional(), f: FilterTexts });

export const ClickTotals = z.object({
  clicks: z.number().int(),
  /** With a conversion that counts, of any time. */
  convertedClicks: z.number().int(),
  /** Of those, after refunds, in BRL. */
  conversionValue: MoneySum,
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

export const listClicks = defineContract('clicks.list', 'GET /api/clicks', 'viewer', {
  summary:
    'Clicks, newest first; default: the last 7 days, without bots. A search with `total=later` comes without X-Total-Count and many times as fast; `clicks` of the totals is the same figure.',
  query: ClickFilters.extend({ ...paging, total: TotalLater }),
  response: z.array(Click),
  paged: true,
  mayDiffer: ['source', 'q', 'bots', 'f', 'total'],
});

export const listPageViews = defineContract('page-views.list', 'GET /api/page-views', 'viewer', {
  summary: 'Page views, newest first; `q` searches click id and URL.',
  query: EventFilters.extend(paging),
  response: z.array(PageView),
  paged: true,
});

export const readClickTotals = defineContract('clicks.totals', 'GET /api/clicks/totals', 'viewer', {
  summary: 'What all clicks of the list’s filters amount to.',
  query: ClickFilters,
  response: ClickTotals,
});

export const listClickSources = defineContract('clicks.sources', 'GET /api/clicks/sources', 'viewer', {
  summary: 'The sources that the clicks of the other filters have, most clicks first; at most 200.',
  query: ClickFilters.omit({ source: true }),
  response: z.array(ClickSource),
});

export const exportClicks = defineContract('clicks.export', 'GET /api/clicks/export', 'viewer', {
  summary:
    'All clicks of the list’s filters as a file of 26 columns, newest first. With `f` its name and first line say period and filters.',
  query: ClickFilters,
  response: z.string(),
  csv: true,
});
