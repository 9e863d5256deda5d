import type { TenantCache } from '@tracker/infra/caches/tenant-cache';
import type { Postgres } from '@tracker/infra/postgres/client';
import { LeadEvent } from '@tracker/schemas/events/lead';
import { ledgerSink } from '../batch/ledger-sink.ts';
import { leadSink } from '../leads/store-leads.ts';
import { stream } from '../pipeline/stream.ts';
import { decode } from '../steps/decode.ts';
import { dropPlainLead } from '../steps/drop-plain-lead.ts';
import { refuseUnknownTenant } from '../steps/refuse-unknown-tenant.ts';
import { toLeadLedgerRow } from '../steps/to-lead-ledger-row.ts';
import { toLeadRow } from '../steps/to-lead-row.ts';

export interface LeadLookups {
  readonly tenants: TenantCache;
  readonly postgres: Postgres;
}

/** The life of a lead, from the log to Postgres; `leads/` completes it from its click. */
export const leadStream = ({ tenants, postgres }: LeadLookups) =>
  stream({ name: 'lead', sink: leadSink(postgres) }, [
    decode(LeadEvent),
    refuseUnknownTenant<LeadEvent>(tenants),
    toLeadRow(),
  ]);

/** The other way of a lead, when its campaign counts leads as conversions. */
export const leadConversionStream = ({ tenants }: LeadLookups) =>
  stream({ name: 'lead-conversion', takes: 'lead', sink: ledgerSink }, [
    decode(LeadEvent),
    refuseUnknownTenant<LeadEvent>(tenants),
    dropPlainLead(),
    toLeadLedgerRow(),
  ]);
