import type { TenantCache } from '@tracker/infra/caches/tenant-cache';
import { RatesChangedEvent } from '@tracker/schemas/events/rates-changed';
import { type ChangedCurrency, markCurrency } from '../batch/changes.ts';
import { signalSink } from '../batch/sink.ts';
import { stream } from '../pipeline/stream.ts';
import { decode } from '../steps/decode.ts';
import { refuseUnknownTenant } from '../steps/refuse-unknown-tenant.ts';
import { toChangedCurrency } from '../steps/to-changed-currency.ts';

const sink = signalSink<ChangedCurrency>(markCurrency);

/** Stores nothing: the rates are in Postgres. The tenant's conversions in the currency are recomputed. */
export const ratesChangedStream = ({ tenants }: { readonly tenants: TenantCache }) =>
  stream({ name: 'rates-changed', sink }, [
    decode(RatesChangedEvent),
    refuseUnknownTenant<RatesChangedEvent>(tenants),
    toChangedCurrency(),
  ]);
