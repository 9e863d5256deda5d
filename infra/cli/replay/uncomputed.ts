// Derived rows that a replay cannot compute. Its tables lack them, so that a swap would take them from the screens: they are kept with the run,
// and a swap is refused until a person accepts them. Live tables that are filled by a command set them aside as the processor does.
import type { Postgres } from '@tracker/infra/postgres/client';
import {
  createSetAside,
  deadLetterIdOf,
  deadLetterOf,
  deadLetterRecord,
  type SetAside,
} from '@tracker/processor/batch/set-aside';
import { DeadLetter } from '@tracker/schemas/events/dead-letter';
import { DEAD_LETTERS_TOPIC } from '@tracker/schemas/events/topics';
import { EXIT, flag, type OpsDeps, OpsError } from '../command.ts';
import { count, table } from '../format.ts';

/** So many have one cause, which no retry mends: the replay ends. */
const UNCOMPUTED_MAX = 10_000;
const LISTED_MAX = 40;

export const acceptUncomputed = flag('also when rows could not be computed: they are set aside, and tried again');

/** Of the shadow tables. A row that a later batch computes is no longer there. */
export async function openUncomputed({ postgres, clock }: OpsDeps, runId: string): Promise<SetAside> {
  const { sql } = postgres;
  const rows = await sql<{ id: string }[]>`SELECT id FROM replay_uncomputed WHERE run_id = ${runId}`;
  const known = new Set(rows.map(({ id }) => id));
  return {
    isEmpty: () => known.size === 0,

    async keep(failed) {
      const deadLetters = failed.map((one) => deadLetterOf(one, clock.now()));
      for (const { id } of deadLetters) known.add(id);
      if (known.size > UNCOMPUTED_MAX) {
        throw new OpsError(
          EXIT.failed,
          `More than ${count(UNCOMPUTED_MAX)} rows cannot be computed: mend the cause (\`recompute.set-aside\` in the log), and begin again with --fresh.`,
        );
      }
      const kept = deadLetters.map((one) => ({ run_id: runId, id: one.id, dead_letter: JSON.stringify(one) }));
      await sql`INSERT INTO replay_uncomputed ${sql(kept)} ON CONFLICT (run_id, id) DO UPDATE SET dead_letter = excluded.dead_letter`;
    },

    async settle(computed) {
      const ids = computed.map(deadLetterIdOf).filter((id) => known.has(id));
      if (ids.length === 0) return;
      await sql`DELETE FROM replay_uncomputed WHERE run_id = ${runId} AND id IN ${sql(ids)}`;
      for (const id of ids) known.delete(id);
    },
  };
}

/** Of the live tables. */
export async function openSetAside(deps: OpsDeps): Promise<SetAside> {
  const setAside = createSetAside(deps);
  await setAside.refresh();
  return setAside;
}

export interface Uncomputed {
  readonly count: number;
  /** The first of them. */
  readonly rows: readonly { readonly tenantId: string; readonly row: string; readonly reason: string }[];
}

export async function readUncomputed({ sql }: Postgres, runId: string): Promise<Uncomputed> {
  const [all] = await sql<{ n: number }[]>`
    SELECT count(*)::integer AS n FROM replay_uncomputed WHERE run_id = ${runId}`;
  const some = await deadLettersOf(sql, runId, LISTED_MAX);
  return { count: all?.n ?? 0, rows: some.map(({ tenantId, key: row, reason }) => ({ tenantId, row, reason })) };
}

export function uncomputedLines({ count: all, rows }: Uncomputed): string[] {
  if (all === 0) return [];
  return [
    `${count(all)} rows could not be computed, and are missing in the replayed tables.`,
    ...table(
      ['company', 'row', 'reason'],
      rows.map(({ tenantId, row, reason }) => [tenantId, row, reason.slice(0, 120)]),
    ),
    ...(all > rows.length ? [`… and ${count(all - rows.length)} more.`] : []),
  ];
}

/** Before tables that lack these rows come into use. To be repeated after a crash: the same dead letter replaces itself. */
export async function setAsideUncomputed({ postgres, log }: OpsDeps, runId: string): Promise<void> {
  const deadLetters = await deadLettersOf(postgres.sql, runId, UNCOMPUTED_MAX);
  if (deadLetters.length > 0) await log.append(DEAD_LETTERS_TOPIC, deadLetters.map(deadLetterRecord));
}

async function deadLettersOf(sql: Postgres['sql'], runId: string, most: number): Promise<DeadLetter[]> {
  const rows = await sql<{ dead_letter: string }[]>`
    SELECT dead_letter FROM replay_uncomputed WHERE run_id = ${runId} ORDER BY id LIMIT ${most}`;
  return rows.map(({ dead_letter }) => DeadLetter.parse(JSON.parse(dead_letter)));
}
