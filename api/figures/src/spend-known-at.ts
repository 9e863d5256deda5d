// What was known of spend at a moment (ADR 136, 153): of each campaign, day and source the version that was the last one then. It reads facts alone.
import { defineQuery } from '@tracker/infra/clickhouse/define-query';
import { DecimalText } from '@tracker/infra/clickhouse/row-types';
import { SpendKind } from '@tracker/schemas/events/ad-spend';
import { CampaignId } from '@tracker/schemas/primitives/ids';
import { Currency } from '@tracker/schemas/primitives/money';
import { TenantDay } from '@tracker/schemas/primitives/tenant-day';
import { z } from 'zod';
import { AD_DAYS } from './spend.ts';

/** A day that has no row was not reported by then, which is unknown and no zero. */
export const spendKnownAt = defineQuery({
  name: 'figures-spend-known-at',
  params: z.object({ firstDay: TenantDay, lastDay: TenantDay, atMs: z.number().int() }),
  row: z.object({
    campaign: CampaignId,
    day: TenantDay,
    source: z.string(),
    /** 'removed' by people: then it was nothing. */
    kind: SpendKind,
    currency: Currency,
    /** In the currency, exactly. */
    amount: DecimalText,
    /** The day was over when a run read it, by then. Of what was entered it is not known. */
    isWhole: z.number().transform((flag) => flag === 1),
  }),
  sql: `
    SELECT campaign_id AS campaign, day, source, argMax(version.kind, reported_at) AS kind, argMax(version.currency, reported_at) AS currency,
      argMax(spend, reported_at) AS amount, toUInt8(countIf(whole_at <= fromUnixTimestamp64Milli({atMs:Int64})) > 0) AS isWhole
    FROM spend_reports AS version FINAL
    WHERE tenant_id = {tenantId:String} AND ${AD_DAYS} AND reported_at <= fromUnixTimestamp64Milli({atMs:Int64})
    GROUP BY campaign_id, day, source
    ORDER BY campaign, day, source`,
});
