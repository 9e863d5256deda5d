import type { TenantCache } from '@tracker/infra/caches/tenant-cache';
import { insertOpenedCheckouts } from '@tracker/infra/clickhouse/tables/opened-checkouts';
import { OpenedCheckoutEvent } from '@tracker/schemas/events/opened-checkout';
import { parseClickId } from '@tracker/schemas/primitives/click-id';
import { tableSink } from '../batch/table-sink.ts';
import { stream } from '../pipeline/stream.ts';
import { decode } from '../steps/decode.ts';
import { dropOutOfRetention } from '../steps/drop-out-of-retention.ts';
import { dropUnknownTenant } from '../steps/drop-unknown-tenant.ts';
import { toOpenedCheckoutRow } from '../steps/to-opened-checkout-row.ts';

/** The life of a visitor's step to the checkout, from the log to its row. */
export const openedCheckoutStream = ({ tenants }: { readonly tenants: TenantCache }) =>
  stream({ name: 'opened-checkout', takes: 'checkout', sink: tableSink(insertOpenedCheckouts) }, [
    decode(OpenedCheckoutEvent),
    dropUnknownTenant<OpenedCheckoutEvent>(tenants),
    dropOutOfRetention<OpenedCheckoutEvent>(tenants, ({ payload }) => parseClickId(payload.clickId)?.clickedAtMs ?? 0),
    toOpenedCheckoutRow(),
  ]);
