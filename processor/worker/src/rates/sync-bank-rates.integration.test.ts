/**
 * The Central Bank's rates. They are of no tenant, and other tests share the stores: all is in currencies that no other test has, decades from
 * now, and each test is a year later than the one before.
 */
import type { ClickHouse } from '@tracker/infra/clickhouse/client';
import { createBatchKit } from '@tracker/processor/testing/batch-kit';
import { delivery, type EventOwner, record } from '@tracker/processor/testing/events';
import type { TenantId } from '@tracker/schemas/primitives/ids';
import { startCentralBank } from '@tracker/test/kit/central-bank';
import { createFakeClock } from '@tracker/test/kit/fake-clock';
import { useStack } from '@tracker/test/kit/stack';
import { createTenant } from '@tracker/test/kit/tenant-fixture';
import { sql } from 'kysely';
import { beforeEach, expect, test } from 'vitest';
import { createAskBank } from './central-bank.ts';
import { conversionsInCurrency } from './queries.ts';
import { handleBankRates } from './sync-bank-rates.ts';

const stack = useStack();
const clock = createFakeClock('2090-01-09T04:10:00Z');
const kit = createBatchKit(stack, clock);

let bank: Awaited<ReturnType<typeof startCentralBank>>;
let appended: object[];
beforeEach(async () => {
  bank = await startCentralBank();
  appended = [];
  return () => bank.stop();
});

function run(clickhouse: ClickHouse = stack.clickhouse) {
  const log = {
    ...stack.log,
    append: async (_: string, records: readonly { value: unknown }[]) => {
      appended.push(...records.map(({ value }) => JSON.parse(String(value)) as object));
    },
  };
  const deps = { ...stack, clickhouse, log: log as never, clock, askBank: createAskBank(bank.url) };
  const { signal } = new AbortController();
  return handleBankRates(deps)({ id: 'run', payload: {}, attempt: 1, signal, progress: () => undefined });
}
/** The events of the last run, as the processor reads them. */
const processed = () => kit.process(appended.splice(0).map((event) => record(event as never)));

const sell = (owner: EventOwner, id: string, at: string, currency = 'SEK') =>
  kit.process([
    record(delivery(owner, { transaction_id: id, status: 'approved', amount: 100, currency }, Date.parse(at))),
  ]);
const revenues = async (tenantId: TenantId) =>
  Object.fromEntries(
    ((await kit.rows(tenantId, 'conversions')) ?? []).map((row) => {
      const { transaction_id: id, revenue } = row as Record<string, unknown>;
      return [id, Number(revenue)];
    }),
  );
const storedSince = (first: string) =>
  stack.postgres.sql`SELECT currency, day::text AS day, trim_scale(rate)::text AS rate FROM central_bank_rates
    WHERE currency IN ('SEK', 'NOK') AND day >= ${first} ORDER BY currency, day`;

test('computes sales by the closing rate of their day, and those of a weekend by the day before it', async () => {
  const tenant = await createTenant(stack);
  for (const [id, at] of Object.entries({
    thursday: '2090-01-05T12:00:00Z',
    friday: '2090-01-06T23:00:00Z',
    sunday: '2090-01-08T12:00:00Z',
  })) {
    await sell(tenant, id, at);
  }
  expect(await revenues(tenant.tenantId)).toEqual({ thursday: 0, friday: 0, sunday: 0 });
  bank.close('SEK', '2090-01-05', 0.5101);
  bank.close('SEK', '2090-01-06', 0.5208);
  expect(await run()).toEqual({ rates: 2, failed: [] });
  await processed();
  expect(await revenues(tenant.tenantId)).toEqual({ thursday: 51.01, friday: 52.08, sunday: 52.08 });

  // A night without news asks for the last week again, and has nothing computed.
  expect(await run()).toEqual({ rates: 0, failed: [] });
  expect(appended).toEqual([]);
  expect(bank.asked.findLast(({ currency }) => currency === 'SEK')).toMatchObject({
    from: '2089-12-30',
    to: '2090-01-09',
  });

  // The bank corrects a day.
  bank.close('SEK', '2090-01-06', 0.6);
  expect(await run()).toMatchObject({ rates: 1 });
  await processed();
  expect(await revenues(tenant.tenantId)).toEqual({ thursday: 51.01, friday: 60, sunday: 60 });
});

