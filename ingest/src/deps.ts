import type { ApiKeyDirectory } from '@tracker/infra/directories/api-key-directory';
import type { CampaignDirectory } from '@tracker/infra/directories/campaign-directory';
import type { CheckoutSecretDirectory } from '@tracker/infra/directories/checkout-secret-directory';
import type { LeadLookup } from '@tracker/infra/directories/lead-lookup';
import type { TenantDirectory } from '@tracker/infra/directories/tenant-directory';
import type { TrackingKeyDirectory } from '@tracker/infra/directories/tracking-key-directory';
import type { Recorder } from '@tracker/infra/event-log/recorder';
import type { ClickIdMint } from '@tracker/infra/identity/click-id';
import type { Clock } from '@tracker/infra/lifecycle/clock';
import type { Addresses } from '@tracker/infra/privacy/addresses';
import type { Keyring } from '@tracker/infra/secrets/keyring';
import type { Logger } from '@tracker/infra/telemetry/logger';

/** Everything that ingest needs to record an event: the caches of owners, id minting, the log and the spool. */
export interface IngestDeps {
  readonly recorder: Recorder;
  readonly campaigns: CampaignDirectory;
  readonly trackingKeys: TrackingKeyDirectory;
  readonly apiKeys: ApiKeyDirectory;
  readonly tenants: TenantDirectory;
  readonly secrets: CheckoutSecretDirectory;
  /** Absent: a repeated lead is known only by the process that took the first. */
  readonly leads?: LeadLookup;
  readonly clickIds: ClickIdMint;
  readonly addresses: Pick<Addresses, 'seal'>;
  readonly keyring: Keyring;
  readonly clock: Clock;
  readonly logger: Logger;
}
