// Finalizes the days that are over, tenant by tenant, a little at a time: statements stay short, because the embedded engine runs
// one at a time, and no tenant waits for another's history.
import type { ClickHouse } from '@tracker/infra/clickhouse/client';
import { liveTablesAreOneSet } from '@tracker/infra/clickhouse/shadow';
import { findStaleBuilds, removeBuilds } from '@tracker/infra/clickhouse/sweep-rollups';
import { classOf } from '@tracker/infra/errors/store-errors';
import type { Clock } from '@tracker/infra/lifecycle/clock';
import { eachApart } from '@tracker/infra/lifecycle/each-apart';
import type { TableLock } from '@tracker/infra/postgres/table-lock';
import type { TenantZone } from '@tracker/infra/postgres/tables/tenant-zones';
import { type BuiltDay, buildRollups, finalizeDays, newBuildId } from '@tracker/infra/rollups/build-rollups';
import { FINALIZE_AFTER_MS, findOpenDays, isEarly } from '@tracker/infra/rollups/open-days';
import type { Logger } from '@tracker/infra/telemetry/logger';
import { addDays, dayOf, type TenantDay } from '@tracker/schemas/primitives/tenant-day';
import { msFromInstant } from '@tracker/schemas/primitives/time';
import { createUnbuiltDays } from './unbuilt-days.ts';

export interface FinalizerDeps {
  readonly clickhouse: ClickHouse;
  readonly tenants: () => Promise<TenantZone[]>;
  readonly tableLock: TableLock;
  /** Records of the log that are not in the tables yet: a day that is still being filled would be built for nothing. */
  readonly lag: () => Promise<bigint>;
  readonly clock: Clock;
  readonly logger: Logger;
}

const LAG_MAX = 20_000n;
/** A tenant whose days are all finalized is looked at again after this: some may have been re-opened. */
const LOOK_AGAIN_MS = 5 * 60_000;
/** One that had very many events in the last hours, sooner. */
const LOOK_AGAIN_EARLY_MS = 50_000;
/** One hold of the table lock builds no longer than this, also while others wait for it. */
const BUILDING_MS = 2_000;
/** The days that one statement builds are doubled while it is quick. */
const QUICK_MS = 150;
const DAYS_AT_ONCE_MAX = 32;
/** An attempt that is older than this has ended. */
const ATTEMPT_MS = 3_600_000;
const SWEEP_EVERY_MS = 6 * 3_600_000;

export interface Finalizer {
  /** Builds and finalizes for some seconds. Gives whether something may be left to do. */
  turn(): Promise<boolean>;
}

interface Turn {
  readonly atMs: number;
  readonly timeZone: string;
  /** The last day that was over then. */
  readonly lastDay: TenantDay;
  readonly isDone: boolean;
  readonly hasEarly: boolean;
}

