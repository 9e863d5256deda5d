import { createHash } from 'node:crypto';
import { AppError, notFound } from '@tracker/infra/errors/app-error';
import { randomId } from '@tracker/infra/identity/random-id';
import type { Clock } from '@tracker/infra/lifecycle/clock';
import type { GuardedCall } from '@tracker/infra/postbacks/guarded-call';
import type { Postgres } from '@tracker/infra/postgres/client';
import type { Database } from '@tracker/infra/postgres/database';
import { lockTenant } from '@tracker/infra/postgres/wire';
import { openPushKeys } from '@tracker/infra/push/push-keys';
import { PushSubscription, sendPush } from '@tracker/infra/push/send-push';
import { decryptDestinationSecret, destinationSecretAad } from '@tracker/infra/secrets/destination-secret';
import type { Keyring } from '@tracker/infra/secrets/keyring';
import {
  type addPushDevice,
  type listPushDevices,
  PUSH_DEVICES_MAX,
  type PushDevice,
  type PushSettings,
  type testPushDevice,
} from '@tracker/schemas/contracts/push.contract';
import type { TenantId } from '@tracker/schemas/primitives/ids';
import { instantFromMs } from '@tracker/schemas/primitives/time';
import { pushTestTexts, testNoticeText } from '@tracker/schemas/texts/push';
import { postbackProblemText } from '@tracker/schemas/texts/send-back';
import { sql, type Transaction } from 'kysely';
import type { z } from 'zod';
import type { Person } from '../../http/access.ts';
import { deviceOf } from '../../http/caller.ts';
import { record } from '../../store/audit.ts';

export interface PushService {
  list(person: Person): Promise<z.output<(typeof listPushDevices)['response']>>;
  /** 409 when the person has the maximum number of devices. */
  add(person: Person, device: z.output<(typeof addPushDevice)['body']>, userAgent: string): Promise<PushDevice>;
  /** These three give 404 for a device of another person. */
  change(person: Person, id: string, settings: PushSettings): Promise<PushDevice>;
  remove(person: Person, id: string): Promise<void>;
  test(person: Person, id: string): Promise<z.output<(typeof testPushDevice)['response']>>;
}

export interface PushDeps {
  readonly postgres: Postgres;
  readonly clock: Clock;
  readonly keyring: Keyring;
  readonly call: GuardedCall;
  readonly publicUrl: string;
  /** 429 when the tenant has made too many calls. */
  readonly testLimit: { take(tenantId: TenantId): void };
}

type Trx = Transaction<Database>;

const AS_FIRST: PushSettings = { mode: 'each', minCents: 0, quiet: null };

