import { randomId } from '@tracker/infra/identity/random-id';
import { createGuardedGet } from '@tracker/infra/postbacks/guarded-get';
import { personIdOf } from '@tracker/infra/privacy/person-id';
import { pixelTokenAad } from '@tracker/infra/secrets/pixel-token';
import type { ConversionEvent } from '@tracker/schemas/events/conversion';
import type { TenantId } from '@tracker/schemas/primitives/ids';
import type { Stack } from '@tracker/test/kit/stack';
import { startGraphTest } from '@tracker/test/kit/use-graph';
import { type SendDueDeps, sendDue } from '../send-back/send-due.ts';
import { createBatchKit } from './batch-kit.ts';
import { delivery, type EventOwner } from './events.ts';

export const PIXEL = '777000777';

/** Fills and empties the outbox by hand, with the clock of the ad platform's stub. The caller closes it. */
export async function openSendBackKit(stack: Stack) {
  const { clock, stub, platform } = await startGraphTest();
  const addresses = await stack.openAddresses(clock);
  const kit = createBatchKit(stack, clock);
  const deps: SendDueDeps = {
    postgres: stack.postgres,
    clickhouse: stack.clickhouse,
    persons: stack.persons,
    addresses,
    campaigns: stack.caches.campaigns,
    keyring: stack.keyring,
    adPlatforms: [platform],
    get: createGuardedGet({
      resolve: async () => ['127.0.0.1'],
      isAllowed: (address) => address === '127.0.0.1',
      deadlineMs: 2_000,
    }),
    clock,
    random: () => 0.5,
  };

  async function insert(
    { tenantId }: EventOwner,
    of: { kind: 'conversions-api' | 'postback'; token?: string; url?: string },
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
          pixel_id: isPixel ? PIXEL : null,
          token_encrypted: isPixel ? stack.keyring.encrypt(of.token ?? '', pixelTokenAad(tenantId, id)) : null,
          url_template: of.url ?? null,
        })
        .execute(),
    );
    return id;
  }

  return {
    clock,
    stub,
    platform,
    deps,
    process: kit.process,
    addresses,

    pixel: (owner: EventOwner, token = stub.tokens.issueForPixel()) =>
      insert(owner, { kind: 'conversions-api', token }),
    postback: (owner: EventOwner, url: string) => insert(owner, { kind: 'postback', url }),

    send: (owner: EventOwner, destinationId: string, change: Partial<SendDueDeps> = {}) =>
      sendDue({ ...deps, ...change }, { tenantId: owner.tenantId, destinationId }, new AbortController().signal),

    /** The outbox entries by time of approval. */
    outbox: ({ tenantId }: { readonly tenantId: TenantId }) =>
      stack.postgres.withTenant(tenantId, (trx) =>
        trx.selectFrom('outbox').selectAll().orderBy('approved_at').execute(),
      ),

    /** A delivery with encrypted personal fields, as ingest writes it. */
    async told(
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
