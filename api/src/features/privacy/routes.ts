import { erasePerson, exportPerson, searchPersons } from '@tracker/schemas/contracts/privacy.contract';
import type { ContractRouter } from '../../http/implement-contract.ts';
import { createPrivacyService } from './service.ts';

export function privacyRoutes(router: ContractRouter, deps: Parameters<typeof createPrivacyService>[0]): void {
  const privacy = createPrivacyService(deps);
  router.implement(searchPersons, ({ principal, body }) => privacy.search(principal, body));
  router.implement(exportPerson, ({ principal, body }) => privacy.export(principal, body.personId));
  router.implement(erasePerson, ({ principal, body }) => privacy.erase(principal, body.personId));
}
