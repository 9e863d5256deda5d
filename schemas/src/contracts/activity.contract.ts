import { z } from 'zod';
import { ConversionStatus } from '../checkouts/conversion-status.ts';
import { mapTags, TAG_NAMES } from '../events/click-tags.ts';
import { Money } from '../primitives/money.ts';
import { CursorText, PAGE_SIZE_MAX } from '../primitives/pagination.ts';
import { Instant } from '../primitives/time.ts';
import { DayRangeQuery, queryInteger } from './common.ts';
import { defineContract } from './define-contract.ts';

/** The lists of single events: newest first, in pages (decision 31). An absent text is null. */
const text = z.string().nullable();

const place = { ipAddress: text, country: text, region: text, city: text, timezone: text };
const device = {
  userAgent: text,
  deviceType: z.enum(['bot', 'mobile', 'desktop', 'unknown']),
  browser: text,
  operatingSystem: text,
};

export const Click = z.object({
  id: z.string(),
  clickId: z.string(),
  campaignId: z.string(),
  referrer: text,
  ...place,
  ...device,
  isBot: z.boolean(),
  ...mapTags(TAG_NAMES, () => text),
  /** The moment of its first counted conversion. */
  convertedAt: Instant.nullable(),
  /** What its counted conversions are worth after refunds, in BRL. */
  conversionValue: Money.nullable(),
  createdAt: Instant,
});
export type Click = z.infer<typeof Click>;

export const Conversion = z.object({
  id: z.string(),
  clickId: text,
  campaignId: text,
  conversionType: z.string(),
  status: ConversionStatus,
  /** Gross, in its own currency. */
  value: Money,
  /** What is left of it after refunds, in its own currency; '0.00' when it does not count. */
  netValue: Money,
  currency: z.string(),
  /** What counts of it in BRL; null when nobody gave a rate for its currency. */
  revenue: Money.nullable(),
  transactionId: text,
  provider: z.string(),
  isTest: z.boolean(),
  verified: z.boolean(),
  createdAt: Instant,
});
export type Conversion = z.infer<typeof Conversion>;

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

/** What a list, its totals and its file are asked with alike. */
export const ActivityFilters = DayRangeQuery.extend({
  campaignId: z.string().max(64).optional(),
  /** 'direct': without a source. */
  source: z.string().max(256).optional(),
  q: z.string().trim().max(256).optional(),
});
export const ClickFilters = ActivityFilters.extend({ bots: z.literal('1').optional() });

const paging = {
  limit: queryInteger(1, PAGE_SIZE_MAX, PAGE_SIZE_MAX),
  cursor: CursorText.optional(),
};
const ListQuery = ActivityFilters.extend(paging);

export const listClicks = defineContract({
  name: 'clicks.list',
  method: 'GET',
  path: '/api/clicks',
  access: 'viewer',
  summary: 'Clicks, newest first; default: the last 7 days, without bots.',
  query: ClickFilters.extend(paging),
  status: 200,
  response: z.array(Click),
  paged: true,
});

export const listConversions = defineContract({
  name: 'conversions.list',
  method: 'GET',
  path: '/api/conversions',
  access: 'viewer',
  summary: 'Conversions of every status, newest first; default: the last 7 days.',
  query: ListQuery,
  status: 200,
  response: z.array(Conversion),
  paged: true,
});

export const listPageViews = defineContract({
  name: 'page-views.list',
  method: 'GET',
  path: '/api/page-views',
  access: 'viewer',
  summary: 'Page views, newest first; `q` searches click id and URL.',
  query: ListQuery,
  status: 200,
  response: z.array(PageView),
  paged: true,
});

export const activityContracts = [listClicks, listConversions, listPageViews];
