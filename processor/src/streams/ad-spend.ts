import type { TenantCache } from '@tracker/infra/caches/tenant-cache';
import { insertAdSpend } from '@tracker/infra/clickhouse/tables/ad-spend';
import { AdSpendEvent } from '@tracker/schemas/events/ad-spend';
import { tableSink } from '../batch/table-sink.ts';
import { stream } from '../pipeline/stream.ts';
import { decode } from '../steps/decode.ts';
import { dropUnknownTenant } from '../steps/drop-unknown-tenant.ts';
import { toAdSpendRow } from '../steps/to-ad-spend-row.ts';

/** The life of a day's ad spend, from the log to its row. */
export const adSpendStream = ({ tenants }: { readonly tenants: TenantCache }) =>
  stream({ name: 'ad-spend', sink: tableSink(insertAdSpend) }, [
    decode(AdSpendEvent),
    dropUnknownTenant<AdSpendEvent>(tenants),
    toAdSpendRow(),
  ]);
