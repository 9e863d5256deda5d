// Sends the messages that are due. At least once: a process that is killed between the receiver's answer and our record of it sends again.
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@tracker/schemas/primitives/durations';
import type { TenantId, UserId } from '@tracker/schemas/primitives/ids';
import type { TimeZone } from '@tracker/schemas/primitives/time';
import { quietUntil } from '@tracker/schemas/push/quiet-hours';
import { backoffMs } from '../lifecycle/backoff.ts';
import type { Clock } from '../lifecycle/clock.ts';
import { eachApart } from '../lifecycle/each-apart.ts';
import { mailProblemOf } from '../mail/mail-problem.ts';
import type { Mail, Mailer } from '../mail/mailer.ts';
import type { Stored } from '../postgres/database.ts';
import { SecretError } from '../secrets/keyring.ts';
import type { Logger } from '../telemetry/logger.ts';
import type { Delivered } from './delivered.ts';
import { type AnyKind, type Channel, kindOf, kindsOf, QUIET_KINDS } from './message-kinds.ts';
import { messageAad } from './messages.ts';
import { deliverPush, type PushChannelDeps } from './push-channel.ts';
import { deliverWebhook } from './webhook-channel.ts';

/** Never rejects. */
async function deliverMail(mailer: Mailer | undefined, mail: Mail): Promise<Delivered> {
  if (!mailer) return { kind: 'failed', reason: 'off', isAway: true };
  try {
    await mailer.send(mail);
    return { kind: 'sent' };
  } catch (error) {
    // A mail server's own words may quote the address that was written to.
    const { code, responseCode } = Object(error) as { code?: unknown; responseCode?: unknown };
    const reason = [mailProblemOf(error), code, responseCode].filter((part) => part !== undefined).join(' ');
    // Of the address or the text, and not of our password or the connection.
    const isOfMail = code === 'EENVELOPE' || code === 'EMESSAGE';
    if (isOfMail && Number(responseCode) >= 500) return { kind: 'refused', reason };
    return { kind: 'failed', reason, isAway: !isOfMail };
  }
}

export interface MessageSenderDeps extends PushChannelDeps {
  /** Absent: mails wait for one. */
  readonly mailer: Mailer | undefined;
  readonly clock: Clock;
  readonly logger: Logger;
  /** From 0 to 1. */
  readonly random: () => number;
  /** After so long a receiver's turn is over; by default `TURN_MS`. */
  readonly turnMs?: number;
}

/** Of all tenants, which take turns in them. */
const MESSAGES_A_TURN = 50;
/** Then the next look begins, in which others have their turn: a receiver that takes its time delays them by one answer. */
const TURN_MS = 5_000;
/** Longer than any channel takes; then another worker may try. */
const LEASE_MS = MINUTE_MS;
const BACKOFF = {
  mail: { baseMs: 30_000, maxMs: HOUR_MS },
  /** A phone rings soon after its push service is back. */
  push: { baseMs: 30_000, maxMs: 15 * MINUTE_MS },
  webhook: { baseMs: 30_000, maxMs: HOUR_MS },
};
const SETTLED_KEPT_MS = DAY_MS;
const DEDUPED_KEPT_MS = 60 * DAY_MS;

type DueMessage = Pick<Stored<'messages'>, 'id' | 'to_kind' | 'to_id' | 'kind' | 'created_at' | 'attempts'> & {
  readonly tenant_id: TenantId | null;
};
interface TakenMessage {
  readonly id: string;
  readonly params_encrypted: Uint8Array;
  /** With this one. */
  readonly attempts: number;
  readonly give_up_at: Date;
}
/** One message, or several of a kind to one receiver that go out as one. */
type Group = readonly [DueMessage, ...DueMessage[]];

/** What was settled long ago, of all channels. */
export async function forgetMessages({
  postgres,
  clock,
}: Pick<MessageSenderDeps, 'postgres' | 'clock'>): Promise<void> {
  const nowMs = clock.now();
  const [forget, forgetDeduped] = [new Date(nowMs - SETTLED_KEPT_MS), new Date(nowMs - DEDUPED_KEPT_MS)];
  await postgres.sql`SELECT forget_messages(${forget}, ${forgetDeduped})`;
}

