import type { ApiKeyCache } from '@tracker/infra/caches/api-key-cache';
import type { CampaignCache } from '@tracker/infra/caches/campaign-cache';
import type { CheckoutSecretCache } from '@tracker/infra/caches/checkout-secret-cache';
import type { LeadLookup } from '@tracker/infra/caches/lead-lookup';
import type { TenantCache } from '@tracker/infra/caches/tenant-cache';
import type { TrackingKeyCache } from '@tracker/infra/caches/tracking-key-cache';
import type { Recorder } from '@tracker/infra/event-log/recorder';
import type { SharedBuckets } from '@tracker/infra/http/token-buckets';
import type { ClickIdMint } from '@tracker/infra/identity/click-id';
import type { Clock } from '@tracker/infra/lifecycle/clock';
import type { DiskWatch } from '@tracker/infra/lifecycle/disk-watch';
import type { Addresses } from '@tracker/infra/privacy/addresses';
import type { Keyring } from '@tracker/infra/secrets/keyring';
import type { Logger } from '@tracker/infra/telemetry/logger';

/** Everything that ingest needs to record an event: the caches of owners, id minting, the log and the spool. */
export interface IngestDeps {
  readonly recorder: Recorder;
  readonly campaigns: CampaignCache;
  readonly trackingKeys: TrackingKeyCache;
  readonly apiKeys: ApiKeyCache;
  readonly tenants: TenantCache;
  readonly secrets: CheckoutSecretCache;
  /** Absent: a repeated lead is known only by the process that took the first. */
  readonly leads?: LeadLookup;
  /** Absent: nothing is refused for want of room. */
  readonly disk?: Pick<DiskWatch, 'state'>;
  /** By the name of a limit, the buckets of all ingests together; absent: this process counts for itself. */
  readonly sharedBuckets?: (limit: string) => SharedBuckets;
  /** Keeps how often a limit refused, for `ops doctor`; absent: only the log and the metrics know. */
  readonly recordLimit?: (name: string, times: number) => Promise<void>;
  readonly clickIds: ClickIdMint;
  readonly addresses: Pick<Addresses, 'encrypt' | 'nameNetwork'>;
  readonly keyring: Keyring;
  /** The address of the product for the world; absent: the one that was asked. */
  readonly publicUrl?: string | undefined;
  readonly clock: Clock;
  readonly logger: Logger;
}
