// The log as commands see it: one that does not answer is reported to the operator within ten seconds, with the place, and ends the command by itself.
import {
  type EventLog,
  type LogRecord,
  LogUnavailableError,
  type ReadOptions,
} from '@tracker/infra/event-log/event-log';
import { positionsText } from '@tracker/infra/event-log/positions';
import type { Topic } from '@tracker/schemas/events/topics';
import type { LogWaits, Report } from './command.ts';

const WAITS: LogWaits = { noticeMs: 8_000, endMs: 120_000 };
/** They answer while they work, or within a bound of their own. */
const UNWATCHED = new Set<PropertyKey>(['append', 'consume', 'deleteBefore', 'probe', 'close']);

export function watchedLog(
  log: EventLog<Topic>,
  report: Pick<Report, 'say'>,
  { noticeMs, endMs }: LogWaits = WAITS,
): EventLog<Topic> {
  async function watched<Answer>(answer: Promise<Answer>, doing: string): Promise<Answer> {
    let silentMs = 0;
    let timer: NodeJS.Timeout | undefined;
    const silence = new Promise<never>((_, reject) => {
      timer = setInterval(() => {
        silentMs += noticeMs;
        if (silentMs >= endMs) {
          return reject(new LogUnavailableError(`the log gave no answer for ${seconds(silentMs)} (${doing})`));
        }
        report.say(`The log has not answered for ${seconds(silentMs)} (${doing}); waiting up to ${seconds(endMs)}.`);
      }, noticeMs);
    });
    try {
      return await Promise.race([answer, silence]);
    } finally {
      clearInterval(timer);
      answer.catch(() => undefined); // Its late answer is of no use.
    }
  }

  async function* read(options: ReadOptions<Topic>): AsyncGenerator<LogRecord[], void, void> {
    const records = log.read(options)[Symbol.asyncIterator]();
    let place = options.from === undefined ? 'its begin' : positionsText(options.from);
    try {
      for (;;) {
        const next = await watched(records.next(), `reading ${options.topic} behind ${place}`);
        if (next.done) return;
        const last = next.value.at(-1);
        if (last) place = `${last.partition}:${last.position}`;
        yield next.value;
      }
    } finally {
      // Not waited for: a read that hangs ends with its connections.
      records.return?.().catch(() => undefined);
    }
  }

  const watchedMethods = <Part extends object>(part: Part): Part =>
    new Proxy(part, {
      get(target, name) {
        const value: unknown = Reflect.get(target, name, target);
        if (name === 'topics' && typeof value === 'object' && value) return watchedMethods(value);
        if (name === 'read') return read;
        if (typeof value !== 'function' || UNWATCHED.has(name)) return value;
        return (...given: unknown[]) => watched(Reflect.apply(value, target, given) as Promise<unknown>, String(name));
      },
    });
  return watchedMethods(log);
}

const seconds = (ms: number): string => `${Math.round(ms / 1_000)} s`;
