import type { Caches } from '@tracker/infra/caches/caches';
import { createLeadLookup } from '@tracker/infra/caches/lead-lookup';
import type { Config } from '@tracker/infra/config/config';
import { createRecorder } from '@tracker/infra/event-log/create-recorder';
import type { EventLog } from '@tracker/infra/event-log/event-log';
import type { Recorder } from '@tracker/infra/event-log/recorder';
import { drainLeftSpools, openFreeSpool } from '@tracker/infra/event-log/spool-dirs';
import type { Server } from '@tracker/infra/http/server';
import { createClickIdMint, leaseClickIdSlot, leaseSpareSlot } from '@tracker/infra/identity/click-id';
import { systemClock } from '@tracker/infra/lifecycle/clock';
import { createDiskWatch } from '@tracker/infra/lifecycle/disk-watch';
import type { Lifecycle } from '@tracker/infra/lifecycle/lifecycle';
import type { Postgres } from '@tracker/infra/postgres/client';
import { recordLimitReached } from '@tracker/infra/postgres/tables/limits-reached';
import type { Addresses } from '@tracker/infra/privacy/addresses';
import type { Persons } from '@tracker/infra/privacy/persons';
import type { Keyring } from '@tracker/infra/secrets/keyring';
import type { Logger } from '@tracker/infra/telemetry/logger';
import { registerIngest } from './app.ts';

export interface IngestStores {
  readonly postgres: Postgres;
  readonly log: EventLog;
  readonly caches: Caches;
  readonly persons: Persons;
  readonly addresses: Addresses;
  readonly keyring: Keyring;
}

export interface Ingest {
  readonly recorder: Recorder;
  /** Rejects while the disk has no room for events. */
  checkDisk(): Promise<void>;
  /** For /readyz. */
  diskWarnings(): readonly string[];
  /** Adds the public endpoints. */
  register(app: Server): void;
}

/** Starts what ingest needs in addition to its stores; the same alone and in the whole product. */
export async function startIngest(
  lifecycle: Lifecycle,
  {
    config,
    stores,
    logger,
  }: {
    config: Pick<Config, 'dataDir' | 'redis' | 'publicUrl' | 'publicUrlGiven'>;
    stores: IngestStores;
    logger: Logger;
  },
): Promise<Ingest> {
  const { postgres, log, caches, persons, addresses, keyring } = stores;
  const openRecorder = (spoolDir: string) => createRecorder({ log, spoolDir, persons, keyring, logger });
  const recorder = await lifecycle.add({
    name: 'recorder',
    start: () => openFreeSpool(config.dataDir, openRecorder),
    stop: (opened) => opened.close(),
  });
  await lifecycle.add({
    name: 'spools of ended programs',
    start: () => drainLeftSpools({ dataDir: config.dataDir, own: recorder, open: openRecorder, logger }),
    stop: (left) => left.stop(),
  });
  const disk = await lifecycle.add({
    name: 'disk watch',
    async start() {
      const watch = createDiskWatch({ path: config.dataDir, logger });
      await watch.look();
      return watch;
    },
    stop: async (watch) => watch.stop(),
  });
  const { redis } = config;
  const shared =
    redis &&
    (await lifecycle.add({
      name: 'limits in Redis',
      start: async () =>
        (
          await import('@tracker/infra/http/shared-buckets')
        ).openSharedBuckets({ redis, keyring, clock: systemClock, logger }),
      stop: (opened) => opened.close(),
    }));
  const clickIds = createClickIdMint({
    slot: await leaseClickIdSlot(postgres.sql),
    nextSlot: await leaseSpareSlot(postgres.sql),
    clock: systemClock,
  });
  return {
    recorder,
    checkDisk: async () => {
      if (disk.state() === 'full') throw new Error('the disk is full');
    },
    diskWarnings: () => (disk.state() === 'low' ? ['disk-low'] : []),
    register: (app) =>
      registerIngest(app, {
        ...caches,
        recorder,
        leads: createLeadLookup(postgres.sql),
        clickIds,
        disk,
        sharedBuckets: shared?.of,
        recordLimit: (name, times) => recordLimitReached(postgres.sql, name, times),
        addresses,
        keyring,
        publicUrl: config.publicUrlGiven ? config.publicUrl : undefined,
        clock: systemClock,
        logger,
      }),
  };
}
