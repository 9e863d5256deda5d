import { defineQuery } from '@tracker/infra/clickhouse/define-query';
import { InstantText } from '@tracker/infra/clickhouse/row-types';
import { z } from 'zod';

/** The days of a range that are read from their cells, and which count of each; the day that is not over, in parts. */
export const sealedDaysOfRange = defineQuery({
  name: 'figures-sealed-days',
  params: z.object({ fromMs: z.number().int(), toMs: z.number().int(), timeZone: z.string() }),
  row: z.object({ day_start: InstantText, day_end: InstantText, generation: z.string().transform(BigInt) }),
  sql: `
    SELECT day_start, day_end, generation
    FROM sealed_days FINAL
    WHERE tenant_id = {tenantId:String} AND time_zone = {timeZone:String} AND state = 2
      AND day_start >= fromUnixTimestamp64Milli({fromMs:Int64}) AND day_end <= fromUnixTimestamp64Milli({toMs:Int64})`,
});
