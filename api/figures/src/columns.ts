import { DecimalText } from '@tracker/infra/clickhouse/row-types';

/** What figures count; in one place, so that no two screens can disagree. */

/** Neither bots nor pages that a browser fetched ahead of any click (decision 10). */
export const REAL_CLICK = 'is_prefetch = 0 AND is_bot = 0';
export const REAL_VIEW = 'is_bot = 0';

/** Of deliveries of checkouts: with the right key and secret; and those that were refused or not understood. */
export const ACCEPTED_DELIVERY = `verdict IN ('processed', 'ignored') AND verified = 1`;
export const REFUSED_DELIVERY = `verdict IN ('rejected', 'dead-letter')`;

/** From `fromMs` to before `toMs`: the first key column after the tenant's, compared as it is stored. */
export const IN_RANGE =
  'ts >= fromUnixTimestamp64Milli({fromMs:Int64}) AND ts < fromUnixTimestamp64Milli({toMs:Int64})';

/** Money becomes a number here, once, after ClickHouse summed it exactly. */
export const Amount = DecimalText.transform(Number);

/** Money is left, and none of it is in BRL: no one gave a rate for that currency. It counts as a conversion and is in no sum of money. */
export const WITHOUT_RATE = `currency != 'BRL' AND net_value != 0 AND revenue = 0`;
