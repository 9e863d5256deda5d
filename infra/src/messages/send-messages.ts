// Sends the messages that are due. At least once: a process that is killed between the mail server's answer and our record of it sends again.
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@tracker/schemas/primitives/durations';
import type { TenantId, UserId } from '@tracker/schemas/primitives/ids';
import { backoffMs } from '../lifecycle/backoff.ts';
import type { Clock } from '../lifecycle/clock.ts';
import { eachApart } from '../lifecycle/each-apart.ts';
import type { Mailer } from '../mail/mailer.ts';
import type { Postgres } from '../postgres/client.ts';
import { type Keyring, SecretError } from '../secrets/keyring.ts';
import type { Logger } from '../telemetry/logger.ts';
import { type Delivered, deliverMail } from './mail-channel.ts';
import { mailOf } from './message-kinds.ts';
import { messageAad } from './messages.ts';

export interface MessageSenderDeps {
  readonly postgres: Postgres;
  readonly keyring: Keyring;
  /** Absent: mails wait for one. */
  readonly mailer: Mailer | undefined;
  readonly clock: Clock;
  readonly logger: Logger;
  /** From 0 to 1. */
  readonly random: () => number;
}

const MESSAGES_A_TURN = 50;
/** Longer than any channel takes; then another worker may try. */
const LEASE_MS = MINUTE_MS;
const BACKOFF = { baseMs: 30_000, maxMs: HOUR_MS };
const SETTLED_KEPT_MS = DAY_MS;
const DEDUPED_KEPT_MS = 60 * DAY_MS;

interface TakenMessage {
  readonly id: string;
  readonly tenant_id: TenantId | null;
  readonly to_kind: 'person' | 'address';
  readonly to_id: string;
  readonly kind: string;
  readonly params_encrypted: Uint8Array;
  /** With this one. */
  readonly attempts: number;
  readonly give_up_at: Date;
}

/** One turn; gives how many messages were due. Rejects when Postgres is away. Any number of processes may do so. */
export async function sendMessages(deps: MessageSenderDeps): Promise<number> {
  const { postgres, clock, logger } = deps;
  const nowMs = clock.now();
  const [forget, forgetDeduped] = [new Date(nowMs - SETTLED_KEPT_MS), new Date(nowMs - DEDUPED_KEPT_MS)];
  await postgres.sql`SELECT forget_messages(${forget}, ${forgetDeduped})`;
  const due = await postgres.sql<{ id: string }[]>`
    SELECT id FROM list_due_messages(${new Date(nowMs)}, ${MESSAGES_A_TURN})`;
  let isAway = false;
  await eachApart(
    due.map(({ id }) => id),
    async (id) => {
      // The next turn begins with those that are left.
      if (isAway) return;
      const message = await take(deps, id);
      if (!message) return;
      const delivered = await deliver(deps, message);
      await settle(deps, message, delivered);
      isAway = delivered.kind === 'failed' && delivered.isAway;
    },
    async (id, err) => {
      logger.error({ event: 'message.defect', err, id }, 'message cannot be made; the others are sent');
      await settleAs(deps, id, 'defect', null);
    },
  );
  return due.length;
}

async function take({ postgres, clock }: MessageSenderDeps, id: string): Promise<TakenMessage | undefined> {
  const nowMs = clock.now();
  const [row] = await postgres.sql<Omit<TakenMessage, 'id'>[]>`
    SELECT * FROM take_message(${id}, ${new Date(nowMs)}, ${new Date(nowMs + LEASE_MS)})`;
  return row && { ...row, id };
}

async function deliver(deps: MessageSenderDeps, message: TakenMessage): Promise<Delivered> {
  const to = await addressOf(deps.postgres, message);
  if (to === undefined) return { kind: 'refused', reason: 'no receiver' };
  const params = open(deps, message);
  // Its key is no longer in APP_KEYS, or not yet in those of this program.
  if (params === undefined) return { kind: 'failed', reason: 'no key', isAway: false };
  return deliverMail(deps.mailer, { to, ...mailOf(message.kind, JSON.parse(params)) });
}

function open({ keyring }: MessageSenderDeps, { id, params_encrypted }: TakenMessage): string | undefined {
  try {
    return Buffer.from(keyring.decrypt(params_encrypted, messageAad(id))).toString('utf8');
  } catch (error) {
    if (error instanceof SecretError) return undefined;
    throw error;
  }
}

/** Undefined: the person is gone, or left the tenant. */
async function addressOf(postgres: Postgres, { tenant_id, to_kind, to_id }: TakenMessage): Promise<string | undefined> {
  if (to_kind === 'address') return to_id;
  const row =
    tenant_id === null
      ? await postgres.withPerson({ userId: to_id as UserId }, (trx) =>
          trx.selectFrom('persons').select('email').executeTakeFirst(),
        )
      : await postgres.withTenant(tenant_id, (trx) =>
          trx.selectFrom('users').select('email').where('id', '=', to_id).executeTakeFirst(),
        );
  return row?.email;
}

async function settle(deps: MessageSenderDeps, message: TakenMessage, delivered: Delivered): Promise<void> {
  const { id, kind, attempts, give_up_at } = message;
  if (delivered.kind === 'sent') return settleAs(deps, id, null, null);
  const { reason } = delivered;
  const next = new Date(deps.clock.now() + backoffMs(BACKOFF, attempts, deps.random()));
  const isOver = delivered.kind === 'refused' || next >= give_up_at;
  deps.logger.warn(
    { event: 'message.failed', reason, kind, attempts },
    isOver ? 'message not sent; giving up' : 'message not sent; retrying later',
  );
  await settleAs(deps, id, reason, isOver ? null : next);
}

async function settleAs(
  { postgres, clock }: MessageSenderDeps,
  id: string,
  reason: string | null,
  next: Date | null,
): Promise<void> {
  await postgres.sql`SELECT settle_message(${id}, ${new Date(clock.now())}, ${reason}, ${next})`;
}
