import type { TenantCache } from '@tracker/infra/caches/tenant-cache';
import { insertAdResults } from '@tracker/infra/clickhouse/tables/ad-results';
import { insertAdSpend } from '@tracker/infra/clickhouse/tables/ad-spend';
import { insertSpendReports } from '@tracker/infra/clickhouse/tables/spend-reports';
import { AdSpendEvent } from '@tracker/schemas/events/ad-spend';
import { markSpend } from '../batch/changes.ts';
import type { Sink } from '../batch/sink.ts';
import { stream } from '../pipeline/stream.ts';
import { decode } from '../steps/decode.ts';
import { refuseUnknownTenant } from '../steps/refuse-unknown-tenant.ts';
import { type AdSpendRows, toAdSpendRows } from '../steps/to-ad-spend-rows.ts';

/** Three rows of one event, so that what cannot be stored is one dead letter. */
const sink: Sink<AdSpendRows> = {
  async store(clickhouse, rows, changes) {
    const spend = rows.map((row) => row.spend);
    await insertAdSpend.run(clickhouse, spend);
    const reports = rows.map((row) => row.report);
    await insertSpendReports.run(clickhouse, reports);
    const results = rows.flatMap((row) => row.results ?? []);
    if (results.length > 0) await insertAdResults.run(clickhouse, results);
    for (const row of spend) markSpend(changes, row);
  },
};

/** The life of a day's ad spend, from the log to its rows. */
export const adSpendStream = ({ tenants }: { readonly tenants: TenantCache }) =>
  stream({ name: 'ad-spend', sink }, [
    decode(AdSpendEvent),
    refuseUnknownTenant<AdSpendEvent>(tenants),
    toAdSpendRows(),
  ]);
