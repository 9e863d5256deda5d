import { createApiKey, listApiKeys, revokeApiKey } from '@tracker/schemas/contracts/api-keys.contract';
import type { ContractRouter } from '../../http/implement-contract.ts';
import { createApiKeyService } from './service.ts';

export function apiKeyRoutes(router: ContractRouter, deps: Parameters<typeof createApiKeyService>[0]): void {
  const keys = createApiKeyService(deps);
  router.implement(listApiKeys, ({ principal }) => keys.list(principal));
  router.implement(createApiKey, ({ principal, body }) => keys.create(principal, body));
  router.implement(revokeApiKey, ({ principal, params }) => keys.revoke(principal, params.id));
}
