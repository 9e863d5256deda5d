// The path of every event of ingest: into the log, or into the spool while the log is unavailable. The spool drains into the log
// by itself. An event that went to both counts once, because its identity is minted before.
import { setTimeout as delay } from 'node:timers/promises';
import { EVENTS_TOPIC, type Topic } from '@tracker/schemas/events/topics';
import { isUnavailable } from '../errors/store-errors.ts';
import { acquireDataDir, type DataDir } from '../lifecycle/data-dir.ts';
import { withTimeout } from '../lifecycle/timeout.ts';
import type { Persons } from '../privacy/persons.ts';
import type { Keyring } from '../secrets/keyring.ts';
import type { Logger } from '../telemetry/logger.ts';
import { metrics } from '../telemetry/metrics.ts';
import { currentTracing } from '../telemetry/tracing.ts';
import { type EventLog, LogUnavailableError, SenderBusyError } from './event-log.ts';
import { type Flight, Flights } from './flights.ts';
import type { Entry, PersonalData, RecordedEvent, Recorder, RecorderStatus } from './recorder.ts';
import { openSpool, type Spool } from './spool/spool.ts';
import { SpoolDrain } from './spool/spool-drain.ts';
import { spooledEvent, withPerson } from './spooled-event.ts';

/** The timeout of one append to the log; after it the event goes to the spool and is acknowledged from there. */
const ATTEMPT_MS = 8_000;
const WATCH_EVERY_MS = 250;
/**
 * Of one tenant, on their way to the log. What is beyond goes to the spool at once and is acknowledged from there: a flood of one tenant must not
 * take all the requests that may be in flight (limit-table.ts of ingest) while the log is slow.
 */
export const FLIGHTS_PER_TENANT_MAX = 2_000;
const ENCRYPT_MS = 3_000;
/** At a stop, what the log has not taken by then goes to the spool. */
const CLOSE_WITHIN_MS = 2_000;

export interface RecorderOptions {
  readonly log: EventLog<Topic>;
  /** Taken with a lock of its own: one process at a time. */
  readonly spoolDir: string;
  /** Beyond it events are refused. */
  readonly spoolBytesMax?: number;
  readonly persons: Pick<Persons, 'encrypt'>;
  readonly keyring: Keyring;
  readonly logger: Logger;
  /** How long the key store may take for one person; 3 s when absent. */
  readonly encryptMs?: number;
}

/** Throws `StartError` when another process has the spool. */
export async function createRecorder(options: RecorderOptions): Promise<Recorder> {
  const lock = acquireDataDir(options.spoolDir);
  try {
    const spool = await openSpool({ dir: lock.path, bytesMax: options.spoolBytesMax, logger: options.logger });
    return new SpoolingRecorder(options, spool, lock);
  } catch (error) {
    lock.release();
    throw error;
  }
}

class SpoolingRecorder implements Recorder {
  readonly #log: EventLog<Topic>;
  readonly #persons: Pick<Persons, 'encrypt'>;
  readonly #keyring: Keyring;
  readonly #encryptMs: number;
  readonly #logger: Logger;
  readonly #spool: Spool;
  readonly #lock: DataDir;
  readonly #drain: SpoolDrain;
  readonly #flights = new Flights();
  readonly #watch: NodeJS.Timeout;
  readonly #counters = new Map<string, { inc(): void }>();
  #logAway: { readonly since: number; spooled: number } | undefined;
  #areKeysAway = false;
  #spooling = 0;
  #hasRefused = false;
  #closed: Promise<void> | undefined;