/** One turn of a channel; gives how many messages were due. Rejects when Postgres is away. Any number of processes may do so. */
export async function sendMessages(deps: MessageSenderDeps, channel: Channel): Promise<number> {
  const { postgres, clock } = deps;
  const nowMs = clock.now();
  const due = await postgres.sql<DueMessage[]>`
    SELECT * FROM list_due_messages(${new Date(nowMs)}, ${kindsOf(channel).join()}, ${MESSAGES_A_TURN})`;
  // All mails go to one server, one after the other. Other receivers do not wait for each other.
  const laneOf = ([one]: Group) => (channel === 'mail' ? '' : receiverOf(one));
  const lanes = Map.groupBy(inGroups(due, nowMs), laneOf);
  await Promise.all([...lanes.values()].map((lane) => sendInTurn(deps, lane)));
  return due.length;
}

const receiverOf = ({ tenant_id, to_kind, to_id }: DueMessage): string => `${tenant_id} ${to_kind} ${to_id}`;

/** One that was tried stays by itself, because it may have arrived, and goes before the others. */
function inGroups(due: readonly DueMessage[], nowMs: number): Group[] {
  const digestOf = (one: DueMessage): string => {
    const { digest } = kindOf(one.kind) ?? {};
    const waits = digest && one.attempts === 0 && one.created_at.getTime() < nowMs - digest.afterMs;
    return waits ? `${receiverOf(one)} ${one.kind}` : one.id;
  };
  const inOrder = due.toSorted((one, other) => other.attempts - one.attempts);
  return [...Map.groupBy(inOrder, digestOf).values()] as unknown as Group[];
}

async function sendInTurn(deps: MessageSenderDeps, lane: readonly Group[]): Promise<void> {
  let isOver = false;
  const endsAt = performance.now() + (deps.turnMs ?? TURN_MS);
  await eachApart(
    lane,
    async (group) => {
      // The next turn begins with those that are left.
      if (!isOver) isOver = (await sendGroup(deps, group)) || performance.now() >= endsAt;
    },
    async (group, err) => {
      const ids = group.map(({ id }) => id);
      deps.logger.error({ event: 'message.defect', err, ids }, 'message cannot be made; the others are sent');
      // Of several, each is made by itself the next time.
      await settleAs(deps, ids, 'defect', group.length > 1 ? new Date(deps.clock.now()) : null);
    },
  );
}

/** True when the next one would fail as well. */
async function sendGroup(deps: MessageSenderDeps, group: Group): Promise<boolean> {
  const [first] = group;
  const kind = kindOf(first.kind);
  if (!kind) throw new Error(`no message of the kind ${first.kind}`);
  const quietEnd = kind.isUrgent ? undefined : await quietEndOf(deps, first);
  if (quietEnd) {
    await hold(deps, first, quietEnd);
    return false;
  }
  const taken = await take(
    deps,
    group.map(({ id }) => id),
  );
  if (taken.length === 0) return false;
  const delivered = await deliver(deps, kind, first, taken);
  const isTriedAgain = await settle(deps, kind, first, taken, delivered);
  return kind.channel === 'mail' ? delivered.kind === 'failed' && delivered.isAway === true : isTriedAgain;
}

/** When the quiet hours end in which its receiver is, as a member of its tenant. */
async function quietEndOf(
  { postgres, clock }: MessageSenderDeps,
  { tenant_id, to_kind, to_id }: DueMessage,
): Promise<Date | undefined> {
  if (tenant_id === null || to_kind === 'address' || to_kind === 'url') return undefined;
  const hours = await postgres.withTenant(tenant_id, (trx) => {
    const members = trx
      .selectFrom('memberships as m')
      .innerJoin('tenants as t', 't.id', 'm.tenant_id')
      .select(['m.quiet_from as from', 'm.quiet_until as until', 't.time_zone as zone']);
    if (to_kind === 'person') return members.where('m.user_id', '=', to_id).executeTakeFirst();
    const owner = trx.selectFrom('push_devices').select('user_id').where('destination_id', '=', to_id);
    return members.where('m.user_id', '=', owner).executeTakeFirst();
  });
  if (!hours || hours.from === null || hours.until === null) return undefined;
  const { from, until, zone } = hours;
  const endMs = quietUntil(clock.now(), { from, until }, zone as TimeZone);
  return endMs === null ? undefined : new Date(endMs);
}

