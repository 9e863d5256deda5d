// What a tenant does with conversions without a key ('Vendas sem chave'). Rules are dated and never edited: a conversion follows the rule of
// its receipt, so that a replay gives the same figures.
import type { AddEvent } from '@tracker/infra/event-log/log-outbox';
import { newEvent } from '@tracker/infra/identity/new-event';
import type { Database } from '@tracker/infra/postgres/database';
import { lockTenant } from '@tracker/infra/postgres/wire';
import type { UnverifiedRulesChangedEvent } from '@tracker/schemas/events/unverified-rules-changed';
import { instantFromMs } from '@tracker/schemas/primitives/time';
import { UNVERIFIED_DEFAULTS, type UnverifiedSettings } from '@tracker/schemas/unverified-conversions';
import type { Transaction } from 'kysely';
import type { Person } from '../../http/access.ts';

type Trx = Transaction<Database>;

/** Call it inside `withTenant`, as the other one. */
export async function readUnverifiedSettings(trx: Trx): Promise<UnverifiedSettings> {
  return toSettings(await lastRule(trx));
}

const lastRule = (trx: Trx) =>
  trx.selectFrom('unverified_rules').selectAll().orderBy('from_at', 'desc').limit(1).executeTakeFirst();

const toSettings = (rule: Awaited<ReturnType<typeof lastRule>>): UnverifiedSettings =>
  rule
    ? {
        unverifiedConversions: rule.mode,
        unverifiedMaxAgeDays: rule.max_age_days,
        unverifiedPerDay: rule.per_day,
      }
    : UNVERIFIED_DEFAULTS;

type Change = { readonly [Field in keyof UnverifiedSettings]?: UnverifiedSettings[Field] | undefined };

/** With its event, after which the processor decides again about what it took in before it saw the rule. */
export async function storeUnverifiedRule(
  trx: Trx,
  add: AddEvent,
  { tenantId, userId }: Person,
  change: Change,
  nowMs: number,
): Promise<void> {
  const given = [change.unverifiedConversions, change.unverifiedMaxAgeDays, change.unverifiedPerDay];
  if (given.every((value) => value === undefined)) return;
  await lockTenant(trx, 'unverifiedRules', tenantId);
  const last = await lastRule(trx);
  const before = toSettings(last);
  const mode = change.unverifiedConversions ?? before.unverifiedConversions;
  const max_age_days = change.unverifiedMaxAgeDays ?? before.unverifiedMaxAgeDays;
  const per_day = change.unverifiedPerDay ?? before.unverifiedPerDay;
  const isSame =
    mode === before.unverifiedConversions &&
    max_age_days === before.unverifiedMaxAgeDays &&
    per_day === before.unverifiedPerDay;
  if (isSame) return;
  const from_at = new Date(Math.max(nowMs, (last?.from_at.getTime() ?? 0) + 1));
  await trx
    .insertInto('unverified_rules')
    .values({ tenant_id: tenantId, from_at, mode, max_age_days, per_day, changed_by: userId })
    .execute();
  const payload = { from: instantFromMs(from_at.getTime()) };
  const event: UnverifiedRulesChangedEvent = newEvent(
    { type: 'unverified-rules-changed', tenantId, campaignId: null, payload },
    nowMs,
  );
  add(tenantId, event);
}
