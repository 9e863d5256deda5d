// Commands for the spools: events that ingest acknowledged while the log was unavailable, and that still wait on disk.
import { z } from 'zod';
import { defineCommand, EXIT, type OpsSpool } from './command.ts';
import { bytes, count } from './format.ts';

const HERE =
  'Of this machine’s data directory: each ingest process has a spool of its own. One of a running process is left alone.';

const heldLine = ({ dir, holder }: OpsSpool) =>
  `${dir}: in use by ${holder}, which drains it by itself; its metric tracker_spool_bytes says how much waits.`;

export const spoolStatus = defineCommand({
  name: 'spool status',
  summary: 'what waits in the spools',
  details: HERE,
  isForOutages: true,
  options: z.object({}),
  async run({ eachSpool }) {
    const spools = await eachSpool(async ({ dir, recorder, holder }) => ({ dir, holder, ...recorder?.status() }));
    return {
      data: { spools },
      lines: spools.flatMap(({ dir, holder, spooledEvents, spooledBytes = 0, oldestSpooledAt, logAvailable }) => {
        if (spooledEvents === undefined) return heldLine({ dir, holder });
        if (spooledEvents === 0) return `${dir}: empty.`;
        const since = oldestSpooledAt?.toISOString() ?? 'an unknown time';
        return [
          `${dir}: ${count(spooledEvents)} events (${bytes(spooledBytes)}) wait, the oldest since ${since}.`,
          logAvailable ? 'The log takes events.' : 'The log is away.',
        ];
      }),
    };
  },
});

export const spoolDrain = defineCommand({
  name: 'spool drain',
  summary: 'tries at once to bring the spools into the log, which otherwise happens by itself',
  details: HERE,
  options: z.object({}),
  async run({ eachSpool }) {
    const spools = await eachSpool(async ({ dir, recorder, holder }) => {
      if (!recorder) return { dir, holder, drained: 0, left: 0 };
      const before = recorder.status().spooledEvents;
      await recorder.drain();
      const left = recorder.status().spooledEvents;
      return { dir, holder, drained: Math.max(0, before - left), left };
    });
    return {
      exitCode: spools.every(({ left }) => left === 0) ? EXIT.ok : EXIT.failed,
      data: { spools },
      lines: spools.map(({ dir, holder, drained, left }) => {
        if (holder !== undefined) return heldLine({ dir, holder });
        return left === 0
          ? `${dir}: ${count(drained)} events are in the log.`
          : `${dir}: the log refuses, ${count(left)} events still wait.`;
      }),
    };
  },
});
