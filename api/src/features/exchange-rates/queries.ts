import { IN_RANGE, WITHOUT_RATE } from '@tracker/figures/columns';
import { AD_DAYS, COUNTED_SPEND } from '@tracker/figures/spend';
import { defineQuery } from '@tracker/infra/clickhouse/define-query';
import { Count, DecimalText } from '@tracker/infra/clickhouse/row-types';
import { COUNTED } from '@tracker/infra/clickhouse/tables/conversions';
import { TenantDay } from '@tracker/schemas/primitives/tenant-day';
import { z } from 'zod';

const ms = z.number().int();

/** Days with conversions in a foreign currency that has no rate, so that they earn nothing; newest first. */
export const conversionsWithoutRate = defineQuery({
  name: 'exchange-rates-missing',
  params: z.object({ fromMs: ms, toMs: ms, dayStartsMs: z.array(ms) }),
  row: z.object({ currency: z.string(), day_start_ms: Count, conversions: Count, value: DecimalText }),
  sql: `
    SELECT
      currency, roundDown(toUnixTimestamp64Milli(ts), {dayStartsMs:Array(Int64)}) AS day_start_ms,
      count() AS conversions, sum(net_value) AS value
    FROM conversions FINAL
    WHERE tenant_id = {tenantId:String} AND ${IN_RANGE} AND ${COUNTED}
      AND ${WITHOUT_RATE}
    GROUP BY currency, day_start_ms
    ORDER BY day_start_ms DESC, currency`,
});

/** How many conversions have an event in a currency, and how many of them are up to these ids, '' being before the first one. */
export const conversionsUpTo = defineQuery({
  name: 'exchange-rates-recomputing',
  params: z.object({ currency: z.string(), afterId: z.string(), untilId: z.string() }),
  row: z.object({ conversions: Count, up_to_after: Count, up_to_until: Count }),
  sql: `
    SELECT
      uniqExact(conversion_id) AS conversions,
      uniqExactIf(conversion_id, conversion_id <= {afterId:String}) AS up_to_after,
      uniqExactIf(conversion_id, conversion_id <= {untilId:String}) AS up_to_until
    FROM conversion_ledger FINAL
    WHERE tenant_id = {tenantId:String} AND currency = {currency:String}`,
});

/** What was spent in foreign currencies; whether there is a rate for it, the rates say. */
export const foreignSpend = defineQuery({
  name: 'exchange-rates-foreign-spend',
  params: z.object({ firstDay: z.string(), lastDay: z.string() }),
  row: z.object({ currency: z.string(), day: TenantDay, spend: DecimalText }),
  sql: `
    SELECT currency, day, sum(spend) AS spend
    FROM ad_spend FINAL
    WHERE tenant_id = {tenantId:String} AND ${AD_DAYS} AND currency != 'BRL'
      AND ${COUNTED_SPEND(AD_DAYS)}
    GROUP BY currency, day
    HAVING spend != 0`,
});
