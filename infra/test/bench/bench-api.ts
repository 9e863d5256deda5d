// The API over the stores of a benchmark.

import { registerApi } from '@tracker/api/app';
import { createSessions } from '@tracker/api/http/session';
import type { ClickHouse } from '@tracker/infra/clickhouse/client';
import { createPostgresEventLog } from '@tracker/infra/event-log/postgres-event-log';
import { createServer, type Server } from '@tracker/infra/http/server';
import type { Clock } from '@tracker/infra/lifecycle/clock';
import type { Postgres } from '@tracker/infra/postgres/client';
import { newUserId } from '@tracker/infra/postgres/tables/create-tenant';
import { createUser } from '@tracker/infra/postgres/tables/create-user';
import { createAddresses } from '@tracker/infra/privacy/addresses';
import { createPersons } from '@tracker/infra/privacy/create-persons';
import type { Keyring } from '@tracker/infra/secrets/keyring';
import type { Logger } from '@tracker/infra/telemetry/logger';
import type { Topic } from '@tracker/schemas/events/topics';
import type { TestTenant } from '../kit/tenant-fixture.ts';
import { withoutAdPlatforms } from '../kit/without-ad-platforms.ts';

export interface BenchStores {
  readonly url: string;
  readonly postgres: Postgres;
  readonly keyring: Keyring;
  readonly clock: Clock;
  readonly logger: Logger;
}

export interface BenchApi {
  open(clickhouse: ClickHouse): Promise<Server>;
  close(): Promise<void>;
}

export async function createBenchApi({ url, postgres, keyring, clock, logger }: BenchStores): Promise<BenchApi> {
  const persons = await createPersons({ sql: postgres.sql, keyring, clock });
  const addresses = await createAddresses({ sql: postgres.sql, keyring, clock, logger });
  const log = createPostgresEventLog<Topic>({ url, logger });
  return {
    async open(clickhouse) {
      const app = createServer({ logger, trustProxy: false });
      const publicUrl = 'http://127.0.0.1';
      await registerApi(app, {
        ...{ postgres, clickhouse, log, keyring, persons, addresses, clock, logger, publicUrl },
        ...withoutAdPlatforms(clock, logger),
        hasMail: false,
        secureCookies: false,
      });
      await app.listen({ host: '127.0.0.1', port: 0 });
      return app;
    },
    async close() {
      addresses.close();
      await log.close();
    },
  };
}

/** The cookie of a new administrator of the tenant. */
export async function signIn(postgres: Postgres, clock: Clock, { tenantId, slug }: TestTenant): Promise<string> {
  const userId = newUserId();
  const person = { email: `${slug}@example.com`, first_name: 'Ana', last_name: 'Lima', password_hash: '-' };
  await postgres.withTenant(tenantId, (transaction) =>
    createUser(transaction, { id: userId, tenant_id: tenantId, role: 'admin', ...person }),
  );
  const sessions = createSessions({ postgres, clock, isOpen: () => true });
  return `tracker_session=${await sessions.start({ tenantId, userId, ip: '127.0.0.1', userAgent: 'bench' })}`;
}

export async function answerOf(app: Server, url: string, cookie: string): Promise<string> {
  const response = await app.inject({ url, headers: { cookie } });
  if (response.statusCode !== 200) throw new Error(`${url}: ${response.statusCode} ${response.body.slice(0, 200)}`);
  return response.body;
}
