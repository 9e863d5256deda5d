import type { AdPlatforms } from '@tracker/infra/ad-platforms/ad-platform';
import { withAnswerCache } from '@tracker/infra/clickhouse/answer-cache';
import type { ClickHouse } from '@tracker/infra/clickhouse/client';
import type { Config } from '@tracker/infra/config/config';
import type { EventLog } from '@tracker/infra/event-log/event-log';
import { registerHealth } from '@tracker/infra/http/health';
import { listen } from '@tracker/infra/http/listen';
import { createServer, type Server } from '@tracker/infra/http/server';
import { createConnectionWarnings } from '@tracker/infra/http/warnings';
import type { JobQueue } from '@tracker/infra/jobs/job-queue';
import { redisCheck } from '@tracker/infra/jobs/start-job-queue';
import { systemClock } from '@tracker/infra/lifecycle/clock';
import type { Lifecycle } from '@tracker/infra/lifecycle/lifecycle';
import type { Postgres } from '@tracker/infra/postgres/client';
import { createFigureVersions } from '@tracker/infra/postgres/figure-versions';
import { recordLimitReached } from '@tracker/infra/postgres/tables/limits-reached';
import type { Addresses } from '@tracker/infra/privacy/addresses';
import type { Persons } from '@tracker/infra/privacy/persons';
import type { StoreParts } from '@tracker/infra/program/store-parts';
import type { Keyring } from '@tracker/infra/secrets/keyring';
import type { Logger } from '@tracker/infra/telemetry/logger';
import type { Credentials } from '@tracker/schemas/contracts/auth.contract';
import { registerApi } from './app.ts';

export interface ApiStart {
  readonly config: Config;
  readonly stores: {
    readonly postgres: Postgres;
    readonly clickhouse: ClickHouse;
    readonly log: EventLog;
    readonly keyring: Keyring;
    readonly persons: Persons;
    readonly addresses: Addresses;
  };
  /** Of the stores, each by a write of this program. */
  readonly checks: StoreParts['checks'];
  readonly jobs: JobQueue;
  readonly adPlatforms: AdPlatforms;
  readonly logger: Logger;
  readonly publicUrl: string;
  readonly demoLogin?: Credentials | null;
  /** What else this server does in the same process. */
  readonly program?: {
    readonly name: string;
    readonly port: number;
    readonly checks: Parameters<typeof registerHealth>[1];
    warnings(): readonly string[];
    /** Routes before those of the API, and after them. */
    before(app: Server): void;
    after(app: Server): Promise<void>;
  };
}

/** The server of the query API as a part of the lifecycle, alone or together with the other programs. */
export async function startApi(lifecycle: Lifecycle, start: ApiStart): Promise<Server> {
  const { config, stores, checks, jobs, logger, publicUrl, program } = start;
  const { postgres, clickhouse } = stores;
  const https = publicUrl.startsWith('https:');
  const { trustProxy, visitorHeader } = config;
  const warnings = createConnectionWarnings({
    ...{ trustProxy, visitorHeader, https, logger },
    isPublic: config.publicUrlGiven,
    record: (warning) => recordLimitReached(postgres.sql, warning, 1),
  });
  const app = createServer({
    ...{ logger, program: program?.name ?? 'api', trustProxy, visitorHeader, https, warnings },
    recordLimit: (name, times) => recordLimitReached(postgres.sql, name, times),
  });
  await lifecycle.add({
    name: 'http',
    async start() {
      registerHealth(
        app,
        {
          postgres: checks.postgres,
          clickhouse: () => clickhouse.ping(),
          ...program?.checks,
        },
        {
          list: () => [...warnings.list(), ...(program?.warnings() ?? [])],
          // Figures are shown while ClickHouse can be read, and what people change goes through Postgres.
          lesser: { clickhouse: checks.clickhouse, log: checks.log, ...redisCheck({ config }, jobs) },
        },
      );
      program?.before(app);
      await registerApi(app, {
        ...stores,
        clickhouse: withAnswerCache(clickhouse, createFigureVersions(postgres.sql)),
        jobs,
        adPlatforms: start.adPlatforms,
        hasMail: config.smtpUrl !== undefined,
        clock: systemClock,
        logger,
        publicUrl,
        secureCookies: https,
        warnings,
        registration: config.registration,
        whileStoreAnswers: checks.postgres.whileAnswering,
        demoLogin: start.demoLogin,
      });
      await program?.after(app);
      await listen(app, program ? { host: config.host, port: program.port } : config);
    },
    stop: () => app.close(),
  });
  return app;
}
