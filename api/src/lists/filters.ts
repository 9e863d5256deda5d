// What the queries about single events share: filters, pages, and the decoding of place and device.
import { TextOrNull } from '@tracker/infra/clickhouse/row-types';
import { z } from 'zod';

/** '' stands for "not asked". A source of 'direct' means none was given. */
export const filters = z.object({
  fromMs: z.number().int(),
  toMs: z.number().int(),
  campaignId: z.string(),
  source: z.string(),
  q: z.string(),
});
/** A page begins below this row; the first one below (end of the range, ''). */
export const page = filters.extend({ beforeMs: z.number().int(), beforeId: z.string(), limit: z.number().int() });

export const CAMPAIGN = `({campaignId:String} = '' OR campaign_id = {campaignId:String})`;
export const SOURCE = `({source:String} = '' OR source = {source:String} OR ({source:String} = 'direct' AND source = ''))`;
export const has = (column: string) => `positionCaseInsensitiveUTF8(${column}, {q:String}) > 0`;
export const search = (...columns: string[]) => `({q:String} = '' OR ${columns.map(has).join(' OR ')})`;
export const before = (id: string) => `(ts, ${id}) < (fromUnixTimestamp64Milli({beforeMs:Int64}), {beforeId:String})`;

export const place = {
  ip_address: TextOrNull,
  address_key: z.string(),
  address_sealed: z.string(),
  country_code: z.string(),
  region: TextOrNull,
  city: TextOrNull,
  timezone: TextOrNull,
};
export const device = {
  user_agent: TextOrNull,
  device_type: z.string(),
  browser: TextOrNull,
  operating_system: TextOrNull,
};
export const PLACE_AND_DEVICE = `ip_address, address_key, address_sealed, country_code, region, city, timezone,
      user_agent, device_type, browser, operating_system`;
