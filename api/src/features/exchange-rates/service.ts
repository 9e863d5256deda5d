import { resolveDayRange } from '@tracker/figures/day-range';
import type { ClickHouse } from '@tracker/infra/clickhouse/client';
import { AppError } from '@tracker/infra/errors/app-error';
import type { LogOutbox } from '@tracker/infra/event-log/log-outbox';
import { createTokenBuckets } from '@tracker/infra/http/token-buckets';
import { newEvent } from '@tracker/infra/identity/new-event';
import type { Clock } from '@tracker/infra/lifecycle/clock';
import type { Postgres } from '@tracker/infra/postgres/client';
import { lockTenant } from '@tracker/infra/postgres/wire';
import { RANGE_DAYS_MAX } from '@tracker/schemas/contracts/common';
import {
  DailyRate,
  type listMissingRates,
  type listRecomputing,
  type setExchangeRates,
} from '@tracker/schemas/contracts/exchange-rates.contract';
import type { RatesChangedEvent } from '@tracker/schemas/events/rates-changed';
import { addMoney, type Currency, MoneySum, ZERO } from '@tracker/schemas/primitives/money';
import { daysFrom, startOfDay, type TenantDay } from '@tracker/schemas/primitives/tenant-day';
import { sql } from 'kysely';
import type { z } from 'zod';
import type { Person, Principal } from '../../http/access.ts';
import { record } from '../../store/audit.ts';
import { conversionsUpTo, conversionsWithoutRate, foreignSpend } from './queries.ts';

export interface ExchangeRateService {
  list(principal: Principal): Promise<DailyRate[]>;
  /** The newest of each currency. */
  ofBank(): Promise<DailyRate[]>;
  set(principal: Person, rates: z.output<(typeof setExchangeRates)['body']>): Promise<DailyRate[]>;
  recomputing(principal: Principal): Promise<z.input<(typeof listRecomputing)['response']>>;
  missing(principal: Principal): Promise<z.input<(typeof listMissingRates)['response']>>;
}

export interface ExchangeRateDeps {
  readonly postgres: Postgres;
  readonly clickhouse: ClickHouse;
  readonly outbox: LogOutbox;
  readonly clock: Clock;
}

/** Each change computes all conversions of the currency again, among the events of all tenants. */
export const RATE_CHANGES = { perSecond: 1 / 60, burst: 3 };

/** One year of one currency. The audit log records only the beginning of a longer file. */
const RATES_RECORDED_MAX = 366;

