import { definePipelineQuery } from '@tracker/infra/clickhouse/define-pipeline-query';
import { z } from 'zod';

/** What a lead has from its click; a click's moment stands in its id, so that the primary key finds it. */
export const clicksOfLeads = definePipelineQuery({
  name: 'clicks-of-leads',
  key: z.tuple([z.string(), z.string(), z.string()]),
  row: z.object({
    tenant_id: z.string(),
    click_id: z.string(),
    source: z.string(),
    channel: z.string(),
    country_code: z.string(),
    city: z.string(),
  }),
  sql: `
    SELECT tenant_id, click_id, source, channel, country_code, city
    FROM clicks FINAL
    WHERE (tenant_id, ts, click_id) IN {keys:Array(Tuple(String, DateTime64(3, 'UTC'), String))}`,
});
