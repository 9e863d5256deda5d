// Messages to people (ADR 89): added in the transaction of what they are about, sent by the worker (send-messages.ts).
import { setTimeout as delay } from 'node:timers/promises';
import type { TenantId, UserId } from '@tracker/schemas/primitives/ids';
import type { Transaction } from 'kysely';
import { randomId } from '../identity/random-id.ts';
import type { Clock } from '../lifecycle/clock.ts';
import type { Postgres } from '../postgres/client.ts';
import type { Database, MessagesTable } from '../postgres/database.ts';
import type { Keyring } from '../secrets/keyring.ts';
import { MESSAGE_KINDS, type MessageText } from './message-kinds.ts';

/** A person's address and a device's subscription are looked up when the message is sent. */
export type Receiver =
  | { readonly person: UserId }
  | { readonly address: string }
  /** Of a destination of the kind 'web-push'. */
  | { readonly device: string }
  | { readonly url: string };

export type Message = MessageText & {
  readonly to: Receiver;
  /** What the receiver gets once only; of one tenant. */
  readonly dedupeKey?: string;
  /** Not sent before. */
  readonly notBefore?: Date;
};

export interface Messages {
  /** Call it inside `withTenant`; without a tenant inside `withPerson`, as a message to that person. Undefined when the receiver has, or will get, the one of that `dedupeKey`. */
  add(trx: Transaction<Database>, tenantId: TenantId | null, message: Message): Promise<string | undefined>;
  /**
   * Waits until the first attempt has ended, for `OUTCOME_MS` at most. One that has not gone out by then is taken back: it is not sent later.
   */
  outcomeOf(tenantId: TenantId, id: string): Promise<'sent' | 'failed'>;
}

/** A person waits for it: the mail server has eight seconds. */
export const OUTCOME_MS = 10_000;
const LOOK_EVERY_MS = 100;

export const messageAad = (id: string): string => `message|${id}`;

export function createMessages({
  postgres,
  keyring,
  clock,
}: {
  readonly postgres: Postgres;
  readonly keyring: Keyring;
  readonly clock: Clock;
}): Messages {
  return {
    async add(trx, tenantId, { to, kind, params, dedupeKey = null, notBefore }) {
      const id = randomId('ms');
      const nowMs = clock.now();
      const nextMs = notBefore?.getTime() ?? nowMs;
      const [[to_kind, to_id]] = Object.entries(to) as [[MessagesTable['to_kind'], string]];
      const added = await trx
        .insertInto('messages')
        .values({
          ...{ id, tenant_id: tenantId, to_kind, to_id, kind, dedupe_key: dedupeKey },
          params_encrypted: Buffer.from(keyring.encrypt(JSON.stringify(params), messageAad(id))),
          created_at: new Date(nowMs),
          next_at: new Date(nextMs),
          give_up_at: new Date(nextMs + MESSAGE_KINDS[kind].livesMs),
        })
        .onConflict((conflict) => conflict.doNothing())
        .returning('id')
        .executeTakeFirst();
      return added?.id;
    },

    async outcomeOf(tenantId, id) {
      const untilMs = performance.now() + OUTCOME_MS;
      for (;;) {
        const row = await postgres.withTenant(tenantId, (trx) =>
          trx.selectFrom('messages').select(['state', 'problem']).where('id', '=', id).executeTakeFirst(),
        );
        if (row?.state === 'sent') return 'sent';
        if (!row || row.problem !== null || performance.now() >= untilMs) break;
        await delay(LOOK_EVERY_MS);
      }
      const taken = await postgres.withTenant(tenantId, (trx) =>
        trx.deleteFrom('messages').where('id', '=', id).returning('state').executeTakeFirst(),
      );
      return taken?.state === 'sent' ? 'sent' : 'failed';
    },
  };
}
