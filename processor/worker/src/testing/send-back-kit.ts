import { randomBytes } from 'node:crypto';
import { createConnectionStore, saveConnection } from '@tracker/infra/ad-platforms/connection-store';
import { randomId } from '@tracker/infra/identity/random-id';
import { createGuardedCall, createGuardedGet } from '@tracker/infra/postbacks/guarded-call';
import type { Database } from '@tracker/infra/postgres/database';
import { newUserId } from '@tracker/infra/postgres/tables/create-tenant';
import { createUser } from '@tracker/infra/postgres/tables/create-user';
import { personIdOf } from '@tracker/infra/privacy/person-id';
import type { PushSubscription } from '@tracker/infra/push/send-push';
import { destinationSecretAad } from '@tracker/infra/secrets/destination-secret';
import { createBatchKit } from '@tracker/processor/testing/batch-kit';
import { delivery, type EventOwner } from '@tracker/processor/testing/events';
import type { ConversionEvent } from '@tracker/schemas/events/conversion';
import type { TenantId } from '@tracker/schemas/primitives/ids';
import type { Stack } from '@tracker/test/kit/stack';
import { startGraphTest } from '@tracker/test/kit/use-graph';
import type { Insertable } from 'kysely';
import { type SendDueDeps, sendDue } from '../send-back/send-due.ts';

export const PIXEL = '777000777';

/** Fills and empties the outbox by hand, with the clock of the ad platform's stub. The caller closes it. */
export async function openSendBackKit(stack: Stack) {
  const { clock, stub, platform } = await startGraphTest();
  const addresses = await stack.openAddresses(clock);
  const kit = createBatchKit(stack, clock);
  const guard = {
    resolve: async () => ['127.0.0.1'],
    isAllowed: (address: string) => address === '127.0.0.1',
    deadlineMs: 2_000,
  };
  const deps: SendDueDeps = {
    postgres: stack.postgres,
    clickhouse: stack.clickhouse,
    persons: stack.persons,
    addresses,
    campaigns: stack.caches.campaigns,
    keyring: stack.keyring,
    adPlatforms: [platform],
    get: createGuardedGet(guard),
    clock,
    logger: stack.logger,
    random: () => 0.5,
  };

  async function insert(
    { tenantId }: EventOwner,
    of: { kind: 'conversions-api' | 'postback'; token?: string; url?: string; settings?: Record<string, string> },
  ) {
    const id = randomId('ds');
    const isPixel = of.kind === 'conversions-api';
    await stack.postgres.withTenant(tenantId, (trx) =>
      trx
        .insertInto('destinations')
        .values({
          id,
          tenant_id: tenantId,
          kind: of.kind,
          platform: isPixel ? 'facebook' : null,
          is_on: true,
          since: new Date(clock.now()),
          created_at: new Date(clock.now()),
          ...(isPixel && {
            credential: of.token === undefined ? ('connection' as const) : ('own' as const),
            settings: of.settings ?? { pixelId: PIXEL, testCode: null },
          }),
          token_encrypted:
            of.token === undefined ? null : stack.keyring.encrypt(of.token, destinationSecretAad(tenantId, id)),
          url_template: of.url ?? null,
        })
        .execute(),
    );
    return id;
  }

  return {
    clock,
    call: createGuardedCall(guard),
    stub,
    platform,
    deps,
    process: kit.process,
    addresses,

    pixel: (owner: EventOwner, token = stub.tokens.issueForPixel()) =>
      insert(owner, { kind: 'conversions-api', token }),
    /** A destination that is called by the token of the connection. */
    byConnection: (owner: EventOwner, settings: Record<string, string>) =>
      insert(owner, { kind: 'conversions-api', settings }),
    connect: ({ tenantId }: EventOwner, token: string) =>
      stack.postgres.withTenant(tenantId, (trx) =>
        saveConnection(
          trx,
          { keyring: stack.keyring, clock },
          { tenantId, platform: 'facebook' },
          { token, expiresAtMs: null, userId: '1', accountName: 'Ana' },
        ),
      ),
    connection: ({ tenantId }: EventOwner) => createConnectionStore(deps, 'facebook').find(tenantId),
    postback: (owner: EventOwner, url: string) => insert(owner, { kind: 'postback', url }),

    /** A device of a new person of this tenant. */
    async device(
      { tenantId }: EventOwner,
      subscription: PushSubscription,
      settings: Partial<Insertable<Database['push_devices']>> = {},
    ) {
      const id = randomId('ds');
      const userId = newUserId();
      const at = new Date(clock.now());
      await stack.postgres.withTenant(tenantId, async (trx) => {
        const name = { first_name: 'Ana', last_name: 'Lima', email: `${userId}@example.com` };
        const user = { id: userId, tenant_id: tenantId, ...name, role: 'viewer', password_hash: 'x' } as const;
        await createUser(trx, user);
        const box = stack.keyring.encrypt(JSON.stringify(subscription), destinationSecretAad(tenantId, id));
        const destination = {
          id,
          tenant_id: tenantId,
          kind: 'web-push',
          is_on: true,
          since: at,
          created_at: at,
        } as const;
        await trx
          .insertInto('destinations')
          .values({ ...destination, token_encrypted: box })
          .execute();
        const device = {
          destination_id: id,
          tenant_id: tenantId,
          user_id: userId,
          mode: 'each',
          min_cents: 0,
        } as const;
        const hashes = { session_hash: randomBytes(32), endpoint_hash: randomBytes(32) };
        await trx
          .insertInto('push_devices')
          .values({ ...device, ...hashes, ...settings })
          .execute();
      });
      return { id, userId };
    },

    send: (owner: EventOwner, destinationId: string, change: Partial<SendDueDeps> = {}) =>
      sendDue({ ...deps, ...change }, { tenantId: owner.tenantId, destinationId }, new AbortController().signal),

    /** The outbox entries by time of approval. */
    outbox: ({ tenantId }: { readonly tenantId: TenantId }) =>
      stack.postgres.withTenant(tenantId, (trx) =>
        trx.selectFrom('outbox').selectAll().orderBy('approved_at').execute(),
      ),

    /** A delivery with encrypted personal fields, as ingest writes it. */
    async reported(
      owner: EventOwner,
      body: Record<string, unknown>,
      fields?: Record<string, string>,
    ): Promise<ConversionEvent> {
      const event = delivery(owner, body, clock.now());
      if (!fields) return event;
      const salt = (await stack.caches.tenants.find(owner.tenantId))?.personSalt ?? '';
      const personId = personIdOf(salt, fields.email ?? '');
      const person = await stack.persons.encrypt(owner.tenantId, event.receivedAt, { personId, fields });
      return { ...event, payload: { ...event.payload, person } };
    },

    async close() {
      addresses.close();
      await stub.close();
    },
  };
}

export type SendBackKit = Awaited<ReturnType<typeof openSendBackKit>>;
