import { defineQuery } from '@tracker/infra/clickhouse/define-query';
import { z } from 'zod';

/** Which of these conversions a checkout delivered with its key or secret, also by another name. */
export const deliveredConversions = defineQuery({
  name: 'conversions-delivered',
  params: z.object({ ids: z.array(z.string()) }),
  row: z.object({ conversion_id: z.string() }),
  sql: `
    SELECT DISTINCT conversion_id
    FROM conversion_ledger FINAL
    WHERE tenant_id = {tenantId:String} AND conversion_id IN {ids:Array(String)} AND verified = 1
    UNION DISTINCT
    SELECT conversion_id
    FROM conversion_links FINAL
    WHERE tenant_id = {tenantId:String} AND conversion_id IN {ids:Array(String)} AND is_payment = 1`,
});
