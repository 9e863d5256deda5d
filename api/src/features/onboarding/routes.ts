import { changeOnboarding, readOnboarding } from '@tracker/schemas/contracts/onboarding.contract';
import type { ContractRouter } from '../../http/implement-contract.ts';
import { createOnboardingService } from './service.ts';

export function onboardingRoutes(router: ContractRouter, deps: Parameters<typeof createOnboardingService>[0]): void {
  const onboarding = createOnboardingService(deps);
  router.implement(readOnboarding, ({ principal }) => onboarding.read(principal));
  router.implement(changeOnboarding, ({ principal, body }) => onboarding.change(principal, body.dismissed));
}
