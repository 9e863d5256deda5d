import type { ClickHouse } from '@tracker/infra/clickhouse/client';
import { insertAdSpend } from '@tracker/infra/clickhouse/tables/ad-spend';
import { insertClicks } from '@tracker/infra/clickhouse/tables/clicks';
import { insertConversionLedger } from '@tracker/infra/clickhouse/tables/conversion-ledger';
import { insertPageViews } from '@tracker/infra/clickhouse/tables/page-views';
import type { EventLog, LogRecord } from '@tracker/infra/event-log/event-log';
import type { Clock } from '@tracker/infra/lifecycle/clock';
import type { Logger } from '@tracker/infra/telemetry/logger';
import { recomputeSales } from '../conversions/recompute-sales.ts';
import type { SaleKey } from '../conversions/sale-key.ts';
import { type StoredClick, salesWaitingFor } from '../conversions/waiting-sales.ts';
import { sendDeadLetters } from '../sinks/dead-letters.ts';
import { type RefusedRow, storeRows } from '../sinks/store-rows.ts';
import { type FailedRecord, type SortedBatch, type Streams, sortBatch } from './batch.ts';

export interface BatchDeps {
  readonly streams: Streams;
  readonly clickhouse: ClickHouse;
  readonly log: EventLog;
  readonly clock: Clock;
  readonly logger: Logger;
}

/** While one part is inserted, which runs outside of JavaScript's thread, the next one is prepared. */
const PART_SIZE = 10_000;

/**
 * One batch of the log, from bytes to figures. Resolves when everything it touches is durable: only then does the consumer
 * move its offset. Rejects when a store is away, and the same batch comes again. Gives the tenants whose figures changed.
 */
export async function processBatch(deps: BatchDeps, records: readonly LogRecord[]): Promise<Set<string>> {
  const touched: Touched = { tenants: new Set(), sales: new Map(), clicks: [] };
  let storing: Promise<void> = Promise.resolve();
  for (let start = 0; start < records.length; start += PART_SIZE) {
    const part = await sortBatch(deps.streams, records.slice(start, start + PART_SIZE));
    await storing;
    storing = storePart(deps, part, touched);
    storing.catch(() => undefined); // Awaited above or below; a rejection in between is not an unhandled one.
  }
  await storing;
  for (const key of await salesWaitingFor(deps.clickhouse, touched.clicks)) touch(touched, key);
  await recomputeSales(deps.clickhouse, [...touched.sales.values()]);
  return touched.tenants;
}

/** What a batch changed: whose figures, which sales, and the clicks that sales may have been waiting for. */
interface Touched {
  readonly tenants: Set<string>;
  readonly sales: Map<string, SaleKey>;
  readonly clicks: StoredClick[];
}

function touch({ sales }: Touched, key: SaleKey): void {
  sales.set(`${key.tenantId} ${key.conversionId}`, key);
}

async function storePart(
  { clickhouse, log, clock, logger }: BatchDeps,
  { rows, dropped, deadLetters }: SortedBatch,
  touched: Touched,
): Promise<void> {
  const refused = await Promise.all([
    storeRows(clickhouse, insertClicks, rows.click).then(failedIn('click')),
    storeRows(clickhouse, insertPageViews, rows['page-view']).then(failedIn('page-view')),
    storeRows(clickhouse, insertConversionLedger, rows.conversion).then(failedIn('conversion')),
    storeRows(clickhouse, insertAdSpend, rows['ad-spend']).then(failedIn('ad-spend')),
  ]);
  const failed = [...deadLetters, ...refused.flat()];
  await sendDeadLetters(log, failed, clock.now());
  for (const { record, stream, reason } of failed) {
    logger.warn({ stream, reason, topic: record.topic, position: String(record.position) }, 'dead letter');
  }
  for (const [reason, count] of dropped) logger.info({ reason, count }, 'events dropped');

  for (const list of Object.values(rows)) for (const { row } of list) touched.tenants.add(row.tenant_id);
  for (const { row } of rows.conversion) touch(touched, { tenantId: row.tenant_id, conversionId: row.conversion_id });
  for (const { row } of rows.click) {
    touched.clicks.push({ tenant_id: row.tenant_id, click_id: row.click_id, ts: row.ts });
  }
}

const failedIn =
  (stream: string) =>
  (refused: readonly RefusedRow<{ tenant_id: string }>[]): FailedRecord[] =>
    refused.map(({ record, row, error }) => ({
      record,
      stream,
      tenantId: row.tenant_id,
      reason: `the store refuses the row: ${error.message}`,
      error,
    }));
