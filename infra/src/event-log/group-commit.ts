// Natural group commit: while one batch is being stored, the next one collects events, and it starts when the previous one has
// returned. There is no timer, so a single event does not wait, and under load a batch grows to the size of one commit (a fixed 5
// ms timer stored 12 k events/s, this stores twice as many). Senders take turns in a batch (ADR 82): the flood of one waits behind its own
// events, and those of all others are in the next batch.
import { LogUnavailableError, type NewRecord, SenderBusyError } from './event-log.ts';
import { recordBytes } from './record-batch.ts';

const RECORDS_MAX = 5_000;
const BYTES_MAX = 4 * 1024 * 1024;
/** What may wait in memory; beyond it the store is too slow, and the sender gets that answer at once. */
export const WAITING_BYTES_MAX = 64 * 1024 * 1024;
/** The part of it that one sender may have. */
export const SENDER_BYTES_MAX = WAITING_BYTES_MAX / 4;
/** What a sender puts into a batch before it is the next one's turn: some fifty clicks. */
export const TURN_BYTES = 64 * 1024;

export type StoreBatch<Batch> = (topic: string, recordCount: number, batch: Batch) => Promise<void>;
/** From records, and what `recordBytes` says of them together, to what the store takes: `encodeBatch` where one row or frame holds it. */
export type ToBatch<Batch> = (records: readonly NewRecord[], bytes: number) => Batch | Promise<Batch>;

interface Waiting {
  readonly records: readonly NewRecord[];
  readonly bytes: number;
  readonly resolve: () => void;
  readonly reject: (error: Error) => void;
}

/** What waits of one sender, in its order. */
class Lane {
  readonly #waiting: Waiting[] = [];
  #next = 0;
  bytes = 0;

  get first(): Waiting | undefined {
    return this.#waiting[this.#next];
  }

  push(one: Waiting) {
    this.#waiting.push(one);
    this.bytes += one.bytes;
  }

  /** Removes the first one. */
  shift() {
    this.bytes -= this.first?.bytes ?? 0;
    this.#next += 1;
    // Not one by one: that would move all others each time.
    if (this.#next < 1_000 || this.#next * 2 < this.#waiting.length) return;
    this.#waiting.splice(0, this.#next);
    this.#next = 0;
  }

  all(): Waiting[] {
    return this.#waiting.slice(this.#next);
  }
}

/** By sender, in the order of their turns. */
type Lanes = Map<string, Lane>;

export class GroupCommit<Batch> {
  readonly #store: StoreBatch<Batch>;
  readonly #toBatch: ToBatch<Batch>;
  readonly #topics = new Map<string, Lanes>();
  #waitingBytes = 0;
  #running: Promise<void> | undefined;

  constructor(store: StoreBatch<Batch>, toBatch: ToBatch<Batch>) {
    this.#store = store;
    this.#toBatch = toBatch;
  }

  /** `sender`: '' for a program's own records, which have no limit of their own. */
  append(topic: string, records: readonly NewRecord[], sender = ''): Promise<void> {
    const [only] = records;
    if (only === undefined || records.length > 1) return this.#appendPieces(topic, records, sender);
    // Nearly every call: without the two promises of an async function.
    try {
      return this.#enqueue(topic, records, recordBytes(only), sender);
    } catch (error) {
      return Promise.reject(error);
    }
  }

  async #appendPieces(topic: string, records: readonly NewRecord[], sender: string): Promise<void> {
    const pieces: Promise<void>[] = [];
    for (let from = 0; from < records.length; ) {
      let bytes = 0;
      let to = from;
      while (to < records.length && to - from < RECORDS_MAX && (bytes < BYTES_MAX || to === from)) {
        bytes += recordBytes(records[to]!);
        to += 1;
      }
      const piece = from === 0 && to === records.length ? records : records.slice(from, to);
      pieces.push(this.#enqueue(topic, piece, bytes, sender));
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
    const waiting = [...this.#topics.values()].flatMap((lanes) => [...lanes.values()].flatMap((lane) => lane.all()));
    this.#topics.clear();
    this.#waitingBytes = 0;
    for (const one of waiting) one.reject(error);
  }

  #enqueue(topic: string, records: readonly NewRecord[], bytes: number, sender: string): Promise<void> {
    if (this.#waitingBytes + bytes > WAITING_BYTES_MAX && this.#waitingBytes > 0) {
      return Promise.reject(new LogUnavailableError('the log takes events more slowly than they come'));
    }
    const lanes: Lanes = this.#topics.get(topic) ?? new Map();
    const lane = lanes.get(sender) ?? new Lane();
    if (sender !== '' && lane.bytes > 0 && lane.bytes + bytes > SENDER_BYTES_MAX) {
      return Promise.reject(new SenderBusyError('the log takes the events of this sender more slowly than they come'));
    }
    return new Promise((resolve, reject) => {
      lane.push({ records, bytes, resolve, reject });
      lanes.set(sender, lane);
      this.#topics.set(topic, lanes);
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
    const [first] = this.#topics;
    if (!first) return undefined;
    const [topic, lanes] = first;
    // Taken from the map and put behind the others: topics take turns.
    this.#topics.delete(topic);
    const waiting = takeTurns(lanes);
    if (lanes.size > 0) this.#topics.set(topic, lanes);
    for (const { bytes } of waiting) this.#waitingBytes -= bytes;
    return { topic, waiting };
  }

  async #storeOne(topic: string, waiting: readonly Waiting[]) {
    try {
      const records = waiting.length === 1 ? waiting[0]!.records : waiting.flatMap((one) => one.records);
      const bytes = waiting.reduce((sum, one) => sum + one.bytes, 0);
      await this.#store(topic, records.length, await this.#toBatch(records, bytes));
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

/** Takes a batch out of what waits. The sender that it had no more room for is the first of the next one. */
function takeTurns(lanes: Lanes): Waiting[] {
  const batch: Waiting[] = [];
  let records = 0;
  let bytes = 0;
  // A sender that has more is put behind the others, where this loop meets it again.
  for (const [sender, lane] of lanes) {
    let turn = 0;
    for (let one = lane.first; one !== undefined && turn < TURN_BYTES; one = lane.first) {
      if (batch.length > 0 && (records + one.records.length > RECORDS_MAX || bytes + one.bytes > BYTES_MAX))
        return batch;
      batch.push(one);
      lane.shift();
      records += one.records.length;
      bytes += one.bytes;
      turn += one.bytes;
    }
    lanes.delete(sender);
    if (lane.first) lanes.set(sender, lane);
  }
  return batch;
}
