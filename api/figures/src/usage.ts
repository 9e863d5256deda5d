import type { Clock } from '@tracker/infra/lifecycle/clock';
import { MONTHLY_EVENTS, QUOTA_WARNING_PERCENT, type Usage } from '@tracker/schemas/contracts/usage.contract';
import { dayOf, firstOfMonth } from '@tracker/schemas/primitives/tenant-day';
import { readGroups } from './ask-groups.ts';
import { type Asker, tenantOf } from './asker.ts';
import { dayRange } from './day-range.ts';
import type { FigureStores } from './tenant.ts';

/** The events of this month, against those of the tenant's plan. Those of the figures: without bots and test events. */
export async function readUsage(stores: FigureStores & { readonly clock: Clock }, asker: Asker): Promise<Usage> {
  const { tenantId, timeZone } = tenantOf(asker);
  const { postgres, clock } = stores;
  const today = dayOf(clock.now(), timeZone);
  const month = firstOfMonth(today);
  const { groups } = await readGroups(stores, asker, {
    range: dayRange(month, today, timeZone),
    by: [],
    sums: ['clicks', 'pageViews', 'conversions'],
    limit: 1,
  });
  const tenant = await postgres.withTenant(tenantId, (trx) =>
    trx.selectFrom('tenants').select('subscription_plan').executeTakeFirst(),
  );
  const events = groups
    .flatMap(({ sums }) => Object.values(sums))
    .reduce<number>((sum, count) => sum + (count ?? 0), 0);
  const quota = quotaOf(tenant?.subscription_plan ?? 'free');
  const percent = Math.floor((events / quota) * 100);
  return { month, events, quota, percent, level: levelOf(percent) };
}

/** 'free' is the fallback (specification §3). */
const quotaOf = (plan: string): number =>
  Object.hasOwn(MONTHLY_EVENTS, plan) ? MONTHLY_EVENTS[plan as keyof typeof MONTHLY_EVENTS] : MONTHLY_EVENTS.free;

const levelOf = (percent: number): Usage['level'] =>
  percent >= 100 ? 'over' : percent >= QUOTA_WARNING_PERCENT ? 'warn' : 'ok';
