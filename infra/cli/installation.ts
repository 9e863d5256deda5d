// Which stores belong together (ADR 150), and the one way to say that another one is meant.
import { giveAnalytics, installationOfAnalytics } from '@tracker/infra/installation/analytics';
import { giveDataDir, installationOfDataDir } from '@tracker/infra/installation/data-dir';
import { noteStore, readInstallation } from '@tracker/infra/installation/installation';
import { z } from 'zod';
import { defineCommand, EXIT, type OpsDeps, OpsError, yes } from './command.ts';
import { table } from './format.ts';
import { isDistributed } from './own-deps.ts';

const STORES = ['data-dir', 'analytics', 'log'] as const;
type StoreName = (typeof STORES)[number];

/** What is left to do once the store is given, where it is a new one. */
const AFTERWARDS: Readonly<Record<StoreName, string>> = {
  'data-dir': 'Events in its spools go to the log of this installation.',
  analytics:
    'A new one is empty: fill it with `npx -y pnpm@12 ops replay run`, `npx -y pnpm@12 ops replay verify` and `npx -y pnpm@12 ops replay swap`.',
  log: 'A new one has no events: what is in the old log cannot be replayed any more. `npx -y pnpm@12 ops backup restore` fills a new log from the archive.',
};

interface StoreOf {
  readonly store: 'database' | StoreName;
  readonly place: string;
  /** Null: of none yet. */
  readonly installation: string | null;
}

export const installationShow = defineCommand({
  name: 'installation show',
  onlyLooks: true,
  installation: 'leave',
  summary: 'of which installation the database, the data directory, the analytics store and the log are',
  options: z.object({}),
  async run(deps) {
    const stores = await storesOf(deps);
    const isOne = new Set(stores.map(({ installation }) => installation)).size === 1;
    return {
      exitCode: isOne ? EXIT.ok : EXIT.failed,
      data: { same: isOne, stores },
      lines: [
        ...table(
          ['store', 'where', 'installation'],
          stores.map(({ store, place, installation }) => [store, place, installation ?? 'none yet']),
        ),
        isOne
          ? 'They belong together.'
          : 'They do not belong together: mend the settings, or accept the one that is meant.',
      ],
    };
  },
});

export const installationAccept = defineCommand({
  name: 'installation accept',
  installation: 'leave',
  summary: 'gives a store to the installation of the database: after it was lost, replaced or moved',
  details:
    'Stop the programs first. data-dir: DATA_DIR. analytics: ClickHouse, or the engine in DATA_DIR. log: the topics in Kafka, or without KAFKA_BROKERS the log in Postgres. ' +
    'It changes the label alone: no row and no event is moved or deleted, so look with `installation show` first.',
  positional: ['store'],
  options: z.object({
    store: z.enum(STORES, { error: `must be one of ${STORES.join(', ')}` }).meta({ description: STORES.join(', ') }),
    yes: yes('gives it'),
  }),
  async run(deps, { store, yes: isMeant }) {
    const installation = await readInstallation(deps.postgres.sql);
    if (!installation) throw new OpsError(EXIT.usage, 'The database has no id yet: run `npx -y pnpm@12 ops migrate`.');
    const { id } = installation;
    const stores = await storesOf(deps);
    const found = stores.find((one) => one.store === store);
    if (!found) throw new OpsError(EXIT.usage, `There is no ${store} by these settings.`);
    const isIts = found.installation === id && !(store === 'log' && !deps.log.installation && installation.hasKafka);
    const was = found.installation ?? 'none';
    if (isIts) return { data: { store, id, given: false }, lines: [`It is of the installation ${id} already.`] };
    if (!isMeant) {
      return {
        data: { store, id, was: found.installation, given: false },
        lines: [
          `Would give ${found.place} (of ${was}) to the installation ${id}.`,
          AFTERWARDS[store],
          'Do it with --yes.',
        ],
      };
    }
    await give(deps, store, id);
    return {
      data: { store, id, was: found.installation, given: true },
      lines: [`${found.place} is of the installation ${id} now (before: ${was}).`, AFTERWARDS[store]],
    };
  },
});

async function give({ dataDir, clickhouse, log, postgres: { sql } }: OpsDeps, store: StoreName, id: string) {
  switch (store) {
    case 'data-dir':
      return giveDataDir(dataDir, id);
    case 'analytics':
      await giveAnalytics(clickhouse, id);
      return noteStore(sql, 'analytics');
    case 'log':
      await log.installation?.give(id);
      return noteStore(sql, 'kafka', log.installation !== undefined);
  }
}

async function storesOf(deps: OpsDeps): Promise<StoreOf[]> {
  const { postgres, clickhouse, log, dataDir, config } = deps;
  const installation = await readInstallation(postgres.sql);
  const id = installation?.id ?? null;
  const stores: StoreOf[] = [{ store: 'database', place: 'the database (DATABASE_URL)', installation: id }];
  const ofDataDir = installationOfDataDir(dataDir);
  // Where the stores are elsewhere, only a program with a spool has one.
  if (ofDataDir !== undefined || !isDistributed(config)) {
    stores.push({ store: 'data-dir', place: `the data directory ${dataDir}`, installation: ofDataDir ?? null });
  }
  const ofAnalytics = (await installationOfAnalytics(clickhouse)) ?? null;
  stores.push({ store: 'analytics', place: 'the analytics store (CLICKHOUSE_URL)', installation: ofAnalytics });
  const ofLog = log.installation
    ? (await log.installation.read()).id
    : installation?.hasKafka
      ? undefined
      : installation?.id;
  const place = log.installation ? `the log in Kafka (${log.installation.topic})` : 'the log in the database';
  stores.push({ store: 'log', place, installation: ofLog ?? null });
  return stores;
}
