// The tables whose rows belong to a tenant. A statement that reads one must filter by it (statement-rules.ts).
import { ROLLUP_TABLES } from './rollups.ts';

/**
 * What the log can give again, so what a replay writes and a swap exchanges. Finalized days belong to the rows that they were built from: a
 * replay finalizes none, so that after a swap all days are open until they are built.
 */
export const REPLAYED_TABLES = [
  'clicks',
  'click_identities',
  'opened_checkouts',
  'prefetch_proofs',
  'script_notices',
  'page_views',
  'conversion_ledger',
  'conversion_links',
  'conversion_assignments',
  'conversions',
  'unattributed_conversions',
  'unattributed_page_views',
  'ad_spend',
  'spend_reports',
  'ad_results',
  'webhook_deliveries',
  'finalized_days',
  ...ROLLUP_TABLES,
] as const;
export type ReplayedTable = (typeof REPLAYED_TABLES)[number];

/** Of which the retention of a tenant deletes all that is older than its limit, in this order: a click goes last, since it says what of it goes. */
export const TRAFFIC_TABLES = [
  'click_identities',
  'opened_checkouts',
  'prefetch_proofs',
  'script_notices',
  'unattributed_page_views',
  'page_views',
  'clicks',
] as const;

/** Dead letters are an operator's: a replay leaves them as they are. */
export const TENANT_TABLES = [...REPLAYED_TABLES, 'dead_letters'] as const;
