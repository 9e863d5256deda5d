import { randomInt } from 'node:crypto';
import { EVERYTHING, type Within } from '@tracker/figures/asker';
import { createServer, type Server } from '@tracker/infra/http/server';
import { randomText } from '@tracker/infra/identity/random-id';
import { repeat } from '@tracker/infra/lifecycle/repeat';
import type { Mailer } from '@tracker/infra/mail/mailer';
import { sendMessages } from '@tracker/infra/messages/send-messages';
import { createGuardedCall, type GuardedCall, type GuardedGet } from '@tracker/infra/postbacks/guarded-call';
import { newUserId } from '@tracker/infra/postgres/tables/create-tenant';
import { createUser } from '@tracker/infra/postgres/tables/create-user';
import type { Addresses } from '@tracker/infra/privacy/addresses';
import type { Logger } from '@tracker/infra/telemetry/logger';
import type { Contract, Example } from '@tracker/schemas/contracts/define-contract';
import type { UserId } from '@tracker/schemas/primitives/ids';
import { DEFAULT_TIME_ZONE } from '@tracker/schemas/primitives/time';
import type { Role } from '@tracker/schemas/roles';
import { createFakeClock, type FakeClock } from '@tracker/test/kit/fake-clock';
import { type Stack, useStack } from '@tracker/test/kit/stack';
import { createTenant, type TestTenant } from '@tracker/test/kit/tenant-fixture';
import { withoutAdPlatforms } from '@tracker/test/kit/without-ad-platforms';
import { parse } from 'csv-parse/sync';
import type { InjectOptions, LightMyRequestResponse } from 'fastify';
import { afterAll, beforeAll } from 'vitest';
import { registerApi } from '../app.ts';
import type { ApiDeps } from '../feature-deps.ts';
import { createPasswords } from '../http/password.ts';
import type { SharedLink } from '../http/reader.ts';
import { createSessions } from '../http/session.ts';

export const PUBLIC_URL = 'https://rastreio.example';
/**
 * The clock of these tests: a Thursday, noon in São Paulo. Sessions also expire by the database's own clock, so it is far in the
 * future.
 */
export const NOW = '2036-11-20T15:00:00.000Z';
export const PASSWORD = 'senha-de-teste';

/** A hash takes a tenth of a millisecond instead of 64. */
export const cheapPasswords = () =>
  createPasswords({
    ...{ memoryCost: 8, timeCost: 1, parallelism: 1 },
    ofNoUser: '$argon2id$v=19$m=8,t=1,p=1$MFMzxfCVzSTwsuf2NXjr/A$4O2zb2Jj4L1uE89YyRcRUGoWGfZHDhkSHePa7l/8K94',
  });

/** Gives the person's password again, which keys, secrets and roles need every 15 minutes. */
export const confirmPassword = ({ ask }: Pick<TestPerson, 'ask'>) =>
  ask({ method: 'POST', url: '/api/profile/confirm-password', payload: { password: PASSWORD } });

/** An address of a network of its own: limits count by network. */
export const newAddress = (): string => `2001:db8:${hex4()}:${hex4()}::1`;
const hex4 = () => randomInt(0x1_0000).toString(16);

export type Ask = (options: InjectOptions | string) => Promise<LightMyRequestResponse>;

export interface TestPerson {
  readonly userId: UserId;
  readonly email: string;
  readonly cookie: string;
  /** Asks as this person, as a page of our own would. */
  readonly ask: Ask;
}

/** A tenant with one user of each role. */
export interface StaffedTenant extends TestTenant {
  readonly admin: TestPerson;
  readonly editor: TestPerson;
  readonly viewer: TestPerson;
}

export interface TestApi {
  readonly stack: Stack;
  readonly clock: FakeClock;
  readonly app: Server;
  readonly addresses: Addresses;
  /** For an API of a test's own next to this one. */
  readonly deps: ApiDeps;
  /** Asks without a session. */
  readonly ask: Ask;
  /** Asks as the holder of a link to the shared figures of this tenant. */
  reader(tenant: TestTenant, within?: Partial<Within>): Ask;
  tenant(options?: { timeZone?: string; campaignId?: string }): Promise<StaffedTenant>;
  person(tenant: TestTenant, role: Role): Promise<TestPerson>;
  /** From then on the person is a member of this tenant, too. */
  join(tenant: TestTenant, person: TestPerson, role: Role): Promise<void>;
}

export interface UseApiOptions {
  /** All are asked for when the API starts. */
  readonly mailer?: () => Mailer;
  /** Awaited before it, for servers of the test's own. */
  readonly before?: (clock: FakeClock) => Promise<void>;
  readonly adPlatforms?: (clock: FakeClock, logger: Logger) => Pick<ApiDeps, 'adPlatforms' | 'jobs'>;
  readonly guardedGet?: GuardedGet;
  readonly guardedCall?: GuardedCall;
  readonly pictureCall?: GuardedCall;
}

/**
 * The whole API on the real stores, every answer checked against its contract. Call it at the top of a test file.
 */
