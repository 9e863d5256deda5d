import { askAction, listActions, undoAction } from '@tracker/schemas/contracts/ad-actions.contract';
import type { ContractRouter } from '../../http/implement-contract.ts';
import { sendPage } from '../../http/page.ts';
import { type AdActionDeps, createAdActionService } from './service.ts';

export function adActionRoutes(router: ContractRouter, deps: AdActionDeps): void {
  const actions = createAdActionService(deps);
  router.implement(askAction, ({ principal, params, body }) => actions.ask(principal, params, body));
  router.implement(undoAction, ({ principal, params }) => actions.undo(principal, params.id));
  router.implement(listActions, async ({ principal, query, request, reply }) =>
    sendPage(await actions.list(principal, query), request, reply),
  );
}
