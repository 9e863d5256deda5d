import {
  changePostback,
  createPostback,
  listPostbacks,
  readPixel,
  removePixel,
  removePostback,
  setPixel,
  testPixel,
  testPostback,
} from '@tracker/schemas/contracts/send-back.contract';
import type { ContractRouter } from '../../http/implement-contract.ts';
import type { PixelService } from './pixel-service.ts';
import type { PostbackService } from './postback-service.ts';

export function sendBackRoutes(
  router: ContractRouter,
  { pixel, postbacks }: { readonly pixel: PixelService; readonly postbacks: PostbackService },
): void {
  router.implement(readPixel, ({ principal }) => pixel.read(principal));
  router.implement(setPixel, ({ principal, body }) => pixel.set(principal, body));
  router.implement(removePixel, async ({ principal }) => {
    await pixel.remove(principal);
    return null;
  });
  router.implement(testPixel, ({ principal, request }) =>
    pixel.test(principal, { ip: request.ip, userAgent: request.headers['user-agent'] ?? '' }),
  );
  router.implement(listPostbacks, ({ principal }) => postbacks.list(principal));
  router.implement(createPostback, ({ principal, body }) => postbacks.create(principal, body));
  router.implement(changePostback, ({ principal, params, body }) => postbacks.change(principal, params.id, body));
  router.implement(removePostback, async ({ principal, params }) => {
    await postbacks.remove(principal, params.id);
    return null;
  });
  router.implement(testPostback, ({ principal, params }) => postbacks.test(principal, params.id));
}
