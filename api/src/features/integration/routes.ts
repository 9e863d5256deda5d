import {
  confirmSite,
  readIntegration,
  readLink,
  readScriptStatus,
  removeSite,
} from '@tracker/schemas/contracts/integration.contract';
import type { ContractRouter } from '../../http/implement-contract.ts';
import { createIntegrationService } from './service.ts';

export function integrationRoutes(router: ContractRouter, deps: Parameters<typeof createIntegrationService>[0]): void {
  const integration = createIntegrationService(deps);
  router.implement(readIntegration, ({ principal }) => integration.read(principal));
  router.implement(readScriptStatus, ({ principal, query }) => integration.scriptStatus(principal, query));
  router.implement(readLink, ({ principal, body }) => integration.readLink(principal, body.url));
  router.implement(confirmSite, ({ principal, body }) => integration.confirmSite(principal, body.host));
  router.implement(removeSite, ({ principal, params }) => integration.removeSite(principal, params.host));
}
