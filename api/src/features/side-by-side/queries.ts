import { IN_RANGE, WITHOUT_RATE } from '@tracker/figures/columns';
import { QUARTER_MS } from '@tracker/figures/sql/dimension-sql';
import { defineQuery } from '@tracker/infra/clickhouse/define-query';
import { Count, DecimalText } from '@tracker/infra/clickhouse/row-types';
import { z } from 'zod';

/** What of a status another tool may have counted otherwise; '' is none. By quarters of an hour, of which every day of every clock consists. */
export const differenceReasons = defineQuery({
  name: 'side-by-side-reasons',
  params: z.object({ fromMs: z.number().int(), toMs: z.number().int() }),
  row: z.object({
    quarter: z.coerce.number(),
    reason: z.enum(['test', 'unverified', 'taken-back', 'pending', 'lead', 'imported', 'without-rate']),
    found: Count,
    worth: DecimalText.transform(Number),
  }),
  sql: `
    SELECT
      intDiv(toUnixTimestamp64Milli(ts), ${QUARTER_MS}) AS quarter,
      multiIf(
        is_test = 1, 'test',
        uncounted_reason != '', 'unverified',
        status IN ('refunded', 'partially_refunded', 'chargeback'), 'taken-back',
        status = 'pending', 'pending',
        is_counted = 0, '',
        conversion_type = 'lead', 'lead',
        ${WITHOUT_RATE}, 'without-rate',
        is_imported = 1, 'imported',
        ''
      ) AS reason,
      count() AS found,
      sum(gross_brl - if(is_counted = 1 AND is_imported = 0, revenue, toDecimal64(0, 4))) AS worth
    FROM conversions FINAL
    WHERE tenant_id = {tenantId:String} AND ${IN_RANGE}
    GROUP BY quarter, reason
    HAVING reason != ''
    ORDER BY quarter, reason`,
});
