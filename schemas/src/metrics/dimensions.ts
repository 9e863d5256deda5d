/**
 * By what figures can be grouped. A key is text, or null when the fact lacks it:
 *
 * | dimension   | key | of a page view | of a conversion |
 * |---|---|---|---|
 * | `campaign`  | campaign id | its own | its click's; direct: the assigned one, else the main campaign |
 * | `source`    | the link's source as it was given, else `direct` | its click's | its click's; direct: `direct` |
 * | `channel`   | source, else utm_source, else the referrer's class, else `direct` | its click's | its click's; direct: `direct` |
 * | `ad` `adset` `placement` | sub1, sub2, sub7 | its click's | its click's; direct: null |
 * | `country`   | ISO 3166 code | its own | its click's; direct: null |
 * | `region`    | name of the state or region | its own | its click's; direct: null |
 * | `device`    | `mobile desktop unknown` | its own | its click's; direct: null |
 * | `hour`      | `00`–`23` in the tenant's time zone | when it happened | when it was sold |
 * | `weekday`   | `1` Monday – `7` Sunday in the tenant's time zone | when it happened | when it was sold |
 * | `product`   | id, else name, at the checkout | null | as its checkout says |
 * | `payment`   | payment method | null | as its checkout says |
 * | `checkout`  | checkout id | null | its own |
 *
 * Without a click, a conversion has the channel and the ad of its utm values; a person may assign its campaign and channel. No click has a product: the last three split conversions alone.
 */
export const DIMENSIONS = [
  'campaign',
  'source',
  'channel',
  'ad',
  'adset',
  'placement',
  'country',
  'region',
  'device',
  'hour',
  'weekday',
  'product',
  'payment',
  'checkout',
] as const;
export type Dimension = (typeof DIMENSIONS)[number];

/** What an ad platform reports is an ad's cost on a day: no one knows which hour, placement or country it bought. */
const SPEND_DIMENSIONS: ReadonlySet<Dimension> = new Set<Dimension>([
  'campaign',
  'source',
  'channel',
  'ad',
  'adset',
  'weekday',
]);
export const spendIsKnownBy = (groupBy: readonly Dimension[]): boolean =>
  groupBy.every((dimension) => SPEND_DIMENSIONS.has(dimension));
