import {
  addPushDevice,
  changePushDevice,
  listPushDevices,
  removePushDevice,
  testPushDevice,
} from '@tracker/schemas/contracts/push.contract';
import { callerOf } from '../../http/caller.ts';
import type { ContractRouter } from '../../http/implement-contract.ts';
import type { PushService } from './service.ts';

export function pushRoutes(router: ContractRouter, push: PushService): void {
  router.implement(listPushDevices, ({ principal }) => push.list(principal));
  router.implement(addPushDevice, ({ principal, body, request }) =>
    push.add(principal, body, callerOf(request).userAgent ?? ''),
  );
  router.implement(changePushDevice, ({ principal, params, body }) => push.change(principal, params.id, body));
  router.implement(removePushDevice, async ({ principal, params }) => {
    await push.remove(principal, params.id);
    return null;
  });
  router.implement(testPushDevice, ({ principal, params }) => push.test(principal, params.id));
}