  constructor(options: RecorderOptions, spool: Spool, lock: DataDir) {
    this.#log = options.log;
    this.#persons = options.persons;
    this.#keyring = options.keyring;
    this.#encryptMs = options.encryptMs ?? ENCRYPT_MS;
    this.#logger = options.logger;
    this.#spool = spool;
    this.#lock = lock;
    this.#drain = new SpoolDrain({
      spool,
      keyring: options.keyring,
      logger: options.logger,
      encrypt: (event, personal) => this.#encrypt(event, personal),
      append: (records) =>
        withTimeout(ATTEMPT_MS, this.#log.append(EVENTS_TOPIC, records), () => {
          throw new LogUnavailableError(`the log did not answer within ${ATTEMPT_MS} ms`);
        }),
      isSpooling: () => this.#spooling > 0,
      isLogAway: () => this.#logAway !== undefined,
      onTaken: () => this.#logTakes(),
      onRefused: (error) => {
        if (error instanceof LogUnavailableError) this.#openBreaker(error);
      },
    });
    this.#watch = setInterval(() => this.#cutLateFlights(), WATCH_EVERY_MS).unref();
    this.#drain.wake();
  }

  record(given: Entry): Promise<void> {
    const entry = withTrace(given);
    if (this.#closed) return Promise.reject(new LogUnavailableError('the recorder is closed'));
    const { personal } = entry;
    if (this.#logAway || (personal && this.#areKeysAway)) return this.#toSpool(entry);
    if (this.#flights.ofTenant(entry.event.tenantId) >= FLIGHTS_PER_TENANT_MAX) return this.#spoolBusy(entry);
    return new Promise((resolve, reject) => {
      const flight = this.#flights.add({ entry, since: performance.now(), resolve, reject });
      const sent = personal ? this.#encryptAndSend(flight, personal) : this.#send(entry.key, entry.event);
      sent.then(
        () => this.#landed(flight),
        (error) => this.#failed(flight, error),
      );
    });
  }

  status(): RecorderStatus {
    return {
      logAvailable: this.#logAway === undefined,
      takesEvents: !this.#hasRefused,
      isSpoolIntact: this.#spool.isIntact,
      spooledEvents: this.#spool.events,
      spooledBytes: this.#spool.bytes,
      oldestSpooledAt: this.#drain.oldestAt,
    };
  }

  drain(): Promise<void> {
    return this.#drain.now();
  }

  close(): Promise<void> {
    this.#closed ??= this.#close();
    return this.#closed;
  }

  #send(key: string, event: RecordedEvent): Promise<void> {
    return this.#log.append(EVENTS_TOPIC, [{ key, value: JSON.stringify(event) }], event.tenantId);
  }

  async #encryptAndSend(flight: Flight, personal: PersonalData): Promise<void> {
    const { key, event } = flight.entry;
    const encrypted = await this.#encrypt(event, personal);
    // Spooled meanwhile: one copy is enough.
    if (this.#flights.has(flight)) await this.#send(key, encrypted);
  }

  async #encrypt(event: RecordedEvent, personal: PersonalData): Promise<RecordedEvent> {
    try {
      const encrypted = this.#persons.encrypt(event.tenantId, event.receivedAt, personal);
      const person = await withTimeout(this.#encryptMs, encrypted, () => {
        throw new LogUnavailableError(`the key store did not answer within ${this.#encryptMs} ms`);
      });
      this.#areKeysAway = false;
      return withPerson(event, person);
    } catch (error) {
      throw isUnavailable(error) ? new KeysAwayError('the keys of persons cannot be reached', { cause: error }) : error;
    }
  }

  #landed(flight: Flight) {
    if (!this.#flights.delete(flight)) return;
    this.#count(flight.entry, 'log');
    flight.resolve();
  }

  #failed(flight: Flight, error: unknown) {
    if (!this.#flights.has(flight)) return;
    if (error instanceof SenderBusyError) {
      this.#flights.delete(flight);
      this.#spoolBusy(flight.entry).then(flight.resolve, flight.reject);
      return;
    }
    if (error instanceof LogUnavailableError) return this.#openBreaker(error);
    this.#flights.delete(flight);
    if (!(error instanceof KeysAwayError)) return flight.reject(error);
    this.#areKeysAway = true;
    this.#toSpool(flight.entry).then(flight.resolve, flight.reject);
  }

  #spoolBusy(entry: Entry): Promise<void> {
    const { tenantId } = entry.event;
    // The reason: lines of one event and reason are written once a minute, and each tenant is one to look at.
    this.#logger.warn(
      { event: 'recorder.tenant.busy', tenantId, reason: tenantId },
      'tenant sends events faster than the log takes them; writing the rest of them to the spool',
    );
    return this.#toSpool(entry);
  }

  /** From now on events go to the spool, and so do those that the log holds without an answer. */
  #openBreaker(error: LogUnavailableError) {
    const flights = this.#flights.takeAll();
    if (!this.#logAway) {
      this.#logAway = { since: performance.now(), spooled: 0 };
      this.#logger.warn(
        { event: 'recorder.log.unavailable', err: error, inFlight: flights.length },
        'event log unavailable; writing events to the spool',
      );
    }
    for (const { entry, resolve, reject } of flights) this.#toSpool(entry).then(resolve, reject);
    this.#drain.wake();
  }

  /** The log took what was drained, or there is nothing to try it with: the next event is the trial. */
  #logTakes() {
    const away = this.#logAway;
    if (!away) return;
    this.#logAway = undefined;
    this.#hasRefused = false;
    const awayMs = Math.round(performance.now() - away.since);
    this.#logger.info(
      { event: 'recorder.log.recovered', awayMs, spooled: away.spooled },
      'event log available again; spool is empty',
    );
  }

  async #toSpool(entry: Entry): Promise<void> {
    this.#spooling += 1;
    try {
      await this.#spool.append([spooledEvent(entry, this.#keyring)], entry.event.tenantId);
      this.#hasRefused = false;
    } catch (error) {
      this.#hasRefused = error instanceof LogUnavailableError && !(error instanceof SenderBusyError);
      throw error;
    } finally {
      this.#spooling -= 1;
    }
    if (this.#logAway) this.#logAway.spooled += 1;
    this.#count(entry, 'spool');
    this.#drain.spooled(entry.event.receivedAt);
  }

  #cutLateFlights() {
    const since = this.#flights.oldestSince();
    if (since === undefined || performance.now() - since < ATTEMPT_MS) return;
    this.#openBreaker(new LogUnavailableError(`the log did not take an event within ${ATTEMPT_MS} ms`));
  }

  #count({ event }: Entry, to: 'log' | 'spool') {
    const name = `${to} ${event.type}`;
    let counter = this.#counters.get(name);
    if (!counter) {
      counter = metrics.recordedEvents.labels({ type: event.type, to });
      this.#counters.set(name, counter);
    }
    counter.inc();
  }

  async #close(): Promise<void> {
    const since = performance.now();
    while (this.#flights.size > 0 || this.#spooling > 0) {
      if (this.#flights.size > 0 && performance.now() - since > CLOSE_WITHIN_MS) {
        this.#openBreaker(
          new LogUnavailableError(`the log did not take an event within ${CLOSE_WITHIN_MS} ms of a stop`),
        );
      }
      await delay(5);
    }
    clearInterval(this.#watch);
    await this.#drain.stop();
    await this.#spool.close();
    this.#lock.release();
  }
}

/** Joins what becomes of the event to the request that brought it. */
function withTrace(entry: Entry): Entry {
  const traceparent = currentTracing()?.traceparent();
  return traceparent === undefined ? entry : { ...entry, event: { ...entry.event, traceparent } };
}

class KeysAwayError extends Error {
  override readonly name = 'KeysAwayError';
}
