import type { CampaignDirectory } from '@tracker/infra/directories/campaign-directory';
import type { TenantDirectory } from '@tracker/infra/directories/tenant-directory';
import { ConversionEvent } from '@tracker/schemas/events/conversion';
import { stream } from '../pipeline/stream.ts';
import { ledgerSink } from '../sinks/ledger-sink.ts';
import { decode } from '../steps/decode.ts';
import { mapBody } from '../steps/map-body.ts';
import { resolveClick } from '../steps/resolve-click.ts';
import { toLedgerRow } from '../steps/to-ledger-row.ts';

export interface ConversionLookups {
  readonly tenants: TenantDirectory;
  readonly campaigns: CampaignDirectory;
}

/** The life of a checkout's delivery, from the log to the ledger; `conversions/` folds the ledger into sales. */
export const conversionStream = ({ tenants, campaigns }: ConversionLookups) =>
  stream({ name: 'conversion', sink: ledgerSink }, [
    decode(ConversionEvent),
    mapBody(tenants),
    resolveClick(campaigns),
    toLedgerRow(),
  ]);
