import type { SpendReportRow } from '@tracker/infra/clickhouse/tables/spend-reports';
import type { AdSpendEvent } from '@tracker/schemas/events/ad-spend';
import type { CampaignId } from '@tracker/schemas/primitives/ids';
import { type Instant, msFromInstant } from '@tracker/schemas/primitives/time';
import { lastReceiptVersion } from '../version.ts';

/** A report that repeats an amount lands on the row of the first with it, and moves its confirmation. */
export function spendReportRow(event: AdSpendEvent, campaignId: CampaignId): SpendReportRow {
  const { receivedAt } = event;
  const { day, source, kind, currency, spend, report } = event.payload;
  const reported = report ?? { accountId: '', readAt: receivedAt, since: receivedAt, wholeAt: null };
  return {
    tenant_id: event.tenantId,
    campaign_id: campaignId,
    day,
    source,
    platform: kind === 'reported' ? source.replace(/\/.*/, '') : '',
    account_id: reported.accountId,
    kind,
    currency,
    spend,
    reported_at: notAfter(receivedAt, reported.since),
    confirmed_at: notAfter(receivedAt, reported.readAt),
    whole_at: reported.wholeAt && notAfter(receivedAt, reported.wholeAt),
    ver: lastReceiptVersion(msFromInstant(receivedAt)),
  };
}

/** Nothing was known before it came. Instants are texts of one length. */
const notAfter = (limit: Instant, moment: Instant): Instant => (moment > limit ? limit : moment);
