import { z } from 'zod';
import { Instant } from '../primitives/time.ts';
import { Figure } from './common.ts';
import { defineContract } from './define-contract.ts';

/** Why the figures of the last seven days may differ from those of the ad platform, line by line. */

/** The days that a line looks at, today among them; silent checkouts are looked for in a month. */
export const HEALTH_DAYS = 7;
export const CHECKOUT_DAYS = 30;
/** Pages, campaigns and the like that a line names. */
export const HEALTH_NAMES_MAX = 10;

export const HealthLineId = z.enum([
  // Pages that the script was seen on. `value`: page views on the tenant's own sites; `detail`: by host and page.
  'script',
  // `value`: conversions with a click, in percent of all; `detail`: 'sales', and 'before', the percentage of the seven days before, where there were any.
  'tracked-sales',
  // `value`: conversions without a click; `detail`: 'no-id', 'unknown-click' or 'utm-only', why.
  'direct-sales',
  // `value`: clicks and page views with the name of a macro in the place of its value; `detail`: by campaign or page.
  'raw-macros',
  // `value`: checkouts that went quiet; `detail`: every checkout of the month, and when it last reported a conversion.
  'silent-checkouts',
  // `value`: deliveries that were refused or not understood, but for unreadable ones; `detail`: by checkout.
  'refused-deliveries',
  // `value`: campaigns whose clicks of ads led to few page views; `detail`: their clicks.
  'clicks-without-views',
  // `value`: campaigns that cost something and got no click; `detail`: what they cost.
  'spend-without-clicks',
  // `value`: clicks of bots, in percent of all; they are in no figure. `detail`: 'bots' and 'clicks'.
  'bots',
  // `value`, `count`: presses of buttons that no script can decorate; `detail`: by page.
  'button-without-link',
  // `value`, `count`: pages on which the script is a copy that gets no corrections; `detail`: the pages.
  'script-copied',
  // `value`, `count`: persons who followed a link of an ad that leads nowhere, where it names a campaign; `detail`: by campaign and path.
  'broken-links',
  // `value`, `count`: deliveries with a right key whose body could not be read; `detail`: by checkout.
  'unreadable-bodies',
]);
export type HealthLineId = z.infer<typeof HealthLineId>;

export const HealthDetail = z.object({
  name: z.string(),
  value: Figure.nullable(),
  at: Instant.nullable(),
  /** A page of a site that is not known as the tenant's: anyone can send one. It is in no `value` and decides no level. */
  isUnknown: z.boolean(),
});
export type HealthDetail = z.infer<typeof HealthDetail>;

export const HealthLine = z.object({
  id: HealthLineId,
  /** 'none': nothing has come that could be judged. */
  level: z.enum(['ok', 'warn', 'none']),
  value: Figure.nullable(),
  detail: z.array(HealthDetail),
  /** Of the last four lines: how often, where most of it (a page, path or checkout), and since when in the last 30 days. */
  count: z.number().int().nullable(),
  where: z.string().nullable(),
  since: Instant.nullable(),
  /** With a warning that strangers can cause: from which networks most of it came, each in percent of it. */
  networks: z.array(z.object({ network: z.string(), percent: Figure })),
});
export type HealthLine = z.infer<typeof HealthLine>;

export const TrackingHealth = z.object({ lines: z.array(HealthLine) });
export type TrackingHealth = z.infer<typeof TrackingHealth>;

export const readTrackingHealth = defineContract('tracking-health.read', 'GET /api/tracking-health', 'viewer', {
  summary: 'Whether clicks, page views, sales and spend of the last seven days fit together, and what does not.',
  response: TrackingHealth,
});