export function createExchangeRateService({
  postgres,
  clickhouse,
  outbox,
  clock,
}: ExchangeRateDeps): ExchangeRateService {
  const list = ({ tenantId }: Principal): Promise<DailyRate[]> =>
    postgres.withTenant(tenantId, async (trx) => {
      const rows = await trx
        .selectFrom('exchange_rates')
        .select(['currency', sql<string>`day::text`.as('day'), sql<string>`trim_scale(rate)::text`.as('rate')])
        .where('rate', 'is not', null)
        .orderBy('currency')
        .orderBy('exchange_rates.day', 'desc')
        .execute();
      return rows.map((row) => DailyRate.parse(row));
    });

  const buckets = createTokenBuckets(RATE_CHANGES);

  async function write(person: Person, rates: z.output<(typeof setExchangeRates)['body']>) {
    const { tenantId, userId } = person;
    const waitSeconds = buckets.take(tenantId, clock.now());
    if (waitSeconds > 0) throw new AppError('too-many-requests', { retryAfterSeconds: waitSeconds });
    // Of a day that is named twice, the last.
    const days = new Map(rates.map((one) => [`${one.currency} ${one.day}`, one]));
    await outbox.withTenant(tenantId, async (trx, add) => {
      // Versions are taken in the order in which they become visible.
      await lockTenant(trx, 'exchangeRates', tenantId);
      const { rows } = await sql<{ currency: Currency }>`
        INSERT INTO exchange_rates (tenant_id, currency, day, rate, version, changed_by)
        SELECT ${tenantId}, r.currency, r.day, r.rate, nextval('exchange_rate_versions'), ${userId}
        FROM jsonb_to_recordset(${JSON.stringify([...days.values()])}::text::jsonb) AS r (currency text, day date, rate numeric)
        ON CONFLICT (tenant_id, currency, day) DO UPDATE SET
          rate = excluded.rate, version = excluded.version, changed_by = excluded.changed_by, changed_at = now()
        WHERE exchange_rates.rate IS DISTINCT FROM excluded.rate
        RETURNING currency`.execute(trx);
      if (rows.length === 0) return;
      await record(trx, person, 'exchange-rates.set', { rates: [...days.values()].slice(0, RATES_RECORDED_MAX) });
      for (const currency of new Set(rows.map((row) => row.currency))) add(tenantId, changed(person, currency));
    });
  }

  const changed = ({ tenantId }: Principal, currency: Currency): RatesChangedEvent =>
    newEvent({ type: 'rates-changed', tenantId, campaignId: null, payload: { currency } }, clock.now());

  /** @param order of the day that is given of each currency */
  async function ofBank(order: 'newest' | 'first' = 'newest'): Promise<DailyRate[]> {
    const rows = await postgres.sql`
      SELECT DISTINCT ON (currency) currency, day::text AS day, trim_scale(rate)::text AS rate FROM central_bank_rates
      ORDER BY currency, ${order === 'newest' ? postgres.sql`day DESC` : postgres.sql`day`}`;
    return rows.map((row) => DailyRate.parse(row));
  }

  return {
    list,
    ofBank,

    async set(principal, rates) {
      await write(principal, rates);
      return list(principal);
    },

    async recomputing({ tenantId }) {
      const running = await postgres.withTenant(tenantId, (trx) =>
        trx
          .selectFrom('recomputations')
          .select(['currency', 'after_id as afterId', 'until_id as untilId', 'is_wrapped as isWrapped'])
          .orderBy('currency')
          .execute(),
      );
      const counted = running.map(async ({ currency, afterId, untilId, isWrapped }) => {
        const [row] = await conversionsUpTo.run(clickhouse, tenantId, { currency, afterId, untilId: untilId ?? '' });
        const { conversions = 0, up_to_after = 0, up_to_until = 0 } = row ?? {};
        // From the place of the last change to the end, and then from the first one to that place.
        const left = isWrapped ? up_to_until - up_to_after : conversions - up_to_after + up_to_until;
        return { currency, computed: Math.max(0, conversions - Math.max(0, left)), conversions };
      });
      return Promise.all(counted);
    },

    async missing(principal) {
      const { tenantId, timeZone } = principal;
      const { first, last, fromMs, toMs } = resolveDayRange({}, { nowMs: clock.now(), timeZone, days: RANGE_DAYS_MAX });
      const dayOfStart = new Map(daysFrom(first, last).map((day) => [startOfDay(day, timeZone), day]));
      const [sold, spent, own, bank] = await Promise.all([
        conversionsWithoutRate.run(clickhouse, tenantId, { fromMs, toMs, dayStartsMs: [...dayOfStart.keys()] }),
        foreignSpend.run(clickhouse, tenantId, { firstDay: first, lastDay: last }),
        list(principal),
        ofBank('first'),
      ]);
      // From its first day with a rate on a currency has one.
      const hasRate = (currency: string, day: string) =>
        [...own, ...bank].some((rate) => rate.currency === currency && rate.day <= day);
      return missingDays([
        ...sold.map(({ currency, day_start_ms, conversions, value }) => ({
          ...{ currency, day: dayOfStart.get(day_start_ms) ?? first },
          ...{ conversions, value: MoneySum.parse(value), spend: ZERO },
        })),
        ...spent
          .filter(({ currency, day }) => !hasRate(currency, day))
          .map((row) => ({ ...row, conversions: 0, value: ZERO, spend: MoneySum.parse(row.spend) })),
      ]);
    },
  };
}

interface MissingDay {
  readonly currency: string;
  readonly day: TenantDay;
  readonly conversions: number;
  readonly value: MoneySum;
  readonly spend: MoneySum;
}

/** One for each day of a currency, newest first. */
function missingDays(parts: readonly MissingDay[]): MissingDay[] {
  const days = new Map<string, MissingDay>();
  for (const part of parts) {
    const name = `${part.currency} ${part.day}`;
    const { conversions, value, spend } = days.get(name) ?? { conversions: 0, value: ZERO, spend: ZERO };
    days.set(name, {
      ...part,
      conversions: conversions + part.conversions,
      value: addMoney(value, part.value),
      spend: addMoney(spend, part.spend),
    });
  }
  return [...days.values()].sort((a, b) => b.day.localeCompare(a.day) || a.currency.localeCompare(b.currency));
}
