import { defineQuery } from '@tracker/infra/clickhouse/define-query';
import { conversionChanges } from '@tracker/schemas/contracts/changes.contract';
import type { TenantId } from '@tracker/schemas/primitives/ids';
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
import { conversionsByIds } from './queries.ts';
import { toConversion } from './service.ts';

/** All of them, in the order of their ids: what was stored before changes were noted. */
const allConversions = defineQuery({
  name: 'changes-all-conversions',
  params: changedAfter,
  row: changedIds,
  sql: `
    SELECT DISTINCT conversion_id AS id FROM conversions FINAL
    WHERE tenant_id = {tenantId:String} AND conversion_id > {after:String} AND ${CHANGED_UP_TO}
    ORDER BY id LIMIT {limit:UInt32}`,
});

export function changedConversionRoute(router: ContractRouter, deps: ChangeDeps): void {
  const { clickhouse } = deps;
  const conversions = (tenantId: TenantId): KindOfChange<ReturnType<typeof toConversion>> => ({
    kind: 'conversion',
    all: idsFrom(allConversions, clickhouse, tenantId),
    async read(ids, upTo) {
      const rows = await conversionsByIds.run(clickhouse, tenantId, { ids: [...ids], upTo });
      return new Map(rows.map((row) => [row.conversion_id, toConversion(row)]));
    },
  });
  router.implement(conversionChanges, ({ principal: { tenantId }, query }) =>
    readChanges(deps, tenantId, conversions(tenantId), query),
  );
}
