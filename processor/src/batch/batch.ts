import { isUtf8 } from 'node:buffer';
import { isUnavailable } from '@tracker/infra/errors/store-errors';
import type { LogRecord } from '@tracker/infra/event-log/event-log';
import type { Outcome } from '../pipeline/outcome.ts';
import type { Stream } from '../pipeline/stream.ts';

/** The streams of the product, by event type. */
export type Streams = ReadonlyMap<string, readonly Stream<unknown>[]>;

/** A row and the record it came from, so that a row that is never taken is kept with its bytes. */
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

/** Enough of an event to choose its streams, whose schemas read it in full; a schema here would read every event twice. */
interface Header {
  readonly type: string;
  readonly tenantId?: string | undefined;
}

/** Runs each record through its streams and sorts the outcomes. Rejects with `RetryBatch` when a look-up is away. */
export async function sortBatch(streams: Streams, records: readonly LogRecord[]): Promise<SortedBatch> {
  const sorter = new Sorter(streams);
  for (const record of records) sorter.run(record);
  return sorter.finish();
}

class Sorter {
  readonly #streams: Streams;
  readonly #batch: SortedBatch;
  /** Most outcomes are there at once; a promise for each would cost more than the steps. */
  readonly #waiting: Promise<void>[] = [];
  #retry: RetryBatch | undefined;

  constructor(streams: Streams) {
    this.#streams = streams;
    const all = [...streams.values()].flat();
    this.#batch = {
      rows: new Map(all.map((stream) => [stream, []])),
      dropped: new Map(),
      deadLetters: [],
      tenants: new Set(),
    };
  }

  run(record: LogRecord): void {
    const json = jsonOf(record.value);
    const header = headerOf(json);
    const ways = header && this.#streams.get(header.type);
    if (!header) this.#refuse(record, UNREADABLE, json === undefined ? 'not JSON' : 'not an event');
    else if (!ways) this.#refuse(record, header, 'no stream takes this type of event');
    else for (const stream of ways) this.#runThrough(stream, record, header, json);
  }

  #runThrough(stream: Stream<unknown>, record: LogRecord, header: Header, json: unknown): void {
    const outcome = stream.run(json);
    if (!(outcome instanceof Promise)) this.#settle(record, header, stream, outcome);
    else this.#waiting.push(outcome.then((settled) => this.#settle(record, header, stream, settled)));
  }

  async finish(): Promise<SortedBatch> {
    await Promise.all(this.#waiting);
    if (this.#retry) throw this.#retry;
    return this.#batch;
  }

  #settle(record: LogRecord, header: Header, stream: Stream<unknown>, outcome: Outcome<unknown>): void {
    const { rows, dropped, tenants } = this.#batch;
    switch (outcome.kind) {
      case 'ok':
        rows.get(stream)?.push({ row: outcome.value, record });
        if (header.tenantId !== undefined) tenants.add(header.tenantId);
        return;
      case 'drop': {
        const reason = `${stream.name}: ${outcome.reason}`;
        dropped.set(reason, (dropped.get(reason) ?? 0) + 1);
        return;
      }
      case 'dead-letter':
        this.#refuse(record, { ...header, type: stream.name }, outcome.reason, outcome.error);
        return;
      case 'retry-later':
        // What is no outage would come again for ever.
        if (outcome.error !== undefined && !isUnavailable(outcome.error)) {
          this.#refuse(record, { ...header, type: stream.name }, outcome.reason, outcome.error);
          return;
        }
        this.#retry ??= new RetryBatch(`${stream.name}: ${outcome.reason}`, { cause: outcome.error });
    }
  }

  #refuse(record: LogRecord, { type, tenantId = '' }: Header, reason: string, error?: unknown): void {
    this.#batch.deadLetters.push({ record, stream: type, tenantId, reason, error });
  }
}

const UNREADABLE: Header = { type: 'unknown' };

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
