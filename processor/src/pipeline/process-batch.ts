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
import { salesWaitingFor } from '../conversions/waiting-sales.ts';
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
  const tenants = new Set<string>();
  const sales = new Map<string, SaleKey>();
  let storing: Promise<void> = Promise.resolve();
  for (let start = 0; start < records.length; start += PART_SIZE) {
    const part = await sortBatch(deps.streams, records.slice(start, start + PART_SIZE));
    await storing;
    storing = storePart(deps, part, sales, tenants);
    storing.catch(() => undefined); // Awaited above or below; a rejection in between is not an unhandled one.
  }
  await storing;
  await recomputeSales(deps.clickhouse, [...sales.values()]);
  return tenants;
}

async function storePart(
  { clickhouse, log, clock, logger }: BatchDeps,
  { rows, dropped, deadLetters }: SortedBatch,
  sales: Map<string, SaleKey>,
  tenants: Set<string>,
): Promise<void> {
  const refused = await Promise.all([
    storeRows(clickhouse, insertClicks, rows.click).then(failedIn('click')),
    storeRows(clickhouse, insertPageViews, rows['page-view']).then(failedIn('page-view')),
    storeRows(clickhouse, insertConversionLedger, rows.conversion).then(failedIn('conversion')),
    storeRows(clickhouse, insertAdSpend, rows['ad-spend']).then(failedIn('ad-spend')),
  ]);
  await sendDeadLetters(log, [...deadLetters, ...refused.flat()], clock.now());
  for (const { record, stream, reason } of [...deadLetters, ...refused.flat()]) {
    logger.warn({ stream, reason, topic: record.topic, position: String(record.position) }, 'dead letter');
  }
  for (const [reason, count] of dropped) logger.info({ reason, count }, 'events dropped');

  for (const list of Object.values(rows)) for (const { row } of list) tenants.add(row.tenant_id);
  const touched = rows.conversion.map(({ row }) => ({ tenantId: row.tenant_id, conversionId: row.conversion_id }));
  const waited = await salesWaitingFor(
    clickhouse,
    rows.click.map(({ row }) => row),
  );
  for (const key of [...touched, ...waited]) sales.set(`${key.tenantId} ${key.conversionId}`, key);
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
