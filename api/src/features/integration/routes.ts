import { readIntegration, readScriptStatus } from '@tracker/schemas/contracts/integration.contract';
import type { ContractRouter } from '../../http/implement-contract.ts';
import type { IntegrationService } from './service.ts';

export function integrationRoutes(router: ContractRouter, integration: IntegrationService): void {
  router.implement(readIntegration, async () => integration.read());
  router.implement(readScriptStatus, ({ principal, query }) => integration.scriptStatus(principal, query));
}
