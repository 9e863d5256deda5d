// Insights that Facebook computes in the background: started, asked about until they are there, and read like others.
import type { z } from 'zod';
import type { Clock } from '../../lifecycle/clock.ts';
import { RunAnswer, RunStartAnswer } from './answers.ts';
import type { GraphCall, GraphRequest } from './graph-call.ts';
import { GraphError } from './graph-error.ts';
import { objectPath } from './object-path.ts';
import { readAllPages } from './pages.ts';

export interface RunDeps {
  readonly clock: Clock;
  readonly sleep: (ms: number, signal?: AbortSignal) => Promise<void>;
}

export interface InsightsRuns {
  /**
   * `request` as the immediate call would be. Throws `GraphError` 'too-much-data' when the run fails or is skipped, 'retry' when it
   * does not begin within 5 minutes or end within 30.
   */
  read<T>(request: GraphRequest, row: z.ZodType<T>): Promise<T[]>;
}

const MINUTE_MS = 60_000;
const START_MAX_MS = 5 * MINUTE_MS;
const RUN_MAX_MS = 30 * MINUTE_MS;
const POLL_MIN_MS = 1_000;
const POLL_MAX_MS = 15_000;

/** The rows of a completed run are looked for so often again. */
const RESULT_LOOKS_MAX = 3;

/** A run of our own is not seen by each of Facebook's servers at once: here that says nothing about access. */
const isTooEarly = (error: unknown): boolean =>
  error instanceof GraphError && (error.mend === 'look-again' || error.code === 'object_not_seen');

export function createInsightsRuns(call: GraphCall, { clock, sleep }: RunDeps): InsightsRuns {
  /** A run that has just begun may not be known yet. */
  async function statusOf(request: GraphRequest): Promise<string> {
    try {
      return (await call(request, RunAnswer)).async_status;
    } catch (error) {
      if (isTooEarly(error)) return 'Job Not Started';
      throw error;
    }
  }

  /** By status, never by percent: runs say 100 % before their rows are there. */
  async function untilCompleted(request: GraphRequest): Promise<void> {
    const startedAt = clock.now();
    for (let pauseMs = POLL_MIN_MS; ; pauseMs = Math.min(POLL_MAX_MS, pauseMs * 2)) {
      const status = await statusOf(request);
      if (status === 'Job Completed') return;
      if (status === 'Job Failed' || status === 'Job Skipped') {
        throw new GraphError('too-much-data', { problem: { code: 'too_much_data' }, reason: `run: ${status}` });
      }
      const limitMs = status === 'Job Not Started' ? START_MAX_MS : RUN_MAX_MS;
      if (clock.now() - startedAt >= limitMs) {
        throw new GraphError('retry', { problem: { code: 'no_answer' }, reason: 'run takes too long' });
      }
      await sleep(pauseMs, request.signal);
    }
  }

  return {
    async read(request, row) {
      const { token, adAccountId, signal } = request;
      const { report_run_id } = await call({ ...request, name: 'start run', method: 'POST' }, RunStartAnswer);
      const run = { to: objectPath(report_run_id), token, adAccountId, signal, use: 'insights' as const };
      await untilCompleted({ ...run, name: 'poll run' });
      const result = { ...run, name: 'read run', to: `${run.to}/insights`, params: { limit: '500' } };
      for (let pauseMs = POLL_MIN_MS, left = RESULT_LOOKS_MAX; ; pauseMs *= 2, left -= 1) {
        try {
          return await readAllPages(call, result, row);
        } catch (error) {
          if (!isTooEarly(error)) throw error;
          if (left === 0) throw new GraphError('retry', { problem: { code: 'no_answer' }, reason: 'run without rows' });
          await sleep(pauseMs, signal);
        }
      }
    },
  };
}
