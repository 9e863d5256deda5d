import { createGuardedCall, type GuardedCall } from '@tracker/infra/postbacks/guarded-call';
import {
  addPushDevice,
  changePushDevice,
  listPushDevices,
  removePushDevice,
  testPushDevice,
} from '@tracker/schemas/contracts/push.contract';
import { callerOf } from '../../http/caller.ts';
import type { ContractRouter } from '../../http/implement-contract.ts';
import { createPushService, type PushDeps } from './service.ts';

type PushRouteDeps = Omit<PushDeps, 'call'> & { readonly guardedCall?: GuardedCall };

export function pushRoutes(router: ContractRouter, deps: PushRouteDeps): void {
  const push = createPushService({ ...deps, call: deps.guardedCall ?? createGuardedCall() });
  router.implement(listPushDevices, ({ principal }) => push.list(principal));
  router.implement(addPushDevice, ({ principal, body, request }) =>
    push.add(principal, body, callerOf(request).userAgent ?? ''),
  );
  router.implement(changePushDevice, ({ principal, params, body }) => push.change(principal, params.id, body));
  router.implement(removePushDevice, ({ principal, params }) => push.remove(principal, params.id));
  router.implement(testPushDevice, ({ principal, params }) => push.test(principal, params.id));
}
