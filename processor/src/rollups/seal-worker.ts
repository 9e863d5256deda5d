// Seals the days that are over, company after company, a little at a time: statements stay short, because the embedded engine runs one at
// a time, and no company waits for another's history.
import type { ClickHouse } from '@tracker/infra/clickhouse/client';
import { liveTablesAreOneSet } from '@tracker/infra/clickhouse/shadow';
import { findStaleCells, removeCells } from '@tracker/infra/clickhouse/sweep-cells';
import type { Clock } from '@tracker/infra/lifecycle/clock';
import type { TableGate } from '@tracker/infra/postgres/table-gate';
import type { Logger } from '@tracker/infra/telemetry/logger';
import { addDays, dayOf, type TenantDay } from '@tracker/schemas/primitives/tenant-day';
import type { Company } from './companies.ts';
import { type CountedDay, countDays, newGeneration, sealDays } from './count-days.ts';
import { findOpenDays, SEAL_AFTER_MS } from './open-days.ts';

export interface SealDeps {
  readonly clickhouse: ClickHouse;
  readonly companies: () => Promise<Company[]>;
  readonly gate: TableGate;
  /** Records of the log that are not in the tables yet: a day that is still being filled would be counted for nothing. */
  readonly lag: () => Promise<bigint>;
  readonly clock: Clock;
  readonly logger: Logger;
}

const LAG_MAX = 20_000n;
/** A company whose days are all sealed is looked at again after this: some may have been re-opened. */
const LOOK_AGAIN_MS = 5 * 60_000;
/** One hold of the gate counts no longer than this, whoever waits for it. */
const COUNTING_MS = 2_000;
/** The days that one statement counts are doubled while it is quick. */
const QUICK_MS = 150;
const DAYS_AT_ONCE_MAX = 32;
/** An attempt that is older than this has ended. */
const ATTEMPT_MS = 3_600_000;
const SWEEP_EVERY_MS = 6 * 3_600_000;

export interface SealWorker {
  /** Counts and seals for some seconds. Gives whether something may be left to do. */
  turn(): Promise<boolean>;
}

interface Visit {
  readonly atMs: number;
  readonly timeZone: string;
  /** The last day that was over then. */
  readonly lastDay: TenantDay;
  readonly isDone: boolean;
}

export function createSealWorker(deps: SealDeps): SealWorker {
  const { clickhouse, gate, lag, clock, logger } = deps;
  const visits = new Map<string, Visit>();
  let sweptAtMs = clock.now();
  let staleBefore: ReadonlySet<string> = new Set();

  const lastDayOf = ({ timeZone }: Company) => addDays(dayOf(clock.now() - SEAL_AFTER_MS, timeZone), -1);

  function isDue(company: Company): boolean {
    const visit = visits.get(company.tenantId);
    if (!visit?.isDone || visit.timeZone !== company.timeZone || visit.lastDay !== lastDayOf(company)) return true;
    return Math.abs(clock.now() - visit.atMs) >= LOOK_AGAIN_MS;
  }

  /** Those that were not visited for longest come first, so that a large company's history does not keep the others waiting. */
  async function dueCompanies(): Promise<Company[]> {
    const companies = await deps.companies();
    const known = new Set(companies.map(({ tenantId }) => tenantId));
    for (const tenantId of visits.keys()) if (!known.has(tenantId)) visits.delete(tenantId);
    const visitedAt = ({ tenantId }: Company) => visits.get(tenantId)?.atMs ?? Number.NEGATIVE_INFINITY;
    return companies.filter(isDue).sort((one, other) => visitedAt(one) - visitedAt(other));
  }

  /** Counts some of a company's open days; gives them, and whether they were all. */
  async function visit(company: Company, untilMs: number): Promise<{ counted: CountedDay[]; isDone: boolean }> {
    const counted: CountedDay[] = [];
    let atOnce = 1;
    for (const { bounds } of await findOpenDays(clickhouse, { ...company, nowMs: clock.now() })) {
      for (let start = 0; start + 1 < bounds.length; ) {
        if (performance.now() > untilMs) return { counted, isDone: false };
        const some = bounds.slice(start, start + atOnce + 1);
        const begunAt = performance.now();
        counted.push(...(await countDays(clickhouse, { ...company, bounds: some }, clock.now())));
        start += some.length - 1;
        atOnce = performance.now() - begunAt < QUICK_MS ? Math.min(atOnce * 2, DAYS_AT_ONCE_MAX) : 1;
      }
    }
    return { counted, isDone: true };
  }

  async function countAndSeal(due: readonly Company[]): Promise<boolean> {
    if (!(await liveTablesAreOneSet(clickhouse))) return false;
    const untilMs = performance.now() + COUNTING_MS;
    const counted: CountedDay[] = [];
    const visited = new Map<string, Visit>();
    for (const company of due) {
      if (performance.now() > untilMs) break;
      const { counted: some, isDone } = await visit(company, untilMs);
      const { tenantId, timeZone } = company;
      visited.set(tenantId, { atMs: clock.now(), timeZone, lastDay: lastDayOf(company), isDone });
      counted.push(...some);
    }
    if (counted.length > 0) {
      const sealed = await sealDays(clickhouse, counted);
      logger.debug({ counted: counted.length, sealed }, 'days finalized');
    }
    for (const [tenantId, one] of visited) visits.set(tenantId, one);
    return visited.size < due.length || [...visited.values()].some(({ isDone }) => !isDone);
  }

  /** What was stale the last time, too: an answer in hand may still read what has just become so. */
  async function sweep(): Promise<void> {
    if (Math.abs(clock.now() - sweptAtMs) < SWEEP_EVERY_MS) return;
    await gate.sharedByOne(async () => {
      if (!(await liveTablesAreOneSet(clickhouse))) return;
      const stale = await findStaleCells(clickhouse, newGeneration(clock.now() - ATTEMPT_MS));
      const removed = [...stale].filter((generation) => staleBefore.has(generation));
      await removeCells(clickhouse, removed);
      staleBefore = stale;
      sweptAtMs = clock.now();
      if (removed.length > 0)
        logger.info({ event: 'rollups.stale-rows.removed', removed: removed.length }, 'stale rollup rows removed');
    });
  }

  return {
    async turn() {
      if ((await lag()) > LAG_MAX) return false;
      await sweep();
      const due = await dueCompanies();
      if (due.length === 0) return false;
      return (await gate.sharedByOne(() => countAndSeal(due))) ?? false;
    },
  };
}
