// Commands for the spools: events that ingest acknowledged while the log was unavailable, and that still wait on disk.
import { spoolBytesIn } from '@tracker/infra/event-log/spool-dirs';
import { withTimeout } from '@tracker/infra/lifecycle/timeout';
import { EVENTS_TOPIC } from '@tracker/schemas/events/topics';
import { z } from 'zod';
import { defineCommand, EXIT, type OpsDeps, type OpsSpool } from './command.ts';
import { bytes, count } from './format.ts';

const HERE =
  'Of this machine’s data directory: each ingest process has a spool of its own. One of a running process is left alone.';

const LOG_WITHIN_MS = 5_000;

const heldLine = ({ dir, holder }: OpsSpool, waiting = spoolBytesIn(dir)) =>
  `${dir}: in use by ${holder}, which drains it by itself; ${waiting === 0 ? 'nothing waits' : `${bytes(waiting)} wait`}.`;

/** Asked here: a spool that was only just opened has not tried the log yet. */
const doesLogAnswer = ({ log }: OpsDeps): Promise<boolean> => {
  const asked = log.ends(EVENTS_TOPIC).then(
    () => true,
    () => false,
  );
  return withTimeout(LOG_WITHIN_MS, asked, () => false);
};

export const spoolStatus = defineCommand({
  name: 'spool status',
  summary: 'what waits in the spools',
  details: HERE,
  isForOutages: true,
  options: z.object({}),
  async run(deps) {
    const logAvailable = await doesLogAnswer(deps);
    const spools = await deps.eachSpool(async ({ dir, recorder, holder }) =>
      recorder ? { dir, ...recorder.status(), logAvailable } : { dir, holder, spooledBytes: spoolBytesIn(dir) },
    );
    return {
      data: { logAvailable, spools },
      lines: [
        ...spools.map((spool) => {
          if (!('spooledEvents' in spool)) return heldLine(spool, spool.spooledBytes);
          const { dir, spooledEvents, spooledBytes, oldestSpooledAt } = spool;
          if (spooledEvents === 0) return `${dir}: empty.`;
          const since = oldestSpooledAt?.toISOString() ?? 'an unknown time';
          return `${dir}: ${count(spooledEvents)} events (${bytes(spooledBytes)}) wait, the oldest since ${since}.`;
        }),
        logAvailable ? 'The log takes events.' : 'The log is away: events wait until it is back.',
      ],
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
