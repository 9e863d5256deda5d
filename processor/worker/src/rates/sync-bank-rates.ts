// Stores the Central Bank's rates each night (ADR 93), and has computed again what was sold since in these currencies. What a crash leaves is done
// by the next run: a rate is not announced before all who need it are notified.
import type { ClickHouse } from '@tracker/infra/clickhouse/client';
import type { EventLog } from '@tracker/infra/event-log/event-log';
import { newEvent } from '@tracker/infra/identity/new-event';
import type { HandlerOf, JobQueue } from '@tracker/infra/jobs/job-queue';
import type { NightlyOptions } from '@tracker/infra/jobs/nightly-scheduler';
import { bankRates } from '@tracker/infra/jobs/queues';
import type { Clock } from '@tracker/infra/lifecycle/clock';
import { eachApart } from '@tracker/infra/lifecycle/each-apart';
import type { Postgres } from '@tracker/infra/postgres/client';
import { figuresChanged } from '@tracker/infra/postgres/figure-versions';
import type { Logger } from '@tracker/infra/telemetry/logger';
import type { RatesChangedEvent } from '@tracker/schemas/events/rates-changed';
import type { RecomputeEvent } from '@tracker/schemas/events/recompute';
import { EVENTS_TOPIC } from '@tracker/schemas/events/topics';
import { DAY_MS } from '@tracker/schemas/primitives/durations';
import type { TenantId } from '@tracker/schemas/primitives/ids';
import type { Currency } from '@tracker/schemas/primitives/money';
import { addDays, dayOf, type TenantDay } from '@tracker/schemas/primitives/tenant-day';
import type { TimeZone } from '@tracker/schemas/primitives/time';
import type { z } from 'zod';
import { type AskBank, BANK_CURRENCIES, type ClosingRate } from './central-bank.ts';
import { conversionsInCurrency, EACH_AT_MOST } from './queries.ts';

export interface BankRatesDeps {
  readonly askBank: AskBank;
  readonly postgres: Postgres;
  readonly clickhouse: ClickHouse;
  readonly log: EventLog;
  readonly clock: Clock;
  readonly logger: Logger;
}

const BRASILIA = 'America/Sao_Paulo' as TimeZone;
/** Of a currency without rates: as far back as figures go. */
const FIRST_DAYS = 400;
/** Again: the bank corrects a rate seldom, and within days. */
const AGAIN_DAYS = 7;
/** From one day to the next: no market moves so far, and a decimal sign does. */
const LEAP_MAX = 3;
const EVENTS_A_CALL = 500;

export const handleBankRates =
  (deps: BankRatesDeps): HandlerOf<typeof bankRates.queue> =>
  async ({ signal }) => {
    const failed: string[] = [];
    let rates = 0;
    await eachApart(
      BANK_CURRENCIES,
      async (currency) => {
        rates += await fetchRates(deps, currency, signal);
      },
      (currency, err) => {
        signal.throwIfAborted();
        failed.push(currency);
        deps.logger.warn(
          { event: 'bank-rates.currency.not-fetched', err, currency },
          'rates of the Central Bank not fetched; the latest ones hold until the next night',
        );
      },
    );
    await announce(deps);
    // Nothing came at all: the service is away, and asked again.
    if (failed.length === BANK_CURRENCIES.length) throw new Error('the Central Bank gave no rates');
    return { rates, failed };
  };

/** One run for the installation, after the day of its rates has ended. */
export function nightlyBankRates(
  deps: Pick<BankRatesDeps, 'postgres' | 'clock' | 'logger'> & { readonly jobs: JobQueue },
): NightlyOptions<object, z.infer<typeof bankRates.queue.result>> {
  return {
    ...deps,
    schedule: 'bank-rates',
    rule: bankRates.nightly,
    queue: bankRates.queue,
    sql: deps.postgres.sql,
    // A new installation does not wait for its first night.
    subjects: async () => [{ key: 'all', timeZone: BRASILIA, sinceMs: 0, payload: {} }],
  };
}

