import type { AdPlatforms } from '@tracker/infra/ad-platforms/ad-platform';
import { createGuardedGet, type GuardedGet } from '@tracker/infra/postbacks/guarded-call';
import { type PixelContracts, pixelContractsOf } from '@tracker/schemas/contracts/pixel.contract';
import {
  changePostback,
  createPostback,
  listPostbacks,
  removePostback,
  testPostback,
} from '@tracker/schemas/contracts/send-back.contract';
import type { ContractRouter } from '../../http/implement-contract.ts';
import { createPixelService, type PixelDeps, type PixelService } from './pixel-service.ts';
import { createPostbackService, type PostbackDeps } from './postback-service.ts';

interface SendBackDeps extends Omit<PixelDeps, 'descriptor' | 'destination'>, Omit<PostbackDeps, 'get'> {
  readonly adPlatforms: AdPlatforms;
  readonly guardedGet?: GuardedGet;
}

export function sendBackRoutes(router: ContractRouter, deps: SendBackDeps): void {
  for (const { descriptor, destination } of deps.adPlatforms) {
    if (!destination) continue;
    const pixel = createPixelService({ ...deps, descriptor, destination });
    pixelRoutes(router, pixelContractsOf(descriptor, destination), pixel);
  }
  const postbacks = createPostbackService({ ...deps, get: deps.guardedGet ?? createGuardedGet() });
  router.implement(listPostbacks, ({ principal }) => postbacks.list(principal));
  router.implement(createPostback, ({ principal, body }) => postbacks.create(principal, body));
  router.implement(changePostback, ({ principal, params, body }) => postbacks.change(principal, params.id, body));
  router.implement(removePostback, ({ principal, params }) => postbacks.remove(principal, params.id));
  router.implement(testPostback, ({ principal, params }) => postbacks.test(principal, params.id));
}

function pixelRoutes(router: ContractRouter, routes: PixelContracts, pixel: PixelService): void {
  router.implement(routes.read, ({ principal }) => pixel.read(principal));
  router.implement(routes.set, ({ principal, body }) => pixel.set(principal, body));
  router.implement(routes.remove, ({ principal }) => pixel.remove(principal));
  router.implement(routes.test, ({ principal, request }) =>
    pixel.test(principal, { ip: request.ip, userAgent: request.headers['user-agent'] ?? '' }),
  );
}
