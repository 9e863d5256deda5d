// The figures of the same day as the tables hold them.
import type { TenantCache } from '@tracker/infra/caches/tenant-cache';
import type { ClickHouse } from '@tracker/infra/clickhouse/client';
import { instantsOf, type TenantDay } from '@tracker/schemas/primitives/tenant-day';
import { instantFromMs, type TimeZone } from '@tracker/schemas/primitives/time';
import { decimalOf } from '../money-units.ts';
import { type DayFigures, sorted } from './recount.ts';

interface Row {
  readonly tenant_id: string;
  readonly kind: 'clicks' | 'views' | 'conversions' | 'spend' | 'spendOfAds';
  readonly currency: string;
  readonly n: string;
  /** In ten-thousandths. */
  readonly worth: string;
}

const DAY =
  "ts >= {from:DateTime64(3, 'UTC')} AND ts < {to:DateTime64(3, 'UTC')} AND tenant_id IN {tenantIds:Array(String)}";

/** Of the ad accounts, which the tenant's clock does not move. */
const AD_DAY = 'day = {day:Date} AND tenant_id IN {tenantIds:Array(String)}';

/** Not what was entered where the platform of that source reports the same campaign, and not what was removed again. */
const SPENT = `${AD_DAY} AND (kind = 'reported' OR (kind = 'entered' AND (tenant_id, campaign_id, splitByChar('/', toString(source))[1]) NOT IN (
    SELECT tenant_id, campaign_id, splitByChar('/', toString(source))[1] FROM ad_spend FINAL
    WHERE ${AD_DAY} AND kind = 'reported' AND (spend != 0 OR impressions != 0 OR clicks != 0))))`;

/** Not the second row of a prefetched click, at the time at which it was seen. */
const AS_IT_CAME = 'toInt64OrZero(substring(click_id, -19, 13)) = toUnixTimestamp64Milli(ts)';

const STATEMENT = `
  SELECT tenant_id, 'clicks' AS kind, '' AS currency, toString(count()) AS n, '0' AS worth
  FROM clicks FINAL WHERE ${DAY} AND ${AS_IT_CAME} GROUP BY tenant_id
  UNION ALL
  SELECT tenant_id, 'views', '', toString(count()), '0' FROM page_views FINAL WHERE ${DAY} GROUP BY tenant_id
  UNION ALL
  SELECT tenant_id, 'conversions', toString(currency), toString(count()), toString(toInt128(sum(net_value) * 10000))
  FROM conversions FINAL
  WHERE ${DAY} AND is_counted = 1 AND is_test = 0 AND verified = 1
  GROUP BY tenant_id, currency
  UNION ALL
  SELECT tenant_id, 'spend', toString(currency), '0', toString(toInt128(sum(spend) * 10000)) AS units
  FROM ad_spend FINAL WHERE ${SPENT} GROUP BY tenant_id, currency HAVING units != '0'
  UNION ALL
  SELECT tenant_id, 'spendOfAds', toString(currency), '0', toString(toInt128(sum(arraySum(ad_spends)) * 10000)) AS units
  FROM ad_spend FINAL WHERE ${SPENT} GROUP BY tenant_id, currency HAVING units != '0'
  SETTINGS do_not_merge_across_partitions_select_final = 1, max_execution_time = 300, session_timezone = 'UTC'`;

export async function storedFigures(
  clickhouse: ClickHouse,
  tenants: TenantCache,
  { day, tenantId }: { readonly day: TenantDay; readonly tenantId?: string },
): Promise<Map<string, DayFigures>> {
  const byZone = new Map<TimeZone, string[]>();
  for (const id of tenantId === undefined ? await storedTenants(clickhouse) : [tenantId]) {
    const zone = (await tenants.find(id))?.timeZone;
    if (zone !== undefined) byZone.set(zone, [...(byZone.get(zone) ?? []), id]);
  }
  const rows: Row[] = [];
  for (const [zone, tenantIds] of byZone) {
    const { fromMs, toMs } = instantsOf(day, day, zone);
    const params = { from: instantFromMs(fromMs), to: instantFromMs(toMs), day, tenantIds };
    const some = await clickhouse.query<Row>({ name: 'reconcile-day', sql: STATEMENT, params });
    for (const row of some) rows.push(row);
  }
  return gathered(rows);
}

async function storedTenants(clickhouse: ClickHouse): Promise<string[]> {
  const tables = ['clicks', 'page_views', 'conversions', 'ad_spend'];
  const rows = await clickhouse.query<{ tenant_id: string }>({
    name: 'reconcile-tenants',
    sql: tables
      .map((table) => `SELECT DISTINCT toString(tenant_id) AS tenant_id FROM ${table}`)
      .join(' UNION DISTINCT '),
  });
  return rows.map((row) => row.tenant_id);
}

function gathered(rows: readonly Row[]): Map<string, DayFigures> {
  const ids = new Set(rows.map((row) => row.tenant_id));
  return new Map(
    [...ids].map((id) => {
      const own = (kind: Row['kind']) => rows.filter((row) => row.tenant_id === id && row.kind === kind);
      const total = (kind: Row['kind']) => own(kind).reduce((sum, row) => sum + Number(row.n), 0);
      const amounts = (kind: Row['kind']) =>
        sorted(own(kind).map((row) => [row.currency, decimalOf(BigInt(row.worth))]));
      return [
        id,
        {
          clicks: total('clicks'),
          views: total('views'),
          conversions: total('conversions'),
          revenue: amounts('conversions'),
          spend: amounts('spend'),
          spendOfAds: amounts('spendOfAds'),
        },
      ];
    }),
  );
}
