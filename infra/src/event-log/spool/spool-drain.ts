// Drains the spool into the log, oldest events first, after an outage and after a restart. While the log is unavailable, the
// oldest batch is also the probe.
import type { Keyring } from '../../secrets/keyring.ts';
import type { Logger } from '../../telemetry/logger.ts';
import { LogUnavailableError, type NewRecord } from '../event-log.ts';
import type { PersonalData, RecordedEvent } from '../recorder.ts';
import { openSpooledEvent } from '../spooled-event.ts';
import type { Spool, SpoolBatch } from './spool.ts';

/** Small enough that visitors, whose events share the log's connection, wait some ms at most. */
const RECORDS_MAX = 1_000;
const PAUSE_MIN_MS = 250;
const PAUSE_MAX_MS = 2_000;
/** At a stop, the batch in hand is given up by then; it comes again at the next start. */
const STOP_WITHIN_MS = 1_000;

export interface SpoolDrainOptions {
  readonly spool: Spool;
  readonly keyring: Keyring;
  readonly logger: Logger;
  /** Rejects when the keys cannot be reached. */
  encrypt(event: RecordedEvent, personal: PersonalData): Promise<RecordedEvent>;
  append(records: readonly NewRecord[]): Promise<void>;
  /** True while events are on their way to the disk: an empty spool is then not the end. */
  isSpooling(): boolean;
  isLogAway(): boolean;
  /** The log takes events, as far as the drain knows. */
  onTaken(): void;
  onRefused(error: unknown): void;
}

export class SpoolDrain {
  readonly #options: SpoolDrainOptions;
  readonly #stop = new AbortController();
  #running: Promise<void> | undefined;
  #endPause: (() => void) | undefined;
  /** Called at the next refusal, or when the spool is empty. */
  #waiting: (() => void)[] = [];
  /** Something was spooled since the spool was last looked into. */
  #isDirty = true;
  #isGivenUp = false;
  #drained = 0;
  #oldestAt: string | undefined;

  constructor(options: SpoolDrainOptions) {
    this.#options = options;
  }

  /** When the oldest event that is not in the log yet was received. */
  get oldestAt(): Date | null {
    return this.#oldestAt === undefined ? null : new Date(this.#oldestAt);
  }

  /** An event was spooled. */
  spooled(receivedAt: string) {
    this.#oldestAt ??= receivedAt;
    this.#isDirty = true;
    this.wake();
  }

  wake() {
    if (this.#stop.signal.aborted) return;
    this.#running ??= this.#run().finally(() => {
      this.#running = undefined;
      if (this.#isDirty) this.wake();
    });
  }

