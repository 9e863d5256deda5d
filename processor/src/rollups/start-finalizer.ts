import { createFinalizer, type FinalizerDeps } from './finalizer.ts';

/** A start has better things to do. */
const FIRST_TURN_MS = 60_000;
const REST_MS = 60_000;
/** Between two turns while there is work: batches and screens come in between. */
const BREATH_MS = 500;

/** Finalizes days as long as the processor runs; a failure is logged and retried. Gives the way to stop, which waits for the turn in hand. */
export function startFinalizer(deps: FinalizerDeps): () => Promise<void> {
  const worker = createFinalizer(deps);
  let timer: NodeJS.Timeout | undefined;
  let turning: Promise<void> = Promise.resolve();
  let stopped = false;

  async function turn(): Promise<void> {
    let isMore = false;
    try {
      isMore = await worker.turn();
    } catch (error) {
      if (!stopped)
        deps.logger.warn(
          { event: 'rollups.finalize.failed', err: error },
          'finalizing days failed; retrying, figures are read from events',
        );
    }
    wait(isMore ? BREATH_MS : REST_MS);
  }

  function wait(ms: number): void {
    if (stopped) return;
    timer = setTimeout(() => {
      turning = turn();
    }, ms).unref();
  }

  wait(FIRST_TURN_MS);
  return async () => {
    stopped = true;
    clearTimeout(timer);
    await turning;
  };
}
