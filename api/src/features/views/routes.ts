import { changeView, createView, listViews, removeView } from '@tracker/schemas/contracts/views.contract';
import type { ContractRouter } from '../../http/implement-contract.ts';
import { createViewService } from './service.ts';

export function viewRoutes(router: ContractRouter, deps: Parameters<typeof createViewService>[0]): void {
  const views = createViewService(deps);
  router.implement(listViews, ({ principal }) => views.list(principal));
  router.implement(createView, ({ principal, body }) => views.create(principal, body));
  router.implement(changeView, ({ principal, params, body }) => views.change(principal, params.id, body));
  router.implement(removeView, ({ principal, params }) => views.remove(principal, params.id));
}
