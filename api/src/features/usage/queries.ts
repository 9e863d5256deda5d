import { conversionsOf } from '@tracker/figures/money';
import { clicksAndPageViews } from '@tracker/figures/traffic';
import { moneyRange, trafficRange } from '@tracker/figures/traffic-range';
import { defineQuery } from '@tracker/infra/clickhouse/define-query';
import { Count } from '@tracker/infra/clickhouse/row-types';
import { z } from 'zod';

/** How many events does a month have? Those of the figures: without bots and test events. */
export const eventsOfRange = defineQuery({
  name: 'usage-events-of-range',
  params: z.object({ ...trafficRange, ...moneyRange }),
  row: z.object({ events: Count }),
  sql: `
    SELECT sum(events) AS events FROM (
      SELECT sum(clicks) + sum(page_views) AS events FROM ${clicksAndPageViews(['campaign_id'])}
      UNION ALL
      SELECT sum(conversions) AS events FROM ${conversionsOf(['campaign_id'])}
    )`,
});
