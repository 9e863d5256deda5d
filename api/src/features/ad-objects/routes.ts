import { adObjectPicture, listAdObjects } from '@tracker/schemas/contracts/ad-objects.contract';
import type { ContractRouter } from '../../http/implement-contract.ts';
import type { AdObjectService } from './service.ts';

export function adObjectRoutes(router: ContractRouter, adObjects: AdObjectService): void {
  router.implement(listAdObjects, ({ principal, query }) => adObjects.list(principal, query));
  router.implement(adObjectPicture, ({ principal, params }) => adObjects.picture(principal, params));
}
