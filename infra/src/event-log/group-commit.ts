// Natural group commit: while one batch is being stored, the next one collects events, and it starts when the previous one has
// returned. There is no timer, so a single event does not wait, and under load a batch grows to the size of one commit (a fixed 5
// ms timer stored 12 k events/s, this stores twice as many).
import { LogUnavailableError, type NewRecord } from './event-log.ts';
import { recordBytes } from './record-batch.ts';

const RECORDS_MAX = 5_000;
const BYTES_MAX = 4 * 1024 * 1024;
/** What may wait in memory; beyond it the store is too slow, and whoever sends is told so at once. */
export const WAITING_BYTES_MAX = 64 * 1024 * 1024;

export type StoreBatch<Batch> = (topic: string, recordCount: number, batch: Batch) => Promise<void>;
/** From records, and what `recordBytes` says of them together, to what the store takes: `encodeBatch` where one row or frame holds it. */
export type ToBatch<Batch> = (records: readonly NewRecord[], bytes: number) => Batch;

interface Waiting {
  readonly records: readonly NewRecord[];
  readonly bytes: number;
  readonly resolve: () => void;
  readonly reject: (error: Error) => void;
}

export class GroupCommit<Batch> {
  readonly #store: StoreBatch<Batch>;
  readonly #toBatch: ToBatch<Batch>;
  readonly #queues = new Map<string, Waiting[]>();
  #waitingBytes = 0;
  #running: Promise<void> | undefined;

  constructor(store: StoreBatch<Batch>, toBatch: ToBatch<Batch>) {
    this.#store = store;
    this.#toBatch = toBatch;
  }

  append(topic: string, records: readonly NewRecord[]): Promise<void> {
    const [only] = records;
    if (only === undefined || records.length > 1) return this.#appendPieces(topic, records);
    // Nearly every call: without the two promises of an async function.
    try {
      return this.#enqueue(topic, records, recordBytes(only));
    } catch (error) {
      return Promise.reject(error);
    }
  }

  async #appendPieces(topic: string, records: readonly NewRecord[]): Promise<void> {
    const pieces: Promise<void>[] = [];
    for (let from = 0; from < records.length; ) {
      let bytes = 0;
      let to = from;
      while (to < records.length && to - from < RECORDS_MAX && (bytes < BYTES_MAX || to === from)) {
        bytes += recordBytes(records[to]!);
        to += 1;
      }
      pieces.push(this.#enqueue(topic, from === 0 && to === records.length ? records : records.slice(from, to), bytes));
      from = to;
    }
    if (pieces.length === 1) return pieces[0];
    // Every piece is waited for, so that a rejection never leaves another piece's rejection unheard.
    const failed = (await Promise.allSettled(pieces)).find((piece) => piece.status === 'rejected');
    if (failed) throw failed.reason;
  }

  /** Resolves when nothing waits any more. */
  async idle(): Promise<void> {
    while (this.#running) await this.#running;
  }

  /** Rejects all that waits, but not what is being stored. */
  rejectWaiting(error: Error) {
    const waiting = [...this.#queues.values()].flat();
    this.#queues.clear();
    this.#waitingBytes = 0;
    for (const one of waiting) one.reject(error);
  }

  #enqueue(topic: string, records: readonly NewRecord[], bytes: number): Promise<void> {
    if (this.#waitingBytes + bytes > WAITING_BYTES_MAX && this.#waitingBytes > 0) {
      return Promise.reject(new LogUnavailableError('the log takes events more slowly than they come'));
    }
    return new Promise((resolve, reject) => {
      const queue = this.#queues.get(topic);
      const waiting = { records, bytes, resolve, reject };
      if (queue) queue.push(waiting);
      else this.#queues.set(topic, [waiting]);
      this.#waitingBytes += bytes;
      this.#running ??= this.#run();
    });
  }

  async #run() {
    try {
      for (;;) {
        // After the requests that the event loop has at hand, so that they share the batch.
        await new Promise((resume) => setImmediate(resume));
        const next = this.#take();
        if (!next) return;
        await this.#storeOne(next.topic, next.waiting);
      }
    } finally {
      this.#running = undefined;
    }
  }

  #take(): { topic: string; waiting: Waiting[] } | undefined {
    const [first] = this.#queues;
    if (!first) return undefined;
    const [topic, queue] = first;
    let records = 0;
    let bytes = 0;
    let count = 0;
    for (const one of queue) {
      if (count > 0 && (records + one.records.length > RECORDS_MAX || bytes + one.bytes > BYTES_MAX)) break;
      records += one.records.length;
      bytes += one.bytes;
      count += 1;
    }
    // Taken from the map and put behind the others: topics take turns.
    this.#queues.delete(topic);
    const waiting = queue.splice(0, count);
    if (queue.length > 0) this.#queues.set(topic, queue);
    this.#waitingBytes -= bytes;
    return { topic, waiting };
  }

  async #storeOne(topic: string, waiting: readonly Waiting[]) {
    try {
      const records = waiting.length === 1 ? waiting[0]!.records : waiting.flatMap((one) => one.records);
      const bytes = waiting.reduce((sum, one) => sum + one.bytes, 0);
      await this.#store(topic, records.length, this.#toBatch(records, bytes));
      for (const one of waiting) one.resolve();
    } catch (error) {
      const failure =
        error instanceof LogUnavailableError
          ? error
          : new LogUnavailableError('the log does not answer', { cause: error });
      for (const one of waiting) one.reject(failure);
    }
  }
}
