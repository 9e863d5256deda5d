// Whether any source ever reported what ads cost: without a report, an entry or a link to a platform, spend is unknown, and not 0 (ADR 170).
import type { ClickHouse } from '@tracker/infra/clickhouse/client';
import { defineQuery } from '@tracker/infra/clickhouse/define-query';
import { Count } from '@tracker/infra/clickhouse/row-types';
import { z } from 'zod';

/** Was any spend ever reported or entered? */
export const anySpend = defineQuery({
  name: 'figures-any-spend',
  params: z.object({}),
  row: z.object({ found: Count }),
  sql: `
    SELECT count() AS found FROM (
      SELECT 1 FROM ad_spend FINAL WHERE tenant_id = {tenantId:String} AND spend != 0 LIMIT 1
    )`,
});

export const hasAnySpend = async (clickhouse: ClickHouse, tenantId: string): Promise<boolean> =>
  (await anySpend.run(clickhouse, tenantId, {})).some(({ found }) => found > 0);
