import { isUtf8 } from 'node:buffer';
import type { LogRecord } from '@tracker/infra/event-log/event-log';
import type { Sourced } from '../sinks/sink.ts';
import type { Outcome } from './outcome.ts';
import { deadLetter } from './outcome.ts';
import type { Stream } from './stream.ts';

/** The streams of the product, by the type of the events that they take. */
export type Streams = ReadonlyMap<string, readonly Stream<unknown>[]>;

export interface FailedRecord {
  readonly record: LogRecord;
  readonly stream: string;
  readonly tenantId: string;
  readonly reason: string;
  readonly error?: unknown;
}

export interface SortedBatch {
  /** What each stream made of the records. */
  readonly rows: ReadonlyMap<Stream<unknown>, Sourced<unknown>[]>;
  readonly dropped: Map<string, number>;
  readonly deadLetters: FailedRecord[];
  /** Whose events these are. */
  readonly tenants: Set<string>;
}

/** The whole batch comes again: what its events need is away. */
export class RetryBatch extends Error {
  override readonly name = 'RetryBatch';
}

interface Header {
  readonly type: string;
  readonly tenantId?: string | undefined;
}

/** A record on one of its ways. */
interface Running {
  readonly record: LogRecord;
  readonly header: Header;
  /** Absent when no stream takes the record. */
  readonly stream?: Stream<unknown>;
  readonly outcome: Outcome<unknown> | Promise<Outcome<unknown>>;
}

/** Runs each record through its streams and sorts the outcomes. Rejects with `RetryBatch` when a look-up is away. */
export async function sortBatch(streams: Streams, records: readonly LogRecord[]): Promise<SortedBatch> {
  const rows = new Map<Stream<unknown>, Sourced<unknown>[]>();
  for (const ways of streams.values()) for (const stream of ways) rows.set(stream, []);
  const batch = { rows, dropped: new Map(), deadLetters: [], tenants: new Set<string>() };
  const running: Running[] = [];
  for (const record of records) runRecord(streams, record, running);
  for (const one of running) {
    settle(batch, one, one.outcome instanceof Promise ? await one.outcome : one.outcome);
  }
  return batch;
}

function runRecord(streams: Streams, record: LogRecord, running: Running[]): void {
  const refuse = (header: Header, reason: string) => running.push({ record, header, outcome: deadLetter(reason) });
  const json = jsonOf(record.value);
  if (json === undefined) return void refuse(UNREADABLE, 'not JSON');
  const header = headerOf(json);
  if (!header) return void refuse(UNREADABLE, 'not an event');
  const ways = streams.get(header.type);
  if (!ways) return void refuse(header, 'no stream takes this type of event');
  for (const stream of ways) running.push({ record, header, stream, outcome: stream.run(json) });
}

const UNREADABLE: Header = { type: 'unknown' };

/** Enough to choose the streams, whose schemas read the event in full; a schema here would read every event twice. */
function headerOf(json: unknown): Header | undefined {
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

function settle(batch: SortedBatch, { record, header, stream }: Running, outcome: Outcome<unknown>): void {
  const name = stream?.name ?? header.type;
  switch (outcome.kind) {
    case 'ok':
      if (stream) batch.rows.get(stream)?.push({ row: outcome.value, record });
      if (header.tenantId !== undefined) batch.tenants.add(header.tenantId);
      return;
    case 'drop': {
      const reason = `${name}: ${outcome.reason}`;
      batch.dropped.set(reason, (batch.dropped.get(reason) ?? 0) + 1);
      return;
    }
    case 'dead-letter': {
      const { reason, error } = outcome;
      batch.deadLetters.push({ record, stream: name, tenantId: header.tenantId ?? '', reason, error });
      return;
    }
    case 'retry-later':
      throw new RetryBatch(`${name}: ${outcome.reason}`, { cause: outcome.error });
  }
}