test('leaves a tenant its own rates, from their first day on', async () => {
  clock.set('2091-01-09T04:10:00Z');
  const tenant = await createTenant(stack);
  const own = { tenant_id: tenant.tenantId, currency: 'SEK', day: '2091-01-06', rate: '2', changed_by: 'us_test' };
  await stack.postgres.withTenant(tenant.tenantId, (trx) =>
    trx
      .insertInto('exchange_rates')
      .values({ ...own, version: sql`nextval('exchange_rate_versions')` })
      .execute(),
  );
  await sell(tenant, 'before', '2091-01-05T12:00:00Z');
  await sell(tenant, 'own', '2091-01-08T12:00:00Z');
  bank.close('SEK', '2091-01-04', 0.5);
  bank.close('SEK', '2091-01-06', 0.6);
  await run();
  await processed();
  expect(await revenues(tenant.tenantId)).toEqual({ before: 50, own: 200 });
});

test('stores the rates of the other currencies when the bank refuses one, and asks for it the next time', async () => {
  clock.set('2092-01-09T04:10:00Z');
  bank.close('SEK', '2092-01-06', 0.5);
  bank.close('NOK', '2092-01-06', 0.4);
  bank.refused.add('SEK');
  expect(await run()).toEqual({ rates: 1, failed: ['SEK'] });
  expect(await storedSince('2092-01-01')).toEqual([{ currency: 'NOK', day: '2092-01-06', rate: '0.4' }]);
  bank.refused.clear();
  expect(await run()).toEqual({ rates: 1, failed: [] });
  await bank.stop();
  bank = await startCentralBank();
  for (const currency of ['USD', 'EUR', 'GBP', 'CAD', 'AUD', 'CHF', 'JPY', 'DKK', 'NOK', 'SEK']) {
    bank.refused.add(currency);
  }
  await expect(run()).rejects.toThrow('the Central Bank gave no rates');
});

test('has the sales of the other tenants computed when those of one cannot be looked at, and his the next night', async () => {
  clock.set('2093-01-09T04:10:00Z');
  const [bad, good] = [await createTenant(stack), await createTenant(stack)];
  for (const tenant of [bad, good]) await sell(tenant, 'T1', '2093-01-06T12:00:00Z', 'NOK');
  bank.close('NOK', '2093-01-06', 0.7);
  const planted: ClickHouse = {
    ...stack.clickhouse,
    query: (request) =>
      request.name === conversionsInCurrency.name && request.params?.tenantId === bad.tenantId
        ? Promise.reject(new TypeError('planted'))
        : stack.clickhouse.query(request),
  };
  await run(planted);
  await processed();
  expect([await revenues(bad.tenantId), await revenues(good.tenantId)]).toEqual([{ T1: 40 }, { T1: 70 }]);
  await run();
  await processed();
  expect(await revenues(bad.tenantId)).toEqual({ T1: 70 });
});

test('takes no rate of a day that it did not ask for, and goes on asking for the days that come', async () => {
  clock.set('2094-01-09T04:10:00Z');
  bank.close('SEK', '2094-01-06', 0.5);
  for (const day of ['2099-12-31', '1999-01-01']) bank.unasked.push({ currency: 'SEK', day, rate: 9 });
  await run();
  clock.set('2094-01-10T04:10:00Z');
  bank.close('SEK', '2094-01-09', 0.6);
  await run();
  expect(await storedSince('2094-01-01')).toEqual([
    { currency: 'SEK', day: '2094-01-06', rate: '0.5' },
    { currency: 'SEK', day: '2094-01-09', rate: '0.6' },
  ]);
});

test('takes no rates that leap from one day to the next, until the bank has corrected them', async () => {
  clock.set('2095-01-09T04:10:00Z');
  bank.close('SEK', '2095-01-05', 0.5);
  bank.close('SEK', '2095-01-06', 50);
  bank.close('NOK', '2095-01-06', 0.4);
  expect(await run()).toEqual({ rates: 1, failed: ['SEK'] });
  bank.close('SEK', '2095-01-06', 0.51);
  expect(await run()).toEqual({ rates: 2, failed: [] });
});
