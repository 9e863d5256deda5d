// Converts foreign currencies into the tenant's own: by its rate table, on the local day of the conversion.

import { convertMoney, ExchangeRate, type Money, ZERO } from '@tracker/schemas/primitives/money';
import { dayOf } from '@tracker/schemas/primitives/tenant-day';
import type { TenantCache } from '../caches/tenant-cache.ts';
import type { Sql } from '../postgres/connect.ts';

export interface ForeignConversion {
  readonly tenantId: string;
  readonly currency: string;
  readonly soldAtMs: number;
}

export interface RateOfConversion {
  /** Null: no rate for the day or before it. */
  readonly rate: ExchangeRate | null;
  /** Grows with each change of the tenant's rates of this currency. */
  readonly version: number;
}

export interface Rates {
  /** The rates of these conversions, in their order; `NO_RATE` for a deleted tenant. Rejects when Postgres is unavailable. */
  of(conversions: readonly ForeignConversion[]): Promise<RateOfConversion[]>;
}

export const NO_RATE: RateOfConversion = { rate: null, version: 0 };

/** Listed and counted, but no revenue, while there is no rate (decision 17). */
export const revenueAt = (net: Money, { rate }: RateOfConversion): Money =>
  (rate === null ? undefined : convertMoney(net, rate)) ?? ZERO;

export function createRates({ sql, tenants }: { readonly sql: Sql; readonly tenants: TenantCache }): Rates {
  return {
    async of(conversions) {
      if (conversions.length === 0) return [];
      const names = await Promise.all(
        conversions.map(async ({ tenantId, currency, soldAtMs }) => {
          const tenant = await tenants.find(tenantId);
          return tenant && { tenant_id: tenantId, currency, day: dayOf(soldAtMs, tenant.timeZone) };
        }),
      );
      const wanted = new Map(names.flatMap((name) => (name ? [[keyOf(name), name]] : [])));
      const rows = await sql<
        { tenant_id: string; currency: string; day: string; rate: string | null; version: string }[]
      >`
        SELECT * FROM lookup_exchange_rates(${JSON.stringify([...wanted.values()])}::text::jsonb)`;
      const found = new Map(
        rows.map((row): [string, RateOfConversion] => [
          keyOf(row),
          { rate: row.rate === null ? null : ExchangeRate.parse(row.rate), version: Number(row.version) },
        ]),
      );
      return names.map((name) => (name && found.get(keyOf(name))) ?? NO_RATE);
    },
  };
}

const keyOf = (name: { tenant_id: string; currency: string; day: string }): string =>
  `${name.tenant_id} ${name.currency} ${name.day}`;
