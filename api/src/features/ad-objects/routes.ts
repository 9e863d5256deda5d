import { createGuardedCall, type GuardedCall } from '@tracker/infra/postbacks/guarded-call';
import { adObjectPicture, listAdObjects } from '@tracker/schemas/contracts/ad-objects.contract';
import type { ContractRouter } from '../../http/implement-contract.ts';
import { createPictures, PICTURE_BYTES_MAX, PICTURE_DEADLINE_MS } from './pictures.ts';
import { type AdObjectDeps, createAdObjectService } from './service.ts';

type AdObjectRouteDeps = Omit<AdObjectDeps, 'pictures'> & { readonly pictureCall?: GuardedCall };

export function adObjectRoutes(router: ContractRouter, deps: AdObjectRouteDeps): void {
  const call =
    deps.pictureCall ?? createGuardedCall({ bodyBytesMax: PICTURE_BYTES_MAX, deadlineMs: PICTURE_DEADLINE_MS });
  const adObjects = createAdObjectService({ ...deps, pictures: createPictures(call) });
  router.implement(listAdObjects, ({ principal, query }) => adObjects.list(principal, query));
  router.implement(adObjectPicture, ({ principal, params }) => adObjects.picture(principal, params));
}
