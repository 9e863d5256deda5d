import { defineQuery } from '@tracker/infra/clickhouse/define-query';
import { DecimalText, InstantText } from '@tracker/infra/clickhouse/row-types';
import { COUNTED } from '@tracker/infra/clickhouse/tables/conversions';
import { CampaignId } from '@tracker/schemas/primitives/ids';
import { z } from 'zod';

/** Answers are kept by their parameters: with `upTo` those of before a change and after it differ. */
const UP_TO = '{upTo:UInt64} >= 0';
const allAfter = z.object({ after: z.string(), limit: z.number().int(), upTo: z.number().int() });
const ids = z.object({ id: z.string() });

/** All of them, in the order of their ids: what was stored before changes were noted. */
export const allConversions = defineQuery({
  name: 'changes-all-conversions',
  params: allAfter,
  row: ids,
  sql: `
    SELECT DISTINCT conversion_id AS id FROM conversions FINAL
    WHERE tenant_id = {tenantId:String} AND conversion_id > {after:String} AND ${UP_TO}
    ORDER BY id LIMIT {limit:UInt32}`,
});

export const allAssignedClicks = defineQuery({
  name: 'changes-all-assigned-clicks',
  params: allAfter,
  row: ids,
  sql: `
    SELECT DISTINCT click_id AS id FROM conversions FINAL
    WHERE tenant_id = {tenantId:String} AND click_id != '' AND click_id > {after:String} AND ${UP_TO}
    ORDER BY id LIMIT {limit:UInt32}`,
});

/** As `spendDayId` writes them. */
export const allReportedDays = defineQuery({
  name: 'changes-all-reported-days',
  params: allAfter,
  row: ids,
  sql: `
    SELECT DISTINCT concat(campaign_id, '/', toString(day)) AS id FROM ad_spend FINAL
    WHERE tenant_id = {tenantId:String} AND id > {after:String} AND ${UP_TO}
    ORDER BY id LIMIT {limit:UInt32}`,
});

export const assignedClicks = defineQuery({
  name: 'changes-assigned-clicks',
  params: z.object({ ids: z.array(z.string()), upTo: z.number().int() }),
  row: z.object({
    click_id: z.string(),
    campaign: CampaignId,
    conversions: z.array(z.string()),
    converted_at: InstantText.nullable(),
    worth: DecimalText,
  }),
  sql: `
    SELECT click_id, toString(any(campaign_id)) AS campaign, arraySort(groupArray(conversion_id)) AS conversions,
      minOrNullIf(ts, ${COUNTED}) AS converted_at, sumIf(revenue, ${COUNTED}) AS worth
    FROM conversions FINAL
    WHERE tenant_id = {tenantId:String} AND click_id IN {ids:Array(String)} AND ${UP_TO}
    GROUP BY click_id`,
});