  /** Tries at once; resolves when the spool is empty or the log refuses. */
  now(): Promise<void> {
    if (this.#stop.signal.aborted) return Promise.resolve();
    this.#isDirty = true;
    return new Promise((resolve) => {
      this.#waiting.push(resolve);
      this.wake();
      this.#endPause?.();
    });
  }

  async stop(): Promise<void> {
    this.#stop.abort();
    this.#endPause?.();
    const stopped = Promise.withResolvers<void>();
    const timer = setTimeout(stopped.resolve, STOP_WITHIN_MS);
    await Promise.race([this.#running, stopped.promise]);
    clearTimeout(timer);
    this.#isGivenUp = true;
    this.#reportWaiting();
  }

  async #run(): Promise<void> {
    const { spool, logger } = this.#options;
    for (let pauseMs = PAUSE_MIN_MS; !this.#stop.signal.aborted; ) {
      try {
        this.#isDirty = false;
        const batch = await this.#peek();
        if (!batch) {
          if (this.#isDirty || this.#options.isSpooling()) {
            await this.#pause(PAUSE_MIN_MS);
            continue;
          }
          return this.#emptied();
        }
        this.#oldestAt = receivedAtOf(batch) ?? this.#oldestAt;
        await this.#toLog(batch);
        if (this.#isGivenUp) return;
        await spool.release(batch);
        this.#drained += batch.records.length;
        pauseMs = PAUSE_MIN_MS;
      } catch (error) {
        logger.debug({ err: error }, 'spool drain failed; retrying with backoff');
        this.#options.onRefused(error);
        this.#reportWaiting();
        await this.#pause(pauseMs);
        pauseMs = Math.min(PAUSE_MAX_MS, pauseMs * 2);
      }
    }
  }

  async #peek(): Promise<SpoolBatch | undefined> {
    try {
      return await this.#options.spool.peek(RECORDS_MAX);
    } catch (error) {
      this.#options.logger.error(
        { event: 'spool.read.failed', err: error },
        'spool read failed; retrying with backoff',
      );
      // It cannot ask for the log then: let the next event do so.
      this.#options.onTaken();
      throw error;
    }
  }

  #emptied() {
    if (this.#drained > 0)
      this.#options.logger.info({ event: 'spool.drained', events: this.#drained }, 'spool drained into the event log');
    this.#drained = 0;
    this.#oldestAt = undefined;
    this.#options.onTaken();
    this.#reportWaiting();
  }

  async #toLog(batch: SpoolBatch): Promise<void> {
    const { records, refusal } = await this.#readyForLog(batch);
    if (this.#isGivenUp) return;
    // The keys are away. The others ask whether the log is back, once, since what is given to it now is given again with the batch.
    if (refusal !== undefined && !this.#options.isLogAway()) throw refusal;
    if (records.length > 0) {
      await this.#options.append(records).catch(async (error: unknown) => {
        if (error instanceof LogUnavailableError) throw error;
        // The log is there and does not want one of them: the others must not wait for ever behind it.
        for (const [index, record] of records.entries()) await this.#alone(record, `${placeOf(batch)}-${index}`);
      });
      this.#options.onTaken();
    }
    if (refusal !== undefined) throw refusal;
  }

  async #alone(record: NewRecord, place: string): Promise<void> {
    try {
      await this.#options.append([record]);
    } catch (error) {
      if (error instanceof LogUnavailableError) throw error;
      this.#options.logger.error(
        { event: 'spool.event.rejected', err: error },
        'event log rejected a spooled event; moving it to quarantine',
      );
      await this.#options.spool.keepAside(`refused-${place}`, Buffer.from(record.value));
    }
  }

  async #readyForLog(batch: SpoolBatch): Promise<{ records: NewRecord[]; refusal: unknown }> {
    const ready = batch.records.map(async (record, index): Promise<NewRecord | undefined> => {
      let entry: ReturnType<typeof openSpooledEvent>;
      try {
        entry = openSpooledEvent(record, this.#options.keyring);
      } catch (error) {
        this.#options.logger.error(
          { event: 'spool.event.decrypt-failed', err: error },
          'personal data of a spooled event cannot be decrypted; moving it to quarantine',
        );
        const name = `unopened-${placeOf(batch)}-${index}`;
        await this.#options.spool.keepAside(name, record.value);
        return undefined;
      }
      if (!entry) return record;
      const encrypted = await this.#options.encrypt(entry.event, entry.personal);
      return { key: record.key, value: JSON.stringify(encrypted) };
    });
    const settled = await Promise.allSettled(ready);
    return {
      records: settled.flatMap((one) => (one.status === 'fulfilled' ? (one.value ?? []) : [])),
      refusal: settled.find((one) => one.status === 'rejected')?.reason as unknown,
    };
  }

  #reportWaiting() {
    for (const report of this.#waiting.splice(0)) report();
  }

  async #pause(ms: number): Promise<void> {
    if (this.#stop.signal.aborted) return;
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, ms);
      this.#endPause = () => {
        clearTimeout(timer);
        resolve();
      };
    });
    this.#endPause = undefined;
  }
}

const placeOf = ({ end }: SpoolBatch) => `${end.segment}-${end.offset}`;

/** Read out of the text: the drain has no need of the rest. */
function receivedAtOf({ records: [first] }: SpoolBatch): string | undefined {
  return first && /"receivedAt":"([^"]+)"/.exec(Buffer.from(first.value).toString())?.[1];
}
