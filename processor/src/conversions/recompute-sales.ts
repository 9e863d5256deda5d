import type { ClickHouse } from '@tracker/infra/clickhouse/client';
import {
  type AttributionColumn,
  type ConversionRow,
  insertConversions,
  mapAttribution,
} from '@tracker/infra/clickhouse/tables/conversions';
import { insertUnattributedConversions } from '@tracker/infra/clickhouse/tables/unattributed-conversions';
import { parseClickId } from '@tracker/schemas/primitives/click-id';
import { BRL } from '@tracker/schemas/primitives/money';
import { instantFromMs } from '@tracker/schemas/primitives/time';
import { DIRECT } from '../lookups/channel.ts';
import type { Outbox } from '../send-back/outbox.ts';
import { cellVersion, factCountVersion } from '../version.ts';
import { daysLeft, foldSale, type Sale, type SaleEvent } from './fold.ts';
import { clicksOfSales, ledgerOfSales } from './queries.ts';
import { NO_RATE, type RateOfSale, type Rates, revenueAt } from './rates.ts';
import { toSaleEvent } from './sale-events.ts';
import type { SaleKey } from './sale-key.ts';
import { clickMinute } from './waiting-sales.ts';

/**
 * Recomputes rows of `conversions` from the ledger, the click and the rates. Idempotent: the same input gives the same rows, and
 * of two runs the one that saw more ledger events wins by its version.
 */

type ClickOfSale = Awaited<ReturnType<typeof clicksOfSales.run>>[number];

const SALES_MAX = 20_000;

export interface SaleStores {
  readonly clickhouse: ClickHouse;
  readonly rates: Rates;
  /** Receives the conversions once they are durable; null in a replay, whose conversions were sent when they happened. */
  readonly outbox: Outbox | null;
}

interface FoldedSale extends SaleKey {
  readonly sale: Sale;
  /** Repetitions on other days count: a run that saw more of them knows more days that the row may have been written to. */
  readonly factCount: number;
  /** A time in each other day that it may have been written to. */
  readonly leftMs: readonly number[];
}

export async function recomputeSales(deps: SaleStores, keys: readonly SaleKey[]): Promise<void> {
  // A change of rates may touch all conversions of a tenant.
  for (let start = 0; start < keys.length; start += SALES_MAX) {
    await recomputeSome(deps, keys.slice(start, start + SALES_MAX));
  }
}

async function recomputeSome({ clickhouse, rates, outbox }: SaleStores, keys: readonly SaleKey[]): Promise<void> {
  const sales = await foldedSales(clickhouse, keys);
  const clicks = await clicksOf(clickhouse, sales);
  const waiting = sales.filter((one) => one.sale.clickId !== null && !clicks.has(clickKey(one)));
  if (waiting.length > 0) {
    // Write the pending row before re-reading the clicks: closes the race with a click that is inserted concurrently.
    await insertUnattributedConversions.run(clickhouse, waiting.map(toWaitingRow));
    for (const [key, click] of await clicksOf(clickhouse, waiting)) clicks.set(key, click);
  }
  const foreign = await ratesOf(rates, sales);
  const rows = sales.map((one) => toConversionRow(one, clicks.get(clickKey(one)), foreign.get(one)));
  await insertConversions.run(
    clickhouse,
    sales.flatMap((one, index) => rowsOf(one, rows[index] as ConversionRow)),
  );
  await outbox?.enqueue(rows);
}

/** The rates of the conversions in other currencies than BRL. */
async function ratesOf(rates: Rates, sales: readonly FoldedSale[]): Promise<Map<FoldedSale, RateOfSale>> {
  const foreign = sales.filter(({ sale }) => sale.currency !== BRL);
  const found = await rates.of(
    foreign.map(({ tenantId, sale }) => ({ tenantId, currency: sale.currency, soldAtMs: sale.soldAtMs })),
  );
  return new Map(foreign.map((one, index) => [one, found[index] ?? NO_RATE]));
}

