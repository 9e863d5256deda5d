// What the programs agree on inside Postgres: notification channels and advisory locks. Each has its name here once; wire.test.ts
// compares the migrations with it. The topics of the log are in schemas/src/events/topics.ts.
import type { TenantId } from '@tracker/schemas/primitives/ids';
import { sql, type Transaction } from 'kysely';
import type { Database } from './database.ts';

/** Channels of LISTEN and NOTIFY. A notification is a hint: who misses one polls. */
export const CHANNELS = {
  /** Payload: tenant ids, separated by commas, or '*' for all. `figures_changed()` and the API send it; open screens refetch. */
  figuresChanged: 'figures_changed',
  /** Payload: a user's id. Triggers send it when a role changes or a session ends; the API notifies the user's open tabs. */
  accessChanged: 'access_changed',
  /** Payload: '<kind>:<id>'. Triggers send it; every program drops that entry from its caches. */
  cacheInvalidated: 'cache_invalidated',
  /** Payload: '<tenant id> <person id>'. `erase_person` sends it; every program drops the person's key. */
  personErased: 'person_erased',
  /** Payload: a topic. The Postgres event log sends it; consumers read on without waiting for their poll. */
  logAppended: 'event_log',
} as const;

/** Advisory locks of one number, one holder for the whole database. */
export const LOCKS = {
  /** One migrator at a time. */
  migration: 7_316_402_119,
  /** The analytics tables as a set: shared by batches, exclusive for a replay's swap (table-lock.ts). */
  analyticsTables: 4_170_233_518,
  /** One process at a time builds rollups. */
  rollups: 4_170_233_519,
  /** One process at a time computes conversions again after a change of rates. */
  recomputations: 4_170_233_521,
  /** One process at a time writes backups and the archive of the log. */
  backups: 4_170_233_520,
  /** One process at a time works on the shadow tables or cuts the log that a replay reads. */
  replay: 5_901_774_263,
} as const;

/** Advisory locks of two numbers: one of these and a hash of the tenant's id. */
export const TENANT_LOCKS = {
  /** With a hash of tenant and person: an erasure and a new key must see each other. Taken in SQL alone. */
  personKeys: 4306,
  trackingKeys: 4307,
  exchangeRates: 4309,
  apiKeys: 4310,
  destinations: 4312,
  campaigns: 4314,
  /** Roles and members of a tenant. */
  people: 4313,
  unverifiedRules: 4317,
  spend: 4318,
  costs: 4320,
  products: 4323,
  views: 4324,
  adActions: 4328,
  conversionImports: 4321,
  /** Who appends the events of a tenant's log outbox. */
  logOutbox: 4322,
} as const;

/** Waits for the tenant's lock and holds it to the end of the transaction. */
export async function lockTenant(
  trx: Transaction<Database>,
  lock: keyof typeof TENANT_LOCKS,
  tenantId: TenantId,
): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(${TENANT_LOCKS[lock]}, hashtext(${tenantId}))`.execute(trx);
}
