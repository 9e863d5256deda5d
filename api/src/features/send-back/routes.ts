import type { PixelContracts } from '@tracker/schemas/contracts/pixel.contract';
import {
  changePostback,
  createPostback,
  listPostbacks,
  removePostback,
  testPostback,
} from '@tracker/schemas/contracts/send-back.contract';
import type { ContractRouter } from '../../http/implement-contract.ts';
import type { PixelService } from './pixel-service.ts';
import type { PostbackService } from './postback-service.ts';

export function pixelRoutes(router: ContractRouter, routes: PixelContracts, pixel: PixelService): void {
  router.implement(routes.read, ({ principal }) => pixel.read(principal));
  router.implement(routes.set, ({ principal, body }) => pixel.set(principal, body));
  router.implement(routes.remove, async ({ principal }) => {
    await pixel.remove(principal);
    return null;
  });
  router.implement(routes.test, ({ principal, request }) =>
    pixel.test(principal, { ip: request.ip, userAgent: request.headers['user-agent'] ?? '' }),
  );
}

export function postbackRoutes(router: ContractRouter, postbacks: PostbackService): void {
  router.implement(listPostbacks, ({ principal }) => postbacks.list(principal));
  router.implement(createPostback, ({ principal, body }) => postbacks.create(principal, body));
  router.implement(changePostback, ({ principal, params, body }) => postbacks.change(principal, params.id, body));
  router.implement(removePostback, async ({ principal, params }) => {
    await postbacks.remove(principal, params.id);
    return null;
  });
  router.implement(testPostback, ({ principal, params }) => postbacks.test(principal, params.id));
}
