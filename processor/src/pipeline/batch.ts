import { isUtf8 } from 'node:buffer';
import type { AdSpendRow } from '@tracker/infra/clickhouse/tables/ad-spend';
import type { ClickRow } from '@tracker/infra/clickhouse/tables/clicks';
import type { ConversionLedgerRow } from '@tracker/infra/clickhouse/tables/conversion-ledger';
import type { PageViewRow } from '@tracker/infra/clickhouse/tables/page-views';
import type { LogRecord } from '@tracker/infra/event-log/event-log';
import type { Outcome } from './outcome.ts';
import { deadLetter } from './outcome.ts';
import type { Stream } from './stream.ts';

/** The streams of the product, by what their rows are. */
export interface Streams {
  readonly click: Stream<ClickRow>;
  readonly 'page-view': Stream<PageViewRow>;
  readonly conversion: Stream<ConversionLedgerRow>;
  readonly 'ad-spend': Stream<AdSpendRow>;
}
export type StreamType = keyof Streams;
export type RowOf<Type extends StreamType> = Streams[Type] extends Stream<infer Row> ? Row : never;

/** A row beside the record it came from, so that a row that no store takes can be kept with its bytes. */
export interface Sourced<Row> {
  readonly row: Row;
  readonly record: LogRecord;
}

export interface FailedRecord {
  readonly record: LogRecord;
  readonly stream: string;
  readonly tenantId: string;
  readonly reason: string;
  readonly error?: unknown;
}

export interface SortedBatch {
  readonly rows: { readonly [Type in StreamType]: Sourced<RowOf<Type>>[] };
  readonly dropped: Map<string, number>;
  readonly deadLetters: FailedRecord[];
}

/** The whole batch comes again: what its events need is away. */
export class RetryBatch extends Error {
  override readonly name = 'RetryBatch';
}

/** Runs each record through its stream and sorts the outcomes. Rejects with `RetryBatch` when a look-up is away. */
export async function sortBatch(streams: Streams, records: readonly LogRecord[]): Promise<SortedBatch> {
  const batch: SortedBatch = {
    rows: { click: [], 'page-view': [], conversion: [], 'ad-spend': [] },
    dropped: new Map(),
    deadLetters: [],
  };
  const outcomes = records.map((record) => runRecord(streams, record));
  for (const [index, pending] of outcomes.entries()) {
    const { header, outcome } = pending;
    settle(batch, records[index] as LogRecord, header, outcome instanceof Promise ? await outcome : outcome);
  }
  return batch;
}

interface Running {
  readonly header: { readonly type: string; readonly tenantId?: string | undefined };
  readonly outcome: Outcome<unknown> | Promise<Outcome<unknown>>;
}

function runRecord(streams: Streams, record: LogRecord): Running {
  const json = jsonOf(record.value);
  if (json === undefined) return { header: { type: 'unknown' }, outcome: deadLetter('not JSON') };
  const header = headerOf(json);
  if (!header) return { header: { type: 'unknown' }, outcome: deadLetter('not an event') };
  if (!isStreamType(streams, header.type)) return { header, outcome: deadLetter('no stream takes this type of event') };
  return { header, outcome: streams[header.type].run(json) };
}

/** Enough to choose the stream, whose schema reads the event in full; a schema here would read every event twice. */
function headerOf(json: unknown): Running['header'] | undefined {
  if (typeof json !== 'object' || json === null || !('type' in json) || typeof json.type !== 'string') return undefined;
  const tenantId = 'tenantId' in json && typeof json.tenantId === 'string' ? json.tenantId : undefined;
  return { type: json.type, tenantId };
}

function jsonOf(bytes: Uint8Array): unknown {
  if (!isUtf8(bytes)) return undefined;
  try {
    return JSON.parse(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString());
  } catch {
    return undefined;
  }
}

const isStreamType = (streams: Streams, type: string): type is StreamType => Object.hasOwn(streams, type);

function settle(batch: SortedBatch, record: LogRecord, header: Running['header'], outcome: Outcome<unknown>): void {
  const stream = header.type;
  switch (outcome.kind) {
    case 'ok':
      (batch.rows[stream as StreamType] as Sourced<unknown>[]).push({ row: outcome.value, record });
      return;
    case 'drop': {
      const reason = `${stream}: ${outcome.reason}`;
      batch.dropped.set(reason, (batch.dropped.get(reason) ?? 0) + 1);
      return;
    }
    case 'dead-letter': {
      const { reason, error } = outcome;
      batch.deadLetters.push({ record, stream, tenantId: header.tenantId ?? '', reason, error });
      return;
    }
    case 'retry-later':
      throw new RetryBatch(`${stream}: ${outcome.reason}`, { cause: outcome.error });
  }
}
