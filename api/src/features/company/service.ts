import { AppError, notFound } from '@tracker/infra/errors/app-error';
import type { LogOutbox } from '@tracker/infra/event-log/log-outbox';
import type { Clock } from '@tracker/infra/lifecycle/clock';
import type { Postgres } from '@tracker/infra/postgres/client';
import type { Database } from '@tracker/infra/postgres/database';
import type { TenantChange, TenantSettings } from '@tracker/schemas/contracts/company.contract';
import { PASSWORD_FIELDS } from '@tracker/schemas/effects';
import type { TenantId } from '@tracker/schemas/primitives/ids';
import { Money } from '@tracker/schemas/primitives/money';
import { sql, type Transaction } from 'kysely';
import type { z } from 'zod';
import { assertFresh, type Person, type Principal } from '../../http/access.ts';
import { toTenant } from '../../http/identity-row.ts';
import { assertOwnTenant } from '../../http/own-tenant.ts';
import { assertUnchanged } from '../../store/assert-unchanged.ts';
import { record } from '../../store/audit.ts';
import { readRetention, storeRetention } from '../../store/retention.ts';
import { orTaken } from '../../store/taken-name.ts';
import { targetColumns, toTargets } from '../../store/targets.ts';
import { readUnverifiedSettings, storeUnverifiedRule } from './unverified-rules.ts';

export interface TenantService {
  get(principal: Principal, tenantId: string): Promise<TenantSettings>;
  change(person: Person, tenantId: string, change: z.output<typeof TenantChange>): Promise<TenantSettings>;
}

export interface TenantDeps {
  readonly postgres: Postgres;
  readonly outbox: LogOutbox;
  readonly clock: Clock;
}

export function createTenantService({ postgres, outbox, clock }: TenantDeps): TenantService {
  async function read(trx: Transaction<Database>, tenantId: TenantId): Promise<TenantSettings> {
    const row = await trx
      .selectFrom('tenants')
      .select([
        'id as tenant_id',
        'name as tenant_name',
        'slug',
        'time_zone',
        'subscription_plan',
        'subscription_status',
        'requires_second_factor',
        'target_cpa',
        'target_roas',
        'budget_raise_per_day',
        'spend_history_days',
        sql<string | null>`(SELECT main_campaign_id FROM lookup_tenant(${tenantId}))`.as('effective_main_campaign_id'),
      ])
      .executeTakeFirst();
    if (!row) throw notFound();
    return {
      ...toTenant(row),
      retention: await readRetention(trx),
      requireSecondFactor: row.requires_second_factor,
      ...toTargets(row),
      budgetRaisePerDay: Money.parse(row.budget_raise_per_day),
      spendHistoryDays: row.spend_history_days,
      ...(await readUnverifiedSettings(trx)),
    };
  }

  return {
    async get(principal, tenantId) {
      assertOwnTenant(principal, tenantId);
      return postgres.withTenant(principal.tenantId, (trx) => read(trx, principal.tenantId));
    },

    async change(person, tenantId, change) {
      assertOwnTenant(person, tenantId);
      const {
        name,
        slug,
        timeZone,
        mainCampaignId,
        retention,
        requireSecondFactor,
        budgetRaisePerDay,
        spendHistoryDays,
      } = change;
      if (NEED_PASSWORD.some((field) => change[field] !== undefined)) assertFresh(person, clock.now());
      // Otherwise the administrator could do nothing else from this moment on.
      if (requireSecondFactor && !person.hasSecondFactor) throw new AppError('second-factor-off');
      const values = {
        name,
        slug,
        time_zone: timeZone,
        main_campaign_id: mainCampaignId,
        requires_second_factor: requireSecondFactor,
        ...targetColumns(change),
        spend_history_days: spendHistoryDays,
        budget_raise_per_day: budgetRaisePerDay === undefined ? undefined : String(budgetRaisePerDay),
      };
      const given = Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined));
      try {
        await outbox.withTenant(person.tenantId, async (trx, add) => {
          if (change.seen) {
            await trx.selectFrom('tenants').select('id').where('id', '=', person.tenantId).forUpdate().execute();
            assertUnchanged(change, await read(trx, person.tenantId));
          }
          if (mainCampaignId !== undefined) {
            const own = await trx
              .selectFrom('campaigns')
              .select('campaign_id')
              .where('campaign_id', '=', mainCampaignId)
              .executeTakeFirst();
            if (!own) throw notFound();
          }
          if (Object.keys(given).length > 0) {
            await trx.updateTable('tenants').set(given).where('id', '=', person.tenantId).execute();
          }
          if (retention) await storeRetention(trx, person.tenantId, retention);
          await storeUnverifiedRule(trx, add, person, change, clock.now());
          if (givenFields(change).length > 0) {
            await record(trx, person, 'tenant.change', {
              fields: givenFields(change),
              ...(retention && { retention }),
            });
          }
        });
      } catch (error) {
        throw orTaken(error);
      }
      return postgres.withTenant(person.tenantId, (trx) => read(trx, person.tenantId));
    },
  };
}

/** A stolen session must not decide how people sign in, what counts and what is deleted. */
const NEED_PASSWORD = Object.keys(
  PASSWORD_FIELDS['tenant.change'],
) as (keyof (typeof PASSWORD_FIELDS)['tenant.change'])[];

const givenFields = (change: z.output<typeof TenantChange>): string[] =>
  Object.entries(change).flatMap(([field, value]) => (value === undefined || field === 'seen' ? [] : [field]));
