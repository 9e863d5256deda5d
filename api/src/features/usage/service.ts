import { readFiguresRange } from '@tracker/figures/traffic-range';
import type { ClickHouse } from '@tracker/infra/clickhouse/client';
import type { Clock } from '@tracker/infra/lifecycle/clock';
import type { Postgres } from '@tracker/infra/postgres/client';
import { MONTHLY_EVENTS, QUOTA_WARNING_PERCENT, type Usage } from '@tracker/schemas/contracts/usage.contract';
import { addDays, dayOf, firstOfMonth, startOfDay } from '@tracker/schemas/primitives/tenant-day';
import type { Principal } from '../../http/access.ts';
import { eventsOfRange } from './queries.ts';

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
      const range = { fromMs: startOfDay(month, timeZone), toMs: startOfDay(addDays(today, 1), timeZone), timeZone };
      const traffic = await readFiguresRange(clickhouse, tenantId, range);
      const [row] = await eventsOfRange.run(clickhouse, tenantId, traffic);
      const tenant = await postgres.withTenant(tenantId, (trx) =>
        trx.selectFrom('tenants').select('subscription_plan').executeTakeFirst(),
      );
      const events = row?.events ?? 0;
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
