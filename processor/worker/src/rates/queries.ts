import { defineQuery } from '@tracker/infra/clickhouse/define-query';
import { z } from 'zod';

/** Of more conversions all of the currency are computed again. */
export const EACH_AT_MOST = 1_000;

/** Conversions of a currency since a moment; one more than are computed again each. */
export const conversionsInCurrency = defineQuery({
  name: 'bank-rates-conversions',
  params: z.object({ currency: z.string(), fromMs: z.number().int() }),
  row: z.object({ conversion: z.string() }),
  sql: `
    SELECT conversion_id AS conversion
    FROM conversions FINAL
    WHERE tenant_id = {tenantId:String} AND currency = {currency:String} AND ts >= fromUnixTimestamp64Milli({fromMs:Int64})
    LIMIT ${EACH_AT_MOST + 1}`,
});
