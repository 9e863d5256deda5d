import {
  confirmSite,
  readIntegration,
  readLink,
  readScriptStatus,
  removeSite,
} from '@tracker/schemas/contracts/integration.contract';
import type { ContractRouter } from '../../http/implement-contract.ts';
import type { IntegrationService } from './service.ts';

export function integrationRoutes(router: ContractRouter, integration: IntegrationService): void {
  router.implement(readIntegration, ({ principal }) => integration.read(principal));
  router.implement(readScriptStatus, ({ principal, query }) => integration.scriptStatus(principal, query));
  router.implement(readLink, ({ principal, body }) => integration.readLink(principal, body.url));
  router.implement(confirmSite, async ({ principal, body }) => {
    await integration.confirmSite(principal, body.host);
    return null;
  });
  router.implement(removeSite, async ({ principal, params }) => {
    await integration.removeSite(principal, params.host);
    return null;
  });
}
