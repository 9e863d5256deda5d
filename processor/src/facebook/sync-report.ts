import type { SyncReport } from '@tracker/infra/facebook/sync-queue';
import { sumMoney, ZERO } from '@tracker/schemas/primitives/money';
import type { TenantDay } from '@tracker/schemas/primitives/tenant-day';
import type { LinkOutcome } from './links.ts';
import { firstOf } from './sync-history.ts';

export const toReport = (outcomes: readonly LinkOutcome[], today: TenantDay, durationMs: number): SyncReport => ({
  error: firstOf(outcomes.map(({ error }) => error)),
  links: outcomes.length,
  successfulLinks: outcomes.filter(({ error }) => error === null).length,
  dataPoints: outcomes.reduce((sum, { dataPoints }) => sum + dataPoints, 0),
  totalSpend: sumMoney([ZERO, ...outcomes.map(({ totalSpend }) => totalSpend)]),
  today,
  todaySpend: sumMoney([ZERO, ...outcomes.map(({ todaySpend }) => todaySpend)]),
  durationMs,
});
