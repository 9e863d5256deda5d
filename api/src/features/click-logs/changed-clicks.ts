import { defineQuery } from '@tracker/infra/clickhouse/define-query';
import { DecimalText, InstantText } from '@tracker/infra/clickhouse/row-types';
import { COUNTED } from '@tracker/infra/clickhouse/tables/conversions';
import { clickChanges } from '@tracker/schemas/contracts/changes.contract';
import { CampaignId, type TenantId } from '@tracker/schemas/primitives/ids';
import { Money } from '@tracker/schemas/primitives/money';
import { z } from 'zod';
import type { ContractRouter } from '../../http/implement-contract.ts';
import {
  CHANGED_UP_TO,
  type ChangeDeps,
  changedAfter,
  changedIds,
  idsFrom,
  type KindOfChange,
  readChanges,
} from '../../store/changed-rows.ts';

const allAssignedClicks = defineQuery({
  name: 'changes-all-assigned-clicks',
  params: changedAfter,
  row: changedIds,
  sql: `
    SELECT DISTINCT click_id AS id FROM conversions FINAL
    WHERE tenant_id = {tenantId:String} AND click_id != '' AND click_id > {after:String} AND ${CHANGED_UP_TO}
    ORDER BY id LIMIT {limit:UInt32}`,
});

const assignedClicks = defineQuery({
  name: 'changes-assigned-clicks',
  params: z.object({ ids: z.array(z.string()), upTo: z.number().int() }),
  row: z.object({
    click_id: z.string(),
    campaign: CampaignId,
    conversions: z.array(z.string()),
    converted_at: InstantText.nullable(),
    worth: DecimalText,
  }),
  sql: `
    SELECT click_id, toString(any(campaign_id)) AS campaign, arraySort(groupArray(conversion_id)) AS conversions,
      minOrNullIf(ts, ${COUNTED}) AS converted_at, sumIf(revenue, ${COUNTED}) AS worth
    FROM conversions FINAL
    WHERE tenant_id = {tenantId:String} AND click_id IN {ids:Array(String)} AND ${CHANGED_UP_TO}
    GROUP BY click_id`,
});

export function changedClickRoute(router: ContractRouter, deps: ChangeDeps): void {
  const { clickhouse } = deps;
  const clicks = (tenantId: TenantId): KindOfChange<AssignedClickRow> => ({
    kind: 'click',
    all: idsFrom(allAssignedClicks, clickhouse, tenantId),
    async read(ids, upTo) {
      const rows = await assignedClicks.run(clickhouse, tenantId, { ids: [...ids], upTo });
      return new Map(rows.map((row) => [row.click_id, toAssignedClick(row)]));
    },
  });
  router.implement(clickChanges, ({ principal: { tenantId }, query }) =>
    readChanges(deps, tenantId, clicks(tenantId), query),
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