/** All of its tenant that may wait for the end of quiet hours. */
async function hold(
  { postgres }: MessageSenderDeps,
  { tenant_id, to_kind, to_id }: DueMessage,
  until: Date,
): Promise<void> {
  await postgres.sql`SELECT hold_messages(${tenant_id}, ${to_kind}, ${to_id}, ${QUIET_KINDS.join()}, ${until})`;
}

async function take({ postgres, clock }: MessageSenderDeps, ids: readonly string[]): Promise<TakenMessage[]> {
  const nowMs = clock.now();
  return postgres.sql<TakenMessage[]>`
    SELECT * FROM take_messages(${ids.join()}, ${new Date(nowMs)}, ${new Date(nowMs + LEASE_MS)})`;
}

async function deliver(
  deps: MessageSenderDeps,
  kind: AnyKind,
  receiver: DueMessage,
  taken: readonly TakenMessage[],
): Promise<Delivered> {
  const { postgres, mailer, clock } = deps;
  const { tenant_id: tenantId, to_id } = receiver;
  const opened = taken.map((one) => open(deps, one));
  // Its key is no longer in APP_KEYS, or not yet in those of this program.
  if (opened.includes(undefined)) return { kind: 'failed', reason: 'no key' };
  const [first = {}, ...others] = opened.map((text) => kind.params.parse(JSON.parse(text ?? '')));
  const params = others.length > 0 && kind.digest ? kind.digest.join([first, ...others]) : first;
  if (kind.channel === 'webhook') {
    const call = kind.callOf(params);
    return deliverWebhook(deps.call, { url: to_id, id: taken[0]?.id ?? '', nowMs: clock.now() }, call);
  }
  if (kind.channel === 'push') {
    if (tenantId === null) return { kind: 'refused', reason: 'no receiver' };
    return deliverPush(deps, { tenantId, device: to_id }, kind.noticeOf(params));
  }
  const to = await addressOf(postgres, receiver);
  if (to === undefined) return { kind: 'refused', reason: 'no receiver' };
  return deliverMail(mailer, { to, ...kind.mailOf(params) });
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
async function addressOf(
  postgres: MessageSenderDeps['postgres'],
  { tenant_id, to_kind, to_id }: DueMessage,
): Promise<string | undefined> {
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

/** Whether they are tried again. */
async function settle(
  deps: MessageSenderDeps,
  { channel }: AnyKind,
  { kind }: DueMessage,
  taken: readonly TakenMessage[],
  delivered: Delivered,
): Promise<boolean> {
  const ids = taken.map(({ id }) => id);
  if (delivered.kind === 'sent') {
    await settleAs(deps, ids, null, null);
    return false;
  }
  const { reason } = delivered;
  const attempts = Math.max(...taken.map((one) => one.attempts));
  const giveUpMs = Math.max(...taken.map(({ give_up_at }) => give_up_at.getTime()));
  const nextMs = deps.clock.now() + backoffMs(BACKOFF[channel], attempts, deps.random());
  const next = delivered.kind === 'refused' || nextMs >= giveUpMs ? null : new Date(nextMs);
  deps.logger.warn(
    { event: 'message.failed', reason, kind, attempts },
    next ? 'message not sent; retrying later' : 'message not sent; giving up',
  );
  await settleAs(deps, ids, reason, next);
  return next !== null;
}

async function settleAs(
  { postgres, clock }: MessageSenderDeps,
  ids: readonly string[],
  reason: string | null,
  next: Date | null,
): Promise<void> {
  await postgres.sql`SELECT settle_messages(${ids.join()}, ${new Date(clock.now())}, ${reason}, ${next})`;
}
