// Wakes consumers when a topic grows: directly within this process, by NOTIFY from other processes. A signal is a hint; when one
// is lost, the consumer finds the records with its next poll. So signals are sent outside of the append transaction (events
// become durable a few hundred times a second, and listeners need to know fifty times a second).
import { setTimeout as delay } from 'node:timers/promises';
import { connect, type Sql } from '../postgres/connect.ts';
import { CHANNELS } from '../postgres/wire.ts';
import type { Logger } from '../telemetry/logger.ts';

const NOTIFY_EVERY_MS = 20;
/** What a consumer waits at most when the hint was lost. */
const POLL_MS = 1_000;

export class LogSignals {
  readonly #sql: Sql;
  readonly #logger: Logger;
  /** How often each topic was heard to grow. */
  readonly #versions = new Map<string, number>();
  readonly #sleepers = new Map<string, Set<() => void>>();
  readonly #dirty = new Set<string>();
  #notifying: NodeJS.Timeout | undefined;
  #listening: Promise<void> | undefined;
  #closed = false;

  constructor(options: { url: string; logger: Logger }) {
    this.#logger = options.logger;
    this.#sql = connect({ ...options, name: 'event-log signals', max: 1 });
  }

  /** Called after a batch was committed by this process. */
  appended(topic: string) {
    this.#heard(topic);
    this.#dirty.add(topic);
    this.#notifying ??= setTimeout(() => this.#notify(), NOTIFY_EVERY_MS).unref();
  }

  version(topic: string): number {
    return this.#versions.get(topic) ?? 0;
  }

  /** Resolves when the topic has grown since `version` was read, when the fallback poll is due, or when `signal` is aborted. */
  async grown(topic: string, version: number, signal: AbortSignal): Promise<void> {
    if (this.version(topic) !== version || signal.aborted) return;
    const sleepers = this.#sleepers.get(topic) ?? new Set();
    this.#sleepers.set(topic, sleepers);
    await new Promise<void>((wake) => {
      const timer = setTimeout(wakeUp, POLL_MS);
      function wakeUp() {
        clearTimeout(timer);
        sleepers.delete(wakeUp);
        signal.removeEventListener('abort', wakeUp);
        wake();
      }
      sleepers.add(wakeUp);
      signal.addEventListener('abort', wakeUp);
    });
  }

  /** Resolves when first listening, or soon when Postgres is away: the driver then goes on trying. */
  async listen(): Promise<void> {
    this.#listening ??= this.#startListening();
    await Promise.race([this.#listening, delay(1_000, undefined, { ref: false })]);
  }

  async close() {
    this.#closed = true;
    clearTimeout(this.#notifying);
    if (this.#dirty.size > 0) await this.#notify();
    await this.#sql.end({ timeout: 1 });
  }

  async #startListening() {
    while (!this.#closed) {
      try {
        // From here on the driver listens again by itself after a lost connection, and calls the last function each time:
        // what was appended in between was not heard of.
        await this.#sql.listen(
          CHANNELS.logAppended,
          (topic) => this.#heard(topic),
          () => this.#heardAll(),
        );
        return;
      } catch (error) {
        this.#logger.debug({ err: error }, 'LISTEN for new events failed; retrying in 200 ms');
        await delay(200);
      }
    }
  }

  #heard(topic: string) {
    this.#versions.set(topic, this.version(topic) + 1);
    for (const wake of [...(this.#sleepers.get(topic) ?? [])]) wake();
  }

  #heardAll() {
    for (const topic of this.#sleepers.keys()) this.#heard(topic);
  }

  async #notify() {
    this.#notifying = undefined;
    const topics = [...this.#dirty];
    this.#dirty.clear();
    try {
      await this
        .#sql`SELECT pg_notify(${CHANNELS.logAppended}, topic) FROM unnest(string_to_array(${topics.join('\n')}, E'\n')) AS topic`;
    } catch (error) {
      this.#logger.debug({ err: error }, 'NOTIFY of new events failed; other consumers poll');
    }
  }
}
