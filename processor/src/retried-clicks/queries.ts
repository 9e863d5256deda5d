import { definePipelineQuery } from '@tracker/infra/clickhouse/define-pipeline-query';
import { Flag, InstantText } from '@tracker/infra/clickhouse/row-types';
import { mapTagColumns, TAG_NAMES, tagColumnList } from '@tracker/schemas/events/click-tags';
import { z } from 'zod';

/** The clicks of these moments, with what `fingerprintOf` needs. */
export const clicksOfMoments = definePipelineQuery({
  name: 'clicks-of-moments',
  key: z.tuple([z.string(), z.string()]),
  row: z.object({
    tenant_id: z.string(),
    ts: InstantText,
    click_id: z.string(),
    received_at: InstantText,
    ip_address: z.string(),
    user_agent: z.string(),
    referrer: z.string(),
    is_prefetch: Flag,
    retry_of: z.string(),
    ...mapTagColumns(TAG_NAMES, () => z.string()),
  }),
  sql: `
    SELECT tenant_id, ts, click_id, received_at, ip_address, user_agent, referrer, is_prefetch, retry_of,
           ${tagColumnList(TAG_NAMES)}
    FROM clicks FINAL
    WHERE (tenant_id, ts) IN {keys:Array(Tuple(String, DateTime64(3, 'UTC')))}`,
});
