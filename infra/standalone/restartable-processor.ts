import { type Processor, type ProcessorDeps, startProcessor } from '@tracker/processor/app';

/** The processor of this process. An operator command can stop it for a moment, to move its offset in the log. */
export interface RestartableProcessor extends Processor {
  /** Runs `work` while no consumer runs, and starts them again, also when it failed. */
  whileStopped<T>(work: () => Promise<T>): Promise<T>;
}

export async function startRestartableProcessor(deps: ProcessorDeps): Promise<RestartableProcessor> {
  let running = await startProcessor(deps);
  let isEnding = false;
  /** Stops and starts come one after the other. */
  let turn: Promise<unknown> = Promise.resolve();

  async function workStopped<T>(work: () => Promise<T>): Promise<T> {
    await running.stop();
    try {
      return await work();
    } finally {
      if (!isEnding) running = await startProcessor(deps);
    }
  }

  return {
    check: () => running.check(),
    whileStopped<T>(work: () => Promise<T>): Promise<T> {
      const done = turn.then(() => workStopped(work));
      turn = done.catch(() => undefined);
      return done;
    },
    async stop() {
      isEnding = true;
      await turn;
      await running.stop();
    },
  };
}