export function useApi(options: UseApiOptions = {}): TestApi {
  // Messages of all tenants are sent: those of other tests to another mail server.
  const stack = useStack({ ownPostgres: options.mailer !== undefined });
  const clock = createFakeClock(NOW);
  let app: Server | undefined;
  let addresses: Addresses | undefined;
  let deps: ApiDeps | undefined;
  let sends: { stop(): Promise<void> } | undefined;
  let passwordHash: Promise<string> | undefined;
  const links = new Map<string, SharedLink>();

  const running = (): Server => {
    if (!app) throw new Error('the API is there inside tests and hooks, not before');
    return app;
  };

  beforeAll(async () => {
    await options.before?.(clock);
    addresses = await stack.openAddresses(clock);
    app = createServer({ logger: stack.logger, trustProxy: false });
    deps = {
      postgres: stack.postgres,
      clickhouse: stack.clickhouse,
      log: stack.log,
      keyring: stack.keyring,
      persons: stack.persons,
      addresses,
      hasMail: options.mailer !== undefined,
      ...withoutAdPlatforms(clock, stack.logger),
      ...options.adPlatforms?.(clock, stack.logger),
      ...(options.guardedGet && { guardedGet: options.guardedGet }),
      ...(options.guardedCall && { guardedCall: options.guardedCall }),
      ...(options.pictureCall && { pictureCall: options.pictureCall }),
      clock,
      logger: stack.logger,
      publicUrl: PUBLIC_URL,
      secureCookies: true,
      passwords: cheapPasswords(),
      validateResponses: true,
      sharedLinkOf: async ({ headers }) => links.get(String(headers['x-test-link'])),
    };
    const mailer = options.mailer?.();
    if (mailer) {
      // As the worker does.
      const sender = { ...deps, mailer, call: createGuardedCall(), random: Math.random };
      sends = repeat(25, () =>
        sendMessages(sender, 'mail').catch((err) => stack.logger.debug({ err }, 'messages not sent')),
      );
    }
    await registerApi(app, deps);
    await app.ready();
  });
  afterAll(async () => {
    await app?.close();
    await sends?.stop();
    addresses?.close();
  });

  async function person(tenant: TestTenant, role: Role): Promise<TestPerson> {
    const userId = newUserId();
    const email = `${role}-${randomText(8).toLowerCase()}@example.com`;
    passwordHash ??= cheapPasswords().hash(PASSWORD);
    const password_hash = await passwordHash;
    await stack.postgres.withTenant(tenant.tenantId, (trx) =>
      createUser(trx, {
        id: userId,
        tenant_id: tenant.tenantId,
        email,
        first_name: 'Ana',
        last_name: 'Lima',
        role,
        password_hash,
        created_at: new Date(clock.now()),
      }),
    );
    const sessions = createSessions({ postgres: stack.postgres, clock, isOpen: () => true });
    const token = await sessions.start({ tenantId: tenant.tenantId, userId, ip: '192.0.2.1', userAgent: 'test' });
    const cookie = `__Host-tracker_session=${token}`;
    return { userId, email, cookie, ask: askWith(running, { cookie }) };
  }

  return {
    stack,
    clock,
    get app() {
      return running();
    },
    get addresses() {
      if (!addresses) throw new Error('the keys of addresses are there inside tests and hooks, not before');
      return addresses;
    },
    get deps() {
      if (!deps) throw new Error('what the API stands on is there inside tests and hooks, not before');
      return deps;
    },
    ask: askWith(running),
    reader({ tenantId }, within) {
      const id = `sl_${randomText(8)}`;
      links.set(id, { id, tenantId, timeZone: DEFAULT_TIME_ZONE, within: { ...EVERYTHING, ...within } });
      return askWith(running, { 'x-test-link': id });
    },
    person,
    async join({ tenantId }, { userId }, role) {
      const membership = { tenant_id: tenantId, user_id: userId, role };
      await stack.postgres.withTenant(tenantId, (trx) => trx.insertInto('memberships').values(membership).execute());
    },
    async tenant(options) {
      const tenant = await createTenant(stack, options);
      const [admin, editor, viewer] = await Promise.all([
        person(tenant, 'admin'),
        person(tenant, 'editor'),
        person(tenant, 'viewer'),
      ]);
      return { ...tenant, admin, editor, viewer };
    },
  };
}

function askWith(running: () => Server, own: Readonly<Record<string, string>> = {}): Ask {
  return (asked) => {
    const options = typeof asked === 'string' ? { url: asked } : asked;
    const headers = { ...own, ...options.headers };
    return running().inject({ ...options, headers });
  };
}

/** A request that fills a contract's path with ids, and its query or body with its first example, where it has one, and what is given. */
export function requestFor(
  contract: Contract,
  given: { params?: Readonly<Record<string, string>>; query?: Example['query']; body?: object } = {},
): InjectOptions {
  const [example] = contract.examples ?? [];
  const body = { ...example?.body, ...given.body };
  const url = contract.path.replace(/:(\w+)/g, (_, name: string) => given.params?.[name] ?? `unknown-${name}`);
  return {
    method: contract.method,
    url,
    query: { ...example?.query, ...given.query } as Record<string, string | string[]>,
    ...(contract.body && { payload: isList(contract) ? [body] : body }),
  };
}

/** The answer of a list or a file: its rows, without a file's header and what a filtered file says above it. */
export function rowsOf(contract: Contract, response: LightMyRequestResponse): unknown {
  if (!contract.csv) return response.json();
  const lines: string[][] = parse(response.body, { bom: true, relax_column_count: true });
  return lines.slice(lines[0]?.length === 1 && (lines[1]?.length ?? 0) > 1 ? 2 : 1);
}

const isList = ({ body }: Contract): boolean => body !== undefined && !('shape' in body);

/** The fields of a contract's body; where it is a list, of each member. */
export function bodyFields({ body }: Contract): string[] {
  return body ? Object.keys('shape' in body ? body.shape : body.element.shape) : [];
}
