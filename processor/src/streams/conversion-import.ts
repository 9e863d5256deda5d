import type { TenantCache } from '@tracker/infra/caches/tenant-cache';
import { ConversionImportEvent } from '@tracker/schemas/events/conversion-import';
import { ledgerSink } from '../batch/ledger-sink.ts';
import { stream } from '../pipeline/stream.ts';
import { decode } from '../steps/decode.ts';
import { refuseUnknownTenant } from '../steps/refuse-unknown-tenant.ts';
import { toImportLedgerRow } from '../steps/to-import-ledger-row.ts';

/** The life of an old conversion that a person imported, from the log to the ledger. */
export const conversionImportStream = ({ tenants }: { readonly tenants: TenantCache }) =>
  stream({ name: 'conversion-import', sink: ledgerSink }, [
    decode(ConversionImportEvent),
    refuseUnknownTenant<ConversionImportEvent>(tenants),
    toImportLedgerRow(),
  ]);
