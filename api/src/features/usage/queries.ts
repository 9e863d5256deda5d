import { defineQuery } from '@tracker/infra/clickhouse/define-query';
import { Count } from '@tracker/infra/clickhouse/row-types';
import { z } from 'zod';
import { COUNTED, IN_RANGE } from '../../figures/columns.ts';
import { clicksAndPageViews } from '../../figures/traffic.ts';
import { trafficRange } from '../../figures/traffic-range.ts';

/** How many events does a month have? Those of the figures: without bots and test events. */
export const eventsOfRange = defineQuery({
  name: 'usage-events-of-range',
  params: z.object(trafficRange),
  row: z.object({ events: Count }),
  sql: `
    SELECT sum(events) AS events FROM (
      SELECT sum(clicks) + sum(page_views) AS events FROM ${clicksAndPageViews(['campaign_id'])}
      UNION ALL
      SELECT count() AS events
      FROM conversions FINAL
      WHERE tenant_id = {tenantId:String} AND ${COUNTED} AND ${IN_RANGE}
    )`,
});
