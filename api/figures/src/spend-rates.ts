import type { Database } from '@tracker/infra/postgres/database';
import { DAY_MS } from '@tracker/schemas/primitives/durations';
import type { TenantId } from '@tracker/schemas/primitives/ids';
import { BRL } from '@tracker/schemas/primitives/money';
import { sql, type Transaction } from 'kysely';
import { DAYS_OF_CURRENCY, type SpendRates } from './spend.ts';

interface StoredRate {
  readonly currency: string;
  /** 'yyyy-MM-dd' */
  readonly day: string;
  readonly rate: string;
}
/** All null: spend was entered. */
type Found = StoredRate | { readonly [Column in keyof StoredRate]: null };

const isRate = (found: Found): found is StoredRate => found.rate !== null;

/**
 * The tenant's rates for spend of these days, both inclusive: those of the days, and of each currency the latest before them. Before the first own
 * rate of a currency those of the Central Bank, of currencies in which the tenant ever spent. Null: there are none, and no spend was ever entered.
 */
export async function readSpendRates(
  trx: Transaction<Database>,
  tenantId: TenantId,
  { first, last }: { readonly first: string; readonly last: string },
): Promise<SpendRates | null> {
  const { rows } = await sql<Found>`
    SELECT NULL::text AS currency, NULL::text AS day, NULL::text AS rate
    WHERE EXISTS (SELECT FROM spend_entries WHERE tenant_id = ${tenantId})
    UNION ALL
    SELECT currency, day::text AS day, trim_scale(rate)::text AS rate
    FROM exchange_rates AS r
    WHERE tenant_id = ${tenantId} AND rate IS NOT NULL AND day <= ${last}
      AND day >= coalesce((
        SELECT max(day) FROM exchange_rates
        WHERE tenant_id = r.tenant_id AND currency = r.currency AND rate IS NOT NULL AND day <= ${first}
      ), ${first})
    UNION ALL
    SELECT currency, day::text AS day, trim_scale(rate)::text AS rate
    FROM central_bank_rates AS b JOIN spend_currencies USING (currency)
    WHERE tenant_id = ${tenantId} AND day <= ${last}
      AND day >= coalesce((SELECT max(day) FROM central_bank_rates WHERE currency = b.currency AND day <= ${first}), ${first})
      AND day < coalesce((
        SELECT min(day) FROM exchange_rates WHERE tenant_id = ${tenantId} AND currency = b.currency AND rate IS NOT NULL
      ), 'infinity')
    ORDER BY currency, day`.execute(trx);
  return rows.length === 0 ? null : toSpendRates(rows.filter(isRate));
}

/** Of a tenant that entered spend and has no rates. */
export const IN_BRL_ALONE: SpendRates = toSpendRates([]);

/** As statements take them; `rates` of one currency by day, ascending. */
function toSpendRates(rates: readonly StoredRate[]): SpendRates {
  const rateCurrencies = [BRL as string, ...new Set(rates.map(({ currency }) => currency))];
  const points = rateCurrencies.flatMap((currency, index) => {
    const begin = (index + 1) * DAYS_OF_CURRENCY;
    const own = rates.filter((one) => one.currency === currency);
    // Before its first rate a currency has none; and a place of 0 is that of a currency that is not in the list.
    return [
      { from: begin, rate: currency === BRL ? '1' : '0' },
      ...own.map(({ day, rate }) => ({ from: begin + Date.parse(`${day}T00:00:00Z`) / DAY_MS, rate })),
    ];
  });
  return {
    rateCurrencies,
    ratesFrom: [0, ...points.map(({ from }) => from)],
    rates: ['0', ...points.map(({ rate }) => rate)],
  };
}
