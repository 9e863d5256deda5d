// Commands for the spool: events that ingest acknowledged while the log was unavailable, and that still wait on disk.
import { z } from 'zod';
import { defineCommand, EXIT } from './command.ts';
import { bytes, count } from './format.ts';

const HERE = 'Of this machine’s data directory: each ingest process has a spool of its own.';

export const spoolStatus = defineCommand({
  name: 'spool status',
  summary: 'what waits in the spool',
  details: HERE,
  isForOutages: true,
  options: z.object({}),
  run: ({ withRecorder }) =>
    withRecorder(async (recorder) => {
      const status = recorder.status();
      const since = status.oldestSpooledAt;
      return {
        data: status,
        lines: [
          status.spooledEvents === 0
            ? 'The spool is empty.'
            : `${count(status.spooledEvents)} events (${bytes(status.spooledBytes)}) wait in the spool, the oldest since ${since?.toISOString() ?? 'an unknown time'}.`,
          status.logAvailable ? 'The log takes events.' : 'The log is away.',
        ],
      };
    }),
});

export const spoolDrain = defineCommand({
  name: 'spool drain',
  summary: 'tries at once to bring the spool into the log, which otherwise happens by itself',
  details: HERE,
  options: z.object({}),
  run: ({ withRecorder }) =>
    withRecorder(async (recorder) => {
      const before = recorder.status().spooledEvents;
      await recorder.drain();
      const left = recorder.status().spooledEvents;
      return {
        exitCode: left === 0 ? EXIT.ok : EXIT.failed,
        data: { drained: Math.max(0, before - left), left },
        lines: [
          left === 0 ? `${count(before)} events are in the log.` : `The log refuses: ${count(left)} events still wait.`,
        ],
      };
    }),
});
