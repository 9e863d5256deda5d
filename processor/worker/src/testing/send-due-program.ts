/** Sends what is due for one device, in a process of its own that a test can kill. */
import { createCaches } from '@tracker/infra/caches/caches';
import { openClickHouse } from '@tracker/infra/clickhouse/client';
import { sendMessages } from '@tracker/infra/messages/send-messages';
import { createGuardedCall, createGuardedGet } from '@tracker/infra/postbacks/guarded-call';
import { createPostgres } from '@tracker/infra/postgres/client';
import { createAddresses } from '@tracker/infra/privacy/addresses';
import { createPersons } from '@tracker/infra/privacy/create-persons';
import { createLogger } from '@tracker/infra/telemetry/logger';
import { throughPushService } from '@tracker/test/kit/push-service';
import { createTestKeyring } from '@tracker/test/kit/test-keyring';
import { type DestinationName, sendDue } from '../send-back/send-due.ts';

/** The one argument, as JSON. */
export interface SendDueOrder extends DestinationName {
  readonly postgresUrl: string;
  readonly clickhouseUrl: string;
  readonly pushPort: number;
  readonly nowMs: number;
}

const order = JSON.parse(process.argv[2] ?? '') as SendDueOrder;
const { postgresUrl: url, clickhouseUrl, pushPort, nowMs } = order;
const logger = createLogger({ level: 'silent', name: 'test' });
const clock = { now: () => nowMs };
const keyring = createTestKeyring();
const postgres = createPostgres({ url, max: 2, logger });
const { sql } = postgres;
const { campaigns } = await createCaches({ url, logger });
const call = createGuardedCall({ resolve: async () => ['127.0.0.1'], isAllowed: () => true });
const deps = { postgres, clock, logger, keyring, random: () => 0.5 };
await sendDue(
  {
    ...{ ...deps, campaigns, adPlatforms: [] },
    clickhouse: await openClickHouse({ url: clickhouseUrl, logger }),
    persons: await createPersons({ sql, keyring, clock }),
    addresses: await createAddresses({ sql, keyring, clock, logger }),
    get: createGuardedGet(),
  },
  order,
  new AbortController().signal,
);
await sendMessages({ ...deps, mailer: undefined, call: throughPushService(pushPort, call) }, 'push');
