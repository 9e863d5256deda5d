// The history that a replay reads: the log, and before it the archive, where the log has forgotten its beginning.
import type { EventLog, Positions } from '@tracker/infra/event-log/event-log';
import { EVENTS_TOPIC, type Topic } from '@tracker/schemas/events/topics';
import { type LogArchive, openLogArchive } from '../backup/log-archive.ts';
import { openBackups } from '../backup/open-backup-store.ts';
import { EXIT, type OpsDeps, OpsError } from '../command.ts';

type History = Pick<EventLog<Topic>, 'read'>;

/** Rejects with a sentence when neither the log nor the archive has all records from `from` to `to`. */
export async function openHistory(
  deps: Pick<OpsDeps, 'log' | 'backups' | 'keyring'>,
  { from, to }: { readonly from: Positions; readonly to: Positions },
): Promise<History> {
  const { log } = deps;
  const [begins, ends] = [await log.begins(EVENTS_TOPIC), await log.ends(EVENTS_TOPIC)];
  for (const [partition, end] of to) {
    const there = ends.get(partition) ?? 0n;
    if (end <= there || end <= (from.get(partition) ?? 0n)) continue;
    throw new OpsError(
      EXIT.usage,
      `Partition ${partition} of the log ends at ${there}, and the records from there to ${end} are missing: the topic was made again, or cut. Begin a replay of what is there with \`npx -y pnpm@12 ops replay run --fresh\`; it lacks them.`,
    );
  }
  const missing = [...to].flatMap(([partition, end]) => {
    const first = from.get(partition) ?? 0n;
    const begin = begins.get(partition) ?? 0n;
    const until = begin < end ? begin : end;
    return first < until ? [{ partition, from: first, to: until }] : [];
  });
  if (missing.length === 0) return log;
  const archive = deps.backups ? await openArchive(deps) : undefined;
  for (const { partition, from: first, to: until } of missing) {
    if (archive?.covers(partition, first, until)) continue;
    throw new OpsError(
      EXIT.usage,
      `Partition ${partition} of the log begins at ${until}, and ${archive ? 'the archive lacks records' : 'no archive has the records'} from ${first} on: a replay would lack them. See \`npx -y pnpm@12 ops archive run\` and \`npx -y pnpm@12 ops replay snapshot\`.`,
    );
  }
  return {
    async *read(options) {
      for (const range of missing) {
        for await (const records of archive!.read({ ...range, maxRecords: options.maxRecords })) {
          options.signal?.throwIfAborted();
          yield records;
        }
      }
      const archived = new Map(missing.map(({ partition, to: until }) => [partition, until]));
      yield* log.read({ ...options, from: new Map([...(options.from ?? []), ...archived]) });
    },
  };
}

async function openArchive(deps: Pick<OpsDeps, 'backups' | 'keyring'>): Promise<LogArchive> {
  return openLogArchive(await openBackups(deps));
}

/** Where the history begins in each partition: at 0, unless the log has forgotten its beginning and the archive does not have it. */
export async function historyBegins(deps: Pick<OpsDeps, 'log' | 'backups' | 'keyring'>): Promise<Positions> {
  const begins = await deps.log.begins(EVENTS_TOPIC);
  const isWhole = await openHistory(deps, { from: new Map(), to: begins }).then(
    () => true,
    (error: unknown) => {
      if (error instanceof OpsError && error.exitCode === EXIT.usage) return false;
      throw error;
    },
  );
  return isWhole ? new Map() : begins;
}
