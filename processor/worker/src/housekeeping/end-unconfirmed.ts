// Where mails are sent, anyone can register a tenant with any address. One that proved no address and recorded nothing for a week is closed.
import type { ClickHouse } from '@tracker/infra/clickhouse/client';
import type { Clock } from '@tracker/infra/lifecycle/clock';
import { eachApart } from '@tracker/infra/lifecycle/each-apart';
import type { Postgres } from '@tracker/infra/postgres/client';
import { firstFacts } from '@tracker/infra/rollups/queries';
import type { Logger } from '@tracker/infra/telemetry/logger';
import { UNCONFIRMED_DAYS_MAX } from '@tracker/schemas/contracts/registration-rules';
import { DAY_MS } from '@tracker/schemas/primitives/durations';
import type { TenantId } from '@tracker/schemas/primitives/ids';

const PAGE = 1_000;

export interface EndUnconfirmedDeps {
  /** By default all that are due. */
  readonly tenants?: () => Promise<readonly TenantId[]>;
  readonly postgres: Postgres;
  readonly clickhouse: ClickHouse;
  readonly clock: Clock;
  readonly logger: Logger;
}

/** May be done again at any time. Gives the tenants that ended. */
export async function endUnconfirmed(deps: EndUnconfirmedDeps): Promise<TenantId[]> {
  const { postgres, clock, logger } = deps;
  const ended: TenantId[] = [];
  await eachApart(
    await (deps.tenants?.() ?? findUnconfirmed(postgres.sql, clock.now())),
    async (tenantId) => {
      if (await hasEvents(deps, tenantId)) return;
      await postgres.sql`SELECT close_tenant(${tenantId})`;
      ended.push(tenantId);
      logger.info({ event: 'tenant.unconfirmed.closed', tenantId }, 'tenant without a confirmed e-mail closed');
    },
    (tenantId, err) =>
      logger.warn(
        { event: 'tenant.unconfirmed.failed', err, tenantId },
        'tenant without a confirmed e-mail not closed; retrying in 1 day',
      ),
  );
  return ended;
}

export async function findUnconfirmed(sql: Postgres['sql'], nowMs: number): Promise<TenantId[]> {
  const found: TenantId[] = [];
  for (;;) {
    const page = await sql<{ tenantId: TenantId }[]>`
      SELECT tenant_id AS "tenantId"
      FROM list_unconfirmed_tenants(${new Date(nowMs - UNCONFIRMED_DAYS_MAX * DAY_MS)}, ${found.at(-1) ?? ''}, ${PAGE})`;
    found.push(...page.map(({ tenantId }) => tenantId));
    if (page.length < PAGE) return found;
  }
}

async function hasEvents({ postgres, clickhouse }: EndUnconfirmedDeps, tenantId: TenantId): Promise<boolean> {
  const lead = await postgres.withTenant(tenantId, (trx) =>
    trx.selectFrom('leads').select('id').limit(1).executeTakeFirst(),
  );
  return lead !== undefined || (await firstFacts.run(clickhouse, tenantId, { fromMs: 0 })).length > 0;
}
