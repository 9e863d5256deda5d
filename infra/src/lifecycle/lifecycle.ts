// One ordered lifecycle instead of a DI container: parts start in the order of their addition and stop in reverse order, so that
// a part outlives its users. When a part fails to start, the parts before it are stopped.
import type { Logger } from '../telemetry/logger.ts';

export interface Part<T> {
  readonly name: string;
  start(): Promise<T> | T;
  stop?(value: T): Promise<void> | void;
}

export interface Lifecycle {
  /** Starts the part and returns its value. When it fails, all earlier parts are stopped and the error is rethrown. */
  add<T>(part: Part<T>): Promise<T>;
  /** Stops all parts in reverse order; one that fails to stop is logged and does not keep the others. Safe to call twice. */
  stop(): Promise<void>;
  readonly stopping: boolean;
}

/** Thrown by `add` when `stop` was called while a part was starting: the start ends, without an error message. */
export class StartInterruptedError extends Error {
  override readonly name = 'StartInterruptedError';
}

export function createLifecycle(logger: Logger): Lifecycle {
  const running: { name: string; stop: () => Promise<void> | void }[] = [];
  let starting: Promise<unknown> = Promise.resolve();
  let stopped: Promise<void> | undefined;

  async function stopOne({ name, stop }: (typeof running)[number]) {
    const began = performance.now();
    try {
      await stop();
      logger.debug({ part: name, durationMs: Math.round(performance.now() - began) }, 'part stopped');
    } catch (error) {
      logger.error(
        { event: 'lifecycle.part.stop-failed', part: name, err: error },
        'part failed to stop; stopping the others',
      );
    }
  }

  async function stopAll() {
    // A part in the middle of its start cannot be abandoned: it would be left behind.
    await starting.catch(() => undefined);
    for (let part = running.pop(); part; part = running.pop()) await stopOne(part);
  }

  const lifecycle: Lifecycle = {
    get stopping() {
      return stopped !== undefined;
    },

    async add<T>(part: Part<T>): Promise<T> {
      if (stopped) throw new StartInterruptedError(`${part.name} was not started: the program is stopping`);
      const began = performance.now();
      const start = (async () => {
        const value = await part.start();
        running.push({ name: part.name, stop: () => part.stop?.(value) });
        return value;
      })();
      starting = start;
      try {
        const value = await start;
        if (stopped) throw new StartInterruptedError(`the program was stopped while ${part.name} started`);
        logger.debug({ part: part.name, durationMs: Math.round(performance.now() - began) }, 'part started');
        return value;
      } catch (error) {
        await lifecycle.stop();
        throw error;
      }
    },

    stop() {
      stopped ??= stopAll();
      return stopped;
    },
  };
  return lifecycle;
}
