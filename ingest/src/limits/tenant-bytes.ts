// How many bytes a tenant sends with its keys in a day: a free account must not fill the disk of all others.
import { AppError } from '@tracker/infra/errors/app-error';
import type { RefusalLog } from '@tracker/infra/http/refusal-log';
import { createTokenBuckets, type TokenBuckets } from '@tracker/infra/http/token-buckets';
import { DAY_MS, HOUR_MS } from '@tracker/schemas/primitives/durations';
import type { TenantId } from '@tracker/schemas/primitives/ids';
import type { IngestDeps } from '../deps.ts';
import { BYTE_CLASSES, type ByteClass, type IngestLimits } from './limit-table.ts';

export interface TenantBytes {
  /** Throws 429 when a tenant has none left, before a body is read. */
  assertLeft(tenantId: TenantId): Promise<void>;
  /** Throws 429 when it has fewer left. */
  take(tenantId: TenantId, bytes: number): Promise<void>;
}

/** What the smallest event takes in the stores. */
const STORED_BYTES_MIN = 1_024;

const REPORTED_EVERY_MS = HOUR_MS;
const REPORTED_TENANTS_MAX = 10_000;

export function createTenantBytes(
  { clock, logger, tenants, sharedBuckets }: Pick<IngestDeps, 'clock' | 'logger' | 'tenants' | 'sharedBuckets'>,
  { bytesPerDay }: Pick<IngestLimits, 'bytesPerDay'>,
  refusals: RefusalLog,
): TenantBytes {
  const buckets = Object.fromEntries(
    BYTE_CLASSES.map((name) => {
      const rate = { perSecond: bytesPerDay[name] / (DAY_MS / 1_000), burst: bytesPerDay[name] };
      return [name, createTokenBuckets(rate, { shared: sharedBuckets?.(`tenant-bytes-${name}`) })];
    }),
  ) as Record<ByteClass, TokenBuckets>;
  const reportedAt = new Map<string, number>();

  /** While Postgres is unavailable, a tenant that is not cached has the most: a checkout that is refused gives up. */
  async function classOf(tenantId: TenantId): Promise<ByteClass> {
    const tenant = tenants.peek(tenantId) ?? (await tenants.find(tenantId).catch(() => null));
    if (tenant === null) return 'business';
    if (!tenant?.isConfirmed) return 'unconfirmed';
    return BYTE_CLASSES.find((name) => name === tenant.plan) ?? 'free';
  }

  function refuse(tenantId: TenantId, name: ByteClass, retryAfterSeconds: number): never {
    refusals.count('tenant-bytes');
    if (clock.now() - (reportedAt.get(tenantId) ?? Number.NEGATIVE_INFINITY) >= REPORTED_EVERY_MS) {
      if (reportedAt.size >= REPORTED_TENANTS_MAX) reportedAt.clear();
      reportedAt.set(tenantId, clock.now());
      // The reason: lines of one event and reason are written once a minute, and each tenant is one to look at.
      const line = { tenantId, reason: tenantId, plan: name, bytesPerDay: bytesPerDay[name] };
      logger.warn(
        { event: 'ingest.tenant-bytes.exceeded', ...line },
        'tenant sent more bytes than its plan takes in a day; refusing the rest',
      );
    }
    throw new AppError('too-many-bytes', { retryAfterSeconds });
  }

  return {
    async assertLeft(tenantId) {
      const name = await classOf(tenantId);
      const seconds = buckets[name].wait(tenantId, clock.now());
      if (seconds > 0) refuse(tenantId, name, seconds);
    },
    async take(tenantId, bytes) {
      const name = await classOf(tenantId);
      const seconds = buckets[name].take(tenantId, clock.now(), Math.max(bytes, STORED_BYTES_MIN));
      if (seconds > 0) refuse(tenantId, name, seconds);
    },
  };
}