export function createFinalizer(deps: FinalizerDeps): Finalizer {
  const { clickhouse, tableLock, lag, clock, logger } = deps;
  const turns = new Map<string, Turn>();
  const unbuilt = createUnbuiltDays(deps);
  let sweptAtMs = clock.now();
  let staleBefore: ReadonlySet<string> = new Set();

  const lastDayOf = ({ timeZone }: TenantZone) => addDays(dayOf(clock.now() - FINALIZE_AFTER_MS, timeZone), -1);

  function isDue(tenant: TenantZone): boolean {
    const turn = turns.get(tenant.tenantId);
    if (!turn?.isDone || turn.timeZone !== tenant.timeZone || turn.lastDay !== lastDayOf(tenant)) return true;
    return Math.abs(clock.now() - turn.atMs) >= (turn.hasEarly ? LOOK_AGAIN_EARLY_MS : LOOK_AGAIN_MS);
  }

  /** Those that waited longest for their turn come first, so that a large tenant's history does not keep the others waiting. */
  async function dueTenants(): Promise<TenantZone[]> {
    const tenants = await deps.tenants();
    const known = new Set<string>(tenants.map(({ tenantId }) => tenantId));
    for (const tenantId of turns.keys()) if (!known.has(tenantId)) turns.delete(tenantId);
    const turnAt = ({ tenantId }: TenantZone) => turns.get(tenantId)?.atMs ?? Number.NEGATIVE_INFINITY;
    return tenants.filter(isDue).sort((one, other) => turnAt(one) - turnAt(other));
  }

  /** Builds some of a tenant's open days; gives them, and whether they were all. A day that cannot be built stays open. */
  async function buildSome(tenant: TenantZone, untilMs: number): Promise<{ built: BuiltDay[]; isDone: boolean }> {
    const built: BuiltDay[] = [];
    let atOnce = 1;
    for (const run of await findOpenDays(clickhouse, { ...tenant, nowMs: clock.now() })) {
      const { bounds } = run;
      for (let start = 0; start + 1 < bounds.length; ) {
        if (performance.now() > untilMs) return { built, isDone: false };
        const some = unbuilt.before(run, bounds.slice(start, start + atOnce + 1));
        if (some.length < 2) {
          start += 1;
          continue;
        }
        const begunAt = performance.now();
        try {
          built.push(...(await buildRollups(clickhouse, { ...run, bounds: some }, clock.now())));
          start += some.length - 1;
          atOnce = performance.now() - begunAt < QUICK_MS ? Math.min(atOnce * 2, DAYS_AT_ONCE_MAX) : 1;
        } catch (error) {
          if (classOf(error) === 'away') throw error;
          // Of several days one is to blame: they are built one by one.
          if (some.length === 2) {
            unbuilt.note(run, some, error);
            start += 1;
          }
          atOnce = 1;
        }
      }
    }
    return { built, isDone: true };
  }

  async function buildAndFinalize(due: readonly TenantZone[]): Promise<boolean> {
    if (!(await liveTablesAreOneSet(clickhouse))) return false;
    const untilMs = performance.now() + BUILDING_MS;
    const took = (tenant: TenantZone, isDone: boolean, hasEarly = false) => {
      const { tenantId, timeZone } = tenant;
      turns.set(tenantId, { atMs: clock.now(), timeZone, lastDay: lastDayOf(tenant), isDone, hasEarly });
    };
    let isMore = false;
    await eachApart(
      due,
      async (tenant) => {
        if (performance.now() > untilMs) {
          isMore = true;
          return;
        }
        const { built, isDone } = await buildSome(tenant, untilMs);
        if (built.length > 0) {
          const finalized = await finalizeDays(clickhouse, built);
          logger.debug({ built: built.length, finalized }, 'days finalized');
        }
        took(
          tenant,
          isDone,
          built.some((part) => isEarly({ toMs: msFromInstant(part.day_end) }, clock.now())),
        );
        isMore ||= !isDone;
      },
      (tenant, err) => {
        // It had its turn: the others come before it the next time.
        took(tenant, true);
        logger.warn(
          { event: 'rollups.company.failed', err, tenantId: tenant.tenantId },
          'days of one tenant not finalized; retrying in 5 min, its figures are read from events',
        );
      },
    );
    return isMore;
  }

  /** What was stale the last time, too: an answer in hand may still read what has just become so. */
  async function sweep(): Promise<void> {
    if (Math.abs(clock.now() - sweptAtMs) < SWEEP_EVERY_MS) return;
    await tableLock.sharedByOne('rollups', async () => {
      if (!(await liveTablesAreOneSet(clickhouse))) return;
      const stale = await findStaleBuilds(clickhouse, newBuildId(clock.now() - ATTEMPT_MS));
      const removed = [...stale].filter((build_id) => staleBefore.has(build_id));
      await removeBuilds(clickhouse, removed);
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
      const due = await dueTenants();
      if (due.length === 0) return false;
      return (await tableLock.sharedByOne('rollups', () => buildAndFinalize(due))) ?? false;
    },
  };
}
