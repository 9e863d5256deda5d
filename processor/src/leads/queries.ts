import { definePipelineQuery } from '@tracker/infra/clickhouse/define-pipeline-query';
import { z } from 'zod';

/** The fields that a lead takes from its click; the time in the click id lets the primary key find it. */
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
