import type { TenantCache } from '@tracker/infra/caches/tenant-cache';
import { RecomputeEvent } from '@tracker/schemas/events/recompute';
import type { TenantId } from '@tracker/schemas/primitives/ids';
import { markKey } from '../batch/changes.ts';
import { signalSink } from '../batch/sink.ts';
import { ok } from '../pipeline/outcome.ts';
import { step } from '../pipeline/step.ts';
import { stream } from '../pipeline/stream.ts';
import { decode } from '../steps/decode.ts';
import { refuseUnknownTenant } from '../steps/refuse-unknown-tenant.ts';

interface KeyOfTenant {
  readonly tenantId: TenantId;
  readonly key: RecomputeEvent['payload'];
}

const toKey = step<{ readonly event: RecomputeEvent }, KeyOfTenant>('to-key', ({ event }) =>
  ok({ tenantId: event.tenantId, key: event.payload }),
);

/** Stores nothing: what was set aside is computed again from what is stored. */
export const recomputeStream = ({ tenants }: { readonly tenants: TenantCache }) =>
  stream(
    {
      name: 'recompute',
      sink: signalSink<KeyOfTenant>((changes, { tenantId, key }) => markKey(changes, tenantId, key)),
    },
    [decode(RecomputeEvent), refuseUnknownTenant<RecomputeEvent>(tenants), toKey],
  );
