import type { AdSpendRow } from '@tracker/infra/clickhouse/tables/ad-spend';
import type { AdSpendEvent } from '@tracker/schemas/events/ad-spend';
import { msFromInstant } from '@tracker/schemas/primitives/time';
import { deadLetter, ok } from '../pipeline/outcome.ts';
import { step } from '../pipeline/step.ts';
import { lastReceiptVersion } from '../version.ts';

/** The provider restates its days, so of two rows of one campaign, day and source the later sync stands. */
export const toAdSpendRow = () =>
  step<{ readonly event: AdSpendEvent }, AdSpendRow>('to-ad-spend-row', ({ event }) => {
    if (event.campaignId === null) return deadLetter('ad spend without a campaign');
    const { day, source, currency, spend, impressions, clicks } = event.payload;
    return ok({
      tenant_id: event.tenantId,
      campaign_id: event.campaignId,
      day,
      source,
      currency,
      spend,
      impressions,
      clicks,
      received_at: event.receivedAt,
      ver: lastReceiptVersion(msFromInstant(event.receivedAt)),
    });
  });
