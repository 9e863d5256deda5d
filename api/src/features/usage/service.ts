import { dayRange } from '@tracker/figures/day-range';
import { readGroups } from '@tracker/figures/read-groups';
import type { ClickHouse } from '@tracker/infra/clickhouse/client';
import type { Clock } from '@tracker/infra/lifecycle/clock';
import type { Postgres } from '@tracker/infra/postgres/client';
import { MONTHLY_EVENTS, QUOTA_WARNING_PERCENT, type Usage } from '@tracker/schemas/contracts/usage.contract';
import { dayOf, firstOfMonth } from '@tracker/schemas/primitives/tenant-day';
import type { Principal } from '../../http/access.ts';

export interface UsageService {
  read(tenant: Pick<Principal, 'tenantId' | 'timeZone'>): Promise<Usage>;
}

export interface UsageDeps {
  readonly clickhouse: ClickHouse;
  readonly postgres: Postgres;
  readonly clock: Clock;
}

export function createUsageService({ clickhouse, postgres, clock }: UsageDeps): UsageService {
  return {
    async read({ tenantId, timeZone }) {
      const today = dayOf(clock.now(), timeZone);
      const month = firstOfMonth(today);
      // Those of the figures: without bots and test events.
      const { groups } = await readGroups(
        { clickhouse, postgres },
        { tenantId, timeZone },
        {
          ...{ range: dayRange(month, today, timeZone), by: [], limit: 1 },
          sums: ['clicks', 'pageViews', 'conversions'],
        },
      );
      const tenant = await postgres.withTenant(tenantId, (trx) =>
        trx.selectFrom('tenants').select('subscription_plan').executeTakeFirst(),
      );
      const events = groups
        .flatMap(({ sums }) => Object.values(sums))
        .reduce<number>((sum, count) => sum + (count ?? 0), 0);
      const quota = quotaOf(tenant?.subscription_plan ?? 'free');
      const percent = Math.floor((events / quota) * 100);
      return { month, events, quota, percent, level: levelOf(percent) };
    },
  };
}

/** 'free' is the fallback (specification §3). */
const quotaOf = (plan: string): number =>
  Object.hasOwn(MONTHLY_EVENTS, plan) ? MONTHLY_EVENTS[plan as keyof typeof MONTHLY_EVENTS] : MONTHLY_EVENTS.free;

const levelOf = (percent: number): Usage['level'] =>
  percent >= 100 ? 'over' : percent >= QUOTA_WARNING_PERCENT ? 'warn' : 'ok';