async function foldedSales(clickhouse: ClickHouse, keys: readonly SaleKey[]): Promise<FoldedSale[]> {
  const ledger = await ledgerOfSales.run(
    clickhouse,
    keys.map((key): [string, string] => [key.tenantId, key.conversionId]),
  );
  const bySale = new Map<string, [SaleKey, ...SaleEvent[]]>();
  for (const row of ledger) {
    const key = `${row.tenant_id} ${row.conversion_id}`;
    const events = bySale.get(key);
    if (events) events.push(toSaleEvent(row));
    else bySale.set(key, [{ tenantId: row.tenant_id, conversionId: row.conversion_id }, toSaleEvent(row)]);
  }
  return [...bySale.values()].map(([key, ...told]) => {
    const events = told as [SaleEvent, ...SaleEvent[]];
    const sale = foldSale(events);
    return { ...key, sale, factCount: events.length, leftMs: daysLeft(events, sale) };
  });
}

async function clicksOf(clickhouse: ClickHouse, sales: readonly FoldedSale[]): Promise<Map<string, ClickOfSale>> {
  const keys = sales.flatMap(({ tenantId, sale }): [string, string, string][] => {
    const parts = sale.clickId === null ? undefined : parseClickId(sale.clickId);
    return parts ? [[tenantId, instantFromMs(parts.clickedAtMs), sale.clickId as string]] : [];
  });
  const clicks = await clicksOfSales.run(clickhouse, keys);
  return new Map(clicks.map((click) => [`${click.tenant_id} ${click.click_id}`, click]));
}

const clickKey = ({ tenantId, sale }: FoldedSale): string => `${tenantId} ${sale.clickId ?? ''}`;

const toWaitingRow = ({ tenantId, conversionId, sale }: FoldedSale) => ({
  tenant_id: tenantId,
  click_minute: clickMinute(parseClickId(sale.clickId ?? '')?.clickedAtMs ?? 0),
  click_id: sale.clickId ?? '',
  conversion_id: conversionId,
  ver: factCountVersion(0),
});

/** A conversion without a stored click is direct: no campaign, channel `direct`. Revenue is in BRL; `rate` is set for other currencies. */
function toConversionRow(
  { tenantId, conversionId, sale, factCount }: FoldedSale,
  click: ClickOfSale | undefined,
  rate: RateOfSale | undefined,
): ConversionRow {
  return {
    tenant_id: tenantId,
    conversion_id: conversionId,
    ts: instantFromMs(sale.soldAtMs),
    provider: sale.provider,
    transaction_id: sale.transactionId,
    conversion_type: sale.conversionType,
    status: sale.status,
    is_counted: sale.isCounted,
    value: sale.value,
    net_value: sale.netValue,
    currency: sale.currency,
    revenue: rate ? revenueAt(sale.netValue, rate) : sale.netValue,
    click_ref: sale.clickReference,
    ...attributionOf(click),
    is_test: sale.isTest,
    verified: sale.verified,
    received_at: instantFromMs(sale.receivedAtMs),
    event_count: sale.eventCount,
    is_moved: false,
    // The click is one more input of the row.
    ver: cellVersion(factCount * 2 + (click ? 1 : 0), rate?.version ?? 0),
  };
}

/** The sort key starts with the day, so ReplacingMergeTree cannot replace a row of another day: tombstone it, or it counts twice. */
const rowsOf = ({ leftMs }: FoldedSale, row: ConversionRow): ConversionRow[] => [
  row,
  ...leftMs.map((ms) => ({ ...row, ts: instantFromMs(ms), is_moved: true })),
];

type Attribution = Pick<ConversionRow, AttributionColumn | 'click_ts' | 'click_is_bot'>;

const DIRECT_SALE: Attribution = {
  ...mapAttribution(() => ''),
  channel: DIRECT,
  click_ts: null,
  click_is_bot: false,
};

function attributionOf(click: ClickOfSale | undefined): Attribution {
  if (!click) return DIRECT_SALE;
  const { tenant_id: _tenant, ts, is_bot, ...columns } = click;
  return { ...columns, click_ts: ts, click_is_bot: is_bot };
}