/** Gives how many are new or corrected. */
async function fetchRates({ askBank, postgres, clock }: BankRatesDeps, currency: string, signal: AbortSignal) {
  const { sql } = postgres;
  const today = dayOf(clock.now(), BRASILIA);
  const [known] = await sql<{ last: TenantDay | null }[]>`
    SELECT max(day)::text AS last FROM central_bank_rates WHERE currency = ${currency}`;
  const first = addDays(known?.last ?? addDays(today, -FIRST_DAYS), -AGAIN_DAYS);
  const found = await askBank(currency, { first, last: today }, signal);
  // Of two bulletins of a day, the later one.
  const rates: ClosingRate[] = [...new Map(found.map((one) => [one.day, one])).values()];
  assertSteady(rates);
  const { count } = await sql`
    INSERT INTO central_bank_rates AS b (currency, day, rate, version, fetched_at)
    SELECT ${currency}, r.day, r.rate, nextval('exchange_rate_versions'), ${new Date(clock.now())}
    FROM jsonb_to_recordset(${JSON.stringify(rates)}::text::jsonb) AS r (day date, rate numeric)
    ON CONFLICT (currency, day) DO UPDATE SET
      rate = excluded.rate, version = excluded.version, is_announced = false, fetched_at = excluded.fetched_at
      WHERE b.rate <> excluded.rate`;
  return count;
}

/** Each is compared with that of the day before, which comes along: the last days are always asked for again. */
function assertSteady(rates: readonly ClosingRate[]): void {
  const inOrder = rates.toSorted((one, other) => (one.day < other.day ? -1 : 1));
  for (const [index, { day, rate }] of inOrder.entries()) {
    const times = Number(rate) / Number(inOrder[index - 1]?.rate ?? rate);
    if (times > LEAP_MAX || times < 1 / LEAP_MAX) throw new Error(`the rate of ${day} is not of the days before it`);
  }
}

interface NewRates {
  readonly currency: Currency;
  readonly since: TenantDay;
  readonly until_version: string;
}

async function announce(deps: BankRatesDeps): Promise<void> {
  const { postgres } = deps;
  const fresh = await postgres.sql<NewRates[]>`
    SELECT currency, min(day)::text AS since, max(version)::text AS until_version FROM central_bank_rates
    WHERE NOT is_announced GROUP BY currency`;
  if (fresh.length === 0) return;
  let isWhole = true;
  for (const one of fresh) isWhole = (await recompute(deps, one)) && isWhole;
  // Spend is converted when it is asked for: screens ask again.
  const currencies = fresh.map(({ currency }) => currency).join();
  const spenders = await postgres.sql<{ tenant_id: string }[]>`SELECT tenant_id FROM list_spenders_in(${currencies})`;
  await figuresChanged(
    postgres.sql,
    spenders.map(({ tenant_id }) => tenant_id),
  );
  // Of a tenant that could not be looked at, the next night.
  if (!isWhole) return;
  for (const { currency, until_version } of fresh) {
    await postgres.sql`
      UPDATE central_bank_rates SET is_announced = true
      WHERE currency = ${currency} AND NOT is_announced AND version <= ${until_version}::bigint`;
  }
}

/** What was sold from the first changed day on, at every tenant. An own rate of the tenant still wins: then nothing changes. Gives whether all were looked at. */
async function recompute(
  { clickhouse, log, clock, logger }: BankRatesDeps,
  { currency, since }: NewRates,
): Promise<boolean> {
  // Days begin earlier in some time zones.
  const fromMs = Date.parse(`${since}T00:00:00Z`) - DAY_MS;
  const sellers = await clickhouse.query<{ tenant_id: TenantId }>({
    name: 'bank-rates-sellers',
    sql: `SELECT DISTINCT tenant_id FROM conversions WHERE currency = {currency:String} AND ts >= fromUnixTimestamp64Milli({fromMs:Int64})`,
    params: { currency, fromMs },
  });
  const events: (RatesChangedEvent | RecomputeEvent)[] = [];
  let isWhole = true;
  await eachApart(
    sellers,
    async ({ tenant_id: tenantId }) => {
      const of = { tenantId, campaignId: null };
      const conversions = await conversionsInCurrency.run(clickhouse, tenantId, { currency, fromMs });
      if (conversions.length > EACH_AT_MOST) {
        events.push(newEvent({ ...of, type: 'rates-changed', payload: { currency } }, clock.now()));
        return;
      }
      for (const { conversion } of conversions) {
        const payload = { of: 'conversion', conversionId: conversion } as const;
        events.push(newEvent({ ...of, type: 'recompute', payload }, clock.now()));
      }
    },
    ({ tenant_id: tenantId }, err) => {
      isWhole = false;
      logger.error(
        { event: 'bank-rates.tenant.failed', err, tenantId, currency },
        'conversions of a tenant not computed by the new rates; trying again the next night',
      );
    },
  );
  for (let from = 0; from < events.length; from += EVENTS_A_CALL) {
    await log.append(
      EVENTS_TOPIC,
      events.slice(from, from + EVENTS_A_CALL).map((event) => ({ key: event.tenantId, value: JSON.stringify(event) })),
    );
  }
  return isWhole;
}
