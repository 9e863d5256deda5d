import type { TenantCache } from '@tracker/infra/caches/tenant-cache';
import { UnverifiedRulesChangedEvent } from '@tracker/schemas/events/unverified-rules-changed';
import { type ChangedRules, markRules } from '../batch/changes.ts';
import { signalSink } from '../batch/sink.ts';
import { stream } from '../pipeline/stream.ts';
import { decode } from '../steps/decode.ts';
import { refuseUnknownTenant } from '../steps/refuse-unknown-tenant.ts';
import { toChangedRules } from '../steps/to-changed-rules.ts';

const sink = signalSink<ChangedRules>(markRules);

/** Stores nothing: the rules are in Postgres. The tenant's conversions without a key since then are decided about again. */
export const unverifiedRulesChangedStream = ({ tenants }: { readonly tenants: TenantCache }) =>
  stream({ name: 'unverified-rules-changed', sink }, [
    decode(UnverifiedRulesChangedEvent),
    refuseUnknownTenant<UnverifiedRulesChangedEvent>(tenants),
    toChangedRules(),
  ]);
