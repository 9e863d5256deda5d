import {
  enterSpend,
  enterSpendList,
  importSpend,
  listSpend,
  undoSpendImport,
} from '@tracker/schemas/contracts/spend.contract';
import type { ContractRouter } from '../../http/implement-contract.ts';
import { changedSpendRoute } from './changed-spend.ts';
import { createSpendService } from './service.ts';

export function spendRoutes(router: ContractRouter, deps: Parameters<typeof createSpendService>[0]): void {
  const spend = createSpendService(deps);
  router.implement(listSpend, ({ principal, query }) => spend.list(principal, query));
  router.implement(enterSpend, ({ principal, params, body }) => spend.enter(principal, params.campaignId, body));
  router.implement(enterSpendList, ({ principal, body }) => spend.enterList(principal, body));
  router.implement(importSpend, ({ principal, query, body }) => spend.importFile(principal, body, query));
  router.implement(undoSpendImport, ({ principal, params }) => spend.undoImport(principal, params.importId));
  changedSpendRoute(router, deps);
}