export function createPushService({ postgres, clock, keyring, call, publicUrl, testLimit }: PushDeps): PushService {
  const keysOf = () => openPushKeys(postgres.sql, keyring, publicUrl);

  async function add(trx: Trx, person: Person, { id, endpointHash, userAgent, settings }: NewDevice, box: Buffer) {
    const count = (await devicesOf(trx, person).execute()).length;
    if (count >= PUSH_DEVICES_MAX) throw new AppError('too-many-devices', { params: { max: PUSH_DEVICES_MAX } });
    const now = new Date(clock.now());
    await trx
      .insertInto('destinations')
      .values({
        id,
        tenant_id: person.tenantId,
        kind: 'web-push',
        is_on: true,
        since: now,
        created_at: now,
        token_encrypted: box,
      })
      .execute();
    await trx
      .insertInto('push_devices')
      .values({
        destination_id: id,
        tenant_id: person.tenantId,
        user_id: person.userId,
        session_hash: Buffer.from(person.sessionId, 'hex'),
        endpoint_hash: endpointHash,
        user_agent: userAgent,
        ...columnsOf(settings ?? AS_FIRST),
      })
      .execute();
    await record(trx, person, 'push-device.add', { browser: nameOf(userAgent) });
  }

  return {
    async list(person) {
      const { publicKey } = await keysOf();
      const rows = await postgres.withTenant(person.tenantId, (trx) => devicesOf(trx, person).execute());
      return { publicKey, devices: rows.map(toDevice) };
    },

    async add(person, { endpoint, p256dh, auth, settings }, agent) {
      const subscription: PushSubscription = { endpoint: new URL(endpoint).href, keys: { p256dh, auth } };
      const endpointHash = createHash('sha256').update(endpoint).digest();
      const userAgent = agent.slice(0, 512);
      const { tenantId, userId } = person;
      return postgres.withTenant(tenantId, async (trx) => {
        await lockTenant(trx, 'destinations', tenantId);
        await sql`SELECT leave_push_device(${endpointHash}, ${userId})`.execute(trx);
        const known = await devicesOf(trx, person).where('endpoint_hash', '=', endpointHash).executeTakeFirst();
        const id = known?.id ?? randomId('ds');
        const box = Buffer.from(keyring.encrypt(JSON.stringify(subscription), destinationSecretAad(tenantId, id)));
        if (known) {
          await trx.updateTable('destinations').set({ token_encrypted: box }).where('id', '=', id).execute();
          await trx
            .updateTable('push_devices')
            .set({
              session_hash: Buffer.from(person.sessionId, 'hex'),
              user_agent: userAgent,
              ...(settings && columnsOf(settings)),
            })
            .where('destination_id', '=', id)
            .execute();
        } else await add(trx, person, { id, endpointHash, userAgent, settings }, box);
        return toDevice(await deviceOfPerson(trx, person, id));
      });
    },

    change: (person, id, settings) =>
      postgres.withTenant(person.tenantId, async (trx) => {
        await deviceOfPerson(trx, person, id);
        await trx.updateTable('push_devices').set(columnsOf(settings)).where('destination_id', '=', id).execute();
        // What waits for an hour that is no longer meant.
        await trx
          .updateTable('outbox')
          .set({ next_at: new Date(clock.now()) })
          .where('destination_id', '=', id)
          .where('state', '=', 'waiting')
          .execute();
        return toDevice(await deviceOfPerson(trx, person, id));
      }),

    remove: (person, id) =>
      postgres.withTenant(person.tenantId, async (trx) => {
        const { user_agent } = await deviceOfPerson(trx, person, id);
        await trx.deleteFrom('push_devices').where('destination_id', '=', id).execute();
        await record(trx, person, 'push-device.remove', { browser: nameOf(user_agent ?? '') });
      }),

    async test(person, id) {
      const { tenantId } = person;
      const row = await postgres.withTenant(tenantId, (trx) => deviceOfPerson(trx, person, id));
      testLimit.take(tenantId);
      const encryptedToken = row.token_encrypted ?? new Uint8Array();
      const text = decryptDestinationSecret(keyring, tenantId, { id, encryptedToken });
      const subscription = PushSubscription.parse(JSON.parse(text));
      const notice = { ...testNoticeText, tag: 'test', path: '/profile' };
      const outcome = await sendPush(call, await keysOf(), { subscription, notice });
      if (outcome.kind === 'sent') return { success: true, message: pushTestTexts.sent };
      if (outcome.kind === 'failed') return { success: false, message: postbackProblemText(outcome.problem) };
      await postgres.withTenant(tenantId, (trx) =>
        trx.deleteFrom('push_devices').where('destination_id', '=', id).execute(),
      );
      return { success: false, message: pushTestTexts.gone };
    },
  };
}

interface NewDevice {
  readonly id: string;
  readonly endpointHash: Buffer;
  readonly userAgent: string;
  readonly settings: PushSettings | undefined;
}

const devicesOf = (trx: Trx, { userId }: Person) =>
  trx
    .selectFrom('push_devices as p')
    .innerJoin('destinations as d', 'd.id', 'p.destination_id')
    .select(['d.id', 'd.created_at', 'd.token_encrypted', 'p.user_agent', 'p.endpoint_hash'])
    .select(['p.mode', 'p.min_cents', 'p.quiet_from', 'p.quiet_until'])
    .where('p.user_id', '=', userId)
    .orderBy('d.created_at')
    .orderBy('d.id');

type Row = Awaited<ReturnType<ReturnType<typeof devicesOf>['executeTakeFirstOrThrow']>>;

async function deviceOfPerson(trx: Trx, person: Person, id: string): Promise<Row> {
  const row = await devicesOf(trx, person).where('d.id', '=', id).executeTakeFirst();
  if (!row) throw notFound();
  return row;
}

const columnsOf = ({ mode, minCents, quiet }: PushSettings) => ({
  mode,
  min_cents: minCents,
  quiet_from: quiet?.from ?? null,
  quiet_until: quiet?.until ?? null,
});

const toDevice = (row: Row): PushDevice => ({
  id: row.id,
  ...deviceOf(row.user_agent ?? ''),
  createdAt: instantFromMs(row.created_at.getTime()),
  endpointKey: Buffer.from(row.endpoint_hash).toString('base64url'),
  mode: row.mode,
  minCents: Number(row.min_cents),
  quiet: row.quiet_from === null || row.quiet_until === null ? null : { from: row.quiet_from, until: row.quiet_until },
});

const nameOf = (userAgent: string): string => {
  const { browser, operatingSystem } = deviceOf(userAgent);
  return [browser, operatingSystem].filter((part) => part !== null).join(' · ');
};
