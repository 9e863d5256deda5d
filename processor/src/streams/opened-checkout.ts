import type { TenantCache } from '@tracker/infra/caches/tenant-cache';
import { insertOpenedCheckouts, type OpenedCheckoutRow } from '@tracker/infra/clickhouse/tables/opened-checkouts';
import { OpenedCheckoutEvent } from '@tracker/schemas/events/opened-checkout';
import { parseClickId } from '@tracker/schemas/primitives/click-id';
import type { Changes } from '../batch/changes.ts';
import { tableSink } from '../batch/table-sink.ts';
import { stream } from '../pipeline/stream.ts';
import { proofOfRow } from '../prefetches/proof.ts';
import { decode } from '../steps/decode.ts';
import { dropOutOfRetention } from '../steps/drop-out-of-retention.ts';
import { refuseUnknownTenant } from '../steps/refuse-unknown-tenant.ts';
import { toOpenedCheckoutRow } from '../steps/to-opened-checkout-row.ts';

const note = ({ proofs }: Changes, row: OpenedCheckoutRow) => proofs.push(proofOfRow(row, row.opened_at));

/** The life of a visitor's step to the checkout, from the log to its row. */
export const openedCheckoutStream = ({ tenants }: { readonly tenants: TenantCache }) =>
  stream({ name: 'opened-checkout', takes: 'checkout', sink: tableSink(insertOpenedCheckouts, note) }, [
    decode(OpenedCheckoutEvent),
    refuseUnknownTenant<OpenedCheckoutEvent>(tenants),
    dropOutOfRetention<OpenedCheckoutEvent>(tenants, ({ payload }) => parseClickId(payload.clickId)?.clickedAtMs ?? 0),
    toOpenedCheckoutRow(),
  ]);
