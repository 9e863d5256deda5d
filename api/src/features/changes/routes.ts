import { spendDayId } from '@tracker/infra/postgres/changed-rows';
import type { Persons } from '@tracker/infra/privacy/persons';
import {
  clickChanges,
  conversionChanges,
  leadChanges,
  spendChanges,
} from '@tracker/schemas/contracts/changes.contract';
import type { Lead } from '@tracker/schemas/contracts/leads.contract';
import type { SpendRow } from '@tracker/schemas/contracts/spend.contract';
import type { CampaignId, TenantId } from '@tracker/schemas/primitives/ids';
import { Money } from '@tracker/schemas/primitives/money';
import { TenantDay } from '@tracker/schemas/primitives/tenant-day';
import { sql } from 'kysely';
import type { ContractRouter } from '../../http/implement-contract.ts';
import { conversionsByIds } from '../conversion-logs/queries.ts';
import { toConversion } from '../conversion-logs/service.ts';
import { openLeads } from '../leads/open-leads.ts';
import { createLeadRepository } from '../leads/repository.ts';
import { readSpend } from '../spend/service.ts';
import { allAssignedClicks, allConversions, allReportedDays, assignedClicks } from './queries.ts';
import { type ChangeDeps, type KindOfChange, readChanges } from './service.ts';

type Deps = ChangeDeps & { readonly persons: Persons };

export function changeRoutes(router: ContractRouter, deps: Deps): void {
  const { clickhouse } = deps;

  const conversions = (tenantId: TenantId): KindOfChange<ReturnType<typeof toConversion>> => ({
    kind: 'conversion',
    all: async (after, limit, upTo) =>
      (await allConversions.run(clickhouse, tenantId, { after, limit, upTo })).map(({ id }) => id),
    async read(ids, upTo) {
      const rows = await conversionsByIds.run(clickhouse, tenantId, { ids: [...ids], upTo });
      return new Map(rows.map((row) => [row.conversion_id, toConversion(row)]));
    },
  });

  const leadRows = createLeadRepository(deps.postgres);
  const leads = (tenantId: TenantId): KindOfChange<Lead> => ({
    kind: 'lead',
    all: (after, limit) => leadRows.idsAfter(tenantId, after, limit),
    async read(ids) {
      const opened = await openLeads(deps.persons, tenantId, await leadRows.byIds(tenantId, ids));
      return new Map(opened.map((lead) => [lead.id, lead]));
    },
  });

  const clicks = (tenantId: TenantId): KindOfChange<AssignedClickRow> => ({
    kind: 'click',
    all: async (after, limit, upTo) =>
      (await allAssignedClicks.run(clickhouse, tenantId, { after, limit, upTo })).map(({ id }) => id),
    async read(ids, upTo) {
      const rows = await assignedClicks.run(clickhouse, tenantId, { ids: [...ids], upTo });
      return new Map(rows.map((row) => [row.click_id, toAssignedClick(row)]));
    },
  });

  const spend = (tenantId: TenantId): KindOfChange<SpendDay> => ({
    kind: 'spend',
    all: (after, limit, upTo) => allSpendDays(deps, tenantId, { after, limit, upTo }),
    read: (ids, upTo) => readSpendDays(deps, tenantId, ids, upTo),
  });

  router.implement(conversionChanges, ({ principal: { tenantId }, query }) =>
    readChanges(deps, tenantId, conversions(tenantId), query),
  );
  router.implement(leadChanges, ({ principal: { tenantId }, query }) =>
    readChanges(deps, tenantId, leads(tenantId), query),
  );
  router.implement(clickChanges, ({ principal: { tenantId }, query }) =>
    readChanges(deps, tenantId, clicks(tenantId), query),
  );
  router.implement(spendChanges, ({ principal: { tenantId }, query }) =>
    readChanges(deps, tenantId, spend(tenantId), query),
  );
}

type AssignedClickRow = ReturnType<typeof toAssignedClick>;
const toAssignedClick = (row: Awaited<ReturnType<typeof assignedClicks.run>>[number]) => ({
  clickId: row.click_id,
  campaignId: row.campaign,
  conversionIds: row.conversions,
  convertedAt: row.converted_at,
  conversionValue: Money.parse(row.worth),
});

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
