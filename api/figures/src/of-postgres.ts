// What Postgres has of groups: expenses and leads, as rows of a campaign and day.
import { DAY_MS } from '@tracker/schemas/primitives/durations';
import type { TenantDay } from '@tracker/schemas/primitives/tenant-day';
import { folded } from '@tracker/schemas/primitives/text';
import type { CostsOfRange } from './costs-of-range.ts';
import type { LeadsOfDay } from './leads-of-days.ts';
import type { KeyFilter } from './named-filters.ts';
import type { GroupedBy } from './sql/dimension-sql.ts';
import { keyText } from './sql/statement.ts';

interface OfPostgres {
  readonly expenses: bigint;
  readonly leads: number;
}

interface AskedOfPostgres {
  readonly by: readonly GroupedBy[];
  readonly filters: readonly KeyFilter[];
  readonly hasExpenses: boolean;
  readonly costs: CostsOfRange;
  readonly leads: readonly LeadsOfDay[];
}

/** Of each group, by `keyText`. */
export function postgresRows({ by, filters, hasExpenses, costs, leads }: AskedOfPostgres): Map<string, OfPostgres> {
  const groupOf = (campaignId: string | null, day: TenantDay): string | null => {
    const keyOf = (dimension: GroupedBy) => keyOfDay(dimension, campaignId, day);
    return filters.every((filter) => passes(filter, keyOf(filter.dim))) ? keyText(by.map(keyOf)) : null;
  };
  const rows = new Map<string, OfPostgres>();
  const add = (key: string | null, more: OfPostgres) => {
    if (key === null) return;
    const { expenses, leads } = rows.get(key) ?? { expenses: 0n, leads: 0 };
    rows.set(key, { expenses: expenses + more.expenses, leads: leads + more.leads });
  };
  if (hasExpenses) for (const [key, expenses] of costs.expensesBy(groupOf)) add(key, { expenses, leads: 0 });
  for (const one of leads) add(groupOf(one.campaignId, one.day), { expenses: 0n, leads: one.leads });
  return rows;
}

/** The key of a row that knows its campaign and day; as `DIMENSION_SQL`. */
export function keyOfDay(dimension: GroupedBy, campaignId: string | null, day: TenantDay): string {
  switch (dimension) {
    case 'campaign':
      return campaignId ?? '';
    case 'day':
      return day;
    case 'month':
      return day.slice(0, 7);
    case 'weekday':
      return String(weekdayOf(day));
    case 'week':
      return new Date(Date.parse(`${day}T00:00:00Z`) - weekdayOf(day) * DAY_MS).toISOString().slice(0, 10);
    default:
      throw new TypeError(`a campaign's day has no ${dimension}`);
  }
}

const weekdayOf = (day: TenantDay): number => new Date(`${day}T00:00:00Z`).getUTCDay();

/** As `conditionSql`. */
function passes({ op, values, named }: KeyFilter, key: string): boolean {
  switch (op) {
    case 'is':
      return values.includes(key);
    case 'not':
      return !values.includes(key);
    case 'none':
      return key === '';
    case 'has':
      return named.includes(key) || values.some((value) => folded(key).includes(folded(value)));
  }
}
