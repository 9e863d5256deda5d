import { defineQuery } from '@tracker/infra/clickhouse/define-query';
import { spendDayId } from '@tracker/infra/postgres/changed-rows';
import { spendChanges } from '@tracker/schemas/contracts/changes.contract';
import type { SpendRow } from '@tracker/schemas/contracts/spend.contract';
import type { CampaignId, TenantId } from '@tracker/schemas/primitives/ids';
import { TenantDay } from '@tracker/schemas/primitives/tenant-day';
import { sql } from 'kysely';
import type { ContractRouter } from '../../http/implement-contract.ts';
import {
  CHANGED_UP_TO,
  type ChangeDeps,
  changedAfter,
  changedIds,
  type KindOfChange,
  readChanges,
} from '../../store/changed-rows.ts';
import { readSpend } from './service.ts';

/** As `spendDayId` writes them. */
const allReportedDays = defineQuery({
  name: 'changes-all-reported-days',
  params: changedAfter,
  row: changedIds,
  sql: `
    SELECT DISTINCT concat(campaign_id, '/', toString(day)) AS id FROM ad_spend FINAL
    WHERE tenant_id = {tenantId:String} AND id > {after:String} AND ${CHANGED_UP_TO}
    ORDER BY id LIMIT {limit:UInt32}`,
});

export function changedSpendRoute(router: ContractRouter, deps: ChangeDeps): void {
  const spend = (tenantId: TenantId): KindOfChange<SpendDay> => ({
    kind: 'spend',
    all: (after, limit, upTo) => allSpendDays(deps, tenantId, { after, limit, upTo }),
    read: (ids, upTo) => readSpendDays(deps, tenantId, ids, upTo),
  });
  router.implement(spendChanges, ({ principal: { tenantId }, query }) =>
    readChanges(deps, tenantId, spend(tenantId), query),
  );
}

interface SpendDay {
  readonly campaignId: CampaignId;
  readonly day: TenantDay;
  readonly rows: SpendRow[];
}

/** Of platforms and of people. */
async function allSpendDays(
  { clickhouse, postgres }: ChangeDeps,
  tenantId: TenantId,
  part: { after: string; limit: number; upTo: number },
): Promise<string[]> {
  const [reported, entered] = await Promise.all([
    allReportedDays.run(clickhouse, tenantId, part),
    postgres.withTenant(tenantId, (trx) =>
      sql<{ id: string }>`
        SELECT DISTINCT (campaign_id || '/' || day) COLLATE "C" AS id FROM spend_entries
        WHERE tenant_id = ${tenantId} AND (campaign_id || '/' || day) COLLATE "C" > ${part.after}
        ORDER BY id LIMIT ${part.limit}`.execute(trx),
    ),
  ]);
  // Both by bytes, as ids are ASCII.
  return [...new Set([...reported, ...entered.rows].map(({ id }) => id))].sort().slice(0, part.limit);
}

async function readSpendDays(
  deps: ChangeDeps,
  tenantId: TenantId,
  ids: readonly string[],
  upTo: number,
): Promise<Map<string, SpendDay>> {
  const days = ids.map((id) => TenantDay.parse(id.slice(id.indexOf('/') + 1))).sort();
  const [first, last] = [days[0], days.at(-1)];
  if (!first || !last) return new Map();
  const rows = await readSpend(deps, tenantId, { first, last, upTo });
  const byDay = Map.groupBy(rows, ({ campaignId, day }) => spendDayId(campaignId, day));
  return new Map(
    ids.flatMap((id) => {
      const found = byDay.get(id);
      const [row] = found ?? [];
      return found && row ? [[id, { campaignId: row.campaignId, day: row.day, rows: found }] as const] : [];
    }),
  );
}
