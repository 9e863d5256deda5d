import type { TenantCache } from '@tracker/infra/caches/tenant-cache';
import { type ClickIdentityRow, insertClickIdentities } from '@tracker/infra/clickhouse/tables/click-identities';
import { ClickIdentityEvent } from '@tracker/schemas/events/click-identity';
import { parseClickId } from '@tracker/schemas/primitives/click-id';
import type { Changes } from '../batch/changes.ts';
import { tableSink } from '../batch/table-sink.ts';
import { stream } from '../pipeline/stream.ts';
import { proofOfRow } from '../prefetches/proof.ts';
import { decode } from '../steps/decode.ts';
import { dropOutOfRetention } from '../steps/drop-out-of-retention.ts';
import { refuseUnknownTenant } from '../steps/refuse-unknown-tenant.ts';
import { toClickIdentityRow } from '../steps/to-click-identity-row.ts';

const note = ({ proofs }: Changes, row: ClickIdentityRow) => proofs.push(proofOfRow(row, row.received_at));

/** The life of pixel ids that a page learned after the click, from the log to their row; the click list joins the two. */
export const clickIdentityStream = ({ tenants }: { readonly tenants: TenantCache }) =>
  stream({ name: 'click-identity', sink: tableSink(insertClickIdentities, note) }, [
    decode(ClickIdentityEvent),
    refuseUnknownTenant<ClickIdentityEvent>(tenants),
    dropOutOfRetention<ClickIdentityEvent>(tenants, ({ payload }) => parseClickId(payload.clickId)?.clickedAtMs ?? 0),
    toClickIdentityRow(),
  ]);
