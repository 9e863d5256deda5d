import type { ClickHouse } from '@tracker/infra/clickhouse/client';
import type { Clock } from '@tracker/infra/lifecycle/clock';
import type { Postgres } from '@tracker/infra/postgres/client';
import type { TenantId } from '@tracker/schemas/primitives/ids';
import type { TimeZone } from '@tracker/schemas/primitives/time';

/** Whose figures are asked for. Who asks does not matter here: each program checks that itself. */
export interface Tenant {
  readonly tenantId: TenantId;
  readonly timeZone: TimeZone;
}

export interface FigureStores {
  /** Which days are over; a day of the future is not unknown. */
  readonly clock: Clock;
  readonly clickhouse: ClickHouse;
  readonly postgres: Postgres;
}
