import { changeOnboarding, readOnboarding } from '@tracker/schemas/contracts/onboarding.contract';
import type { ContractRouter } from '../../http/implement-contract.ts';
import type { OnboardingService } from './service.ts';

export function onboardingRoutes(router: ContractRouter, onboarding: OnboardingService): void {
  router.implement(readOnboarding, ({ principal }) => onboarding.read(principal));
  router.implement(changeOnboarding, ({ principal, body }) => onboarding.change(principal, body.dismissed));
}
