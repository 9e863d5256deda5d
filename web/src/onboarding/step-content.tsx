import type { OnboardingStep, OnboardingStepId } from '@tracker/schemas/contracts/onboarding.contract';
import type { ComponentType } from 'react';
import { SpendStep } from '../features/ad-platforms/spend-step.tsx';
import { FirstConversionStep } from '../features/conversion-logs/first-conversion-step.tsx';
import { AdLinkStep } from '../features/integration/ad-link-step.tsx';
import { ScriptStep } from '../features/integration/script-step.tsx';
import { CheckoutStep } from '../features/webhook/checkout-step.tsx';

const CONTENTS: Readonly<Record<OnboardingStepId, ComponentType<{ step: OnboardingStep }>>> = {
  checkout: CheckoutStep,
  script: ScriptStep,
  'ad-link': AdLinkStep,
  spend: SpendStep,
  'first-sale': FirstConversionStep,
};

/** What an open step shows. */
export default function StepContent({ step }: { step: OnboardingStep }) {
  const Content = CONTENTS[step.id];
  return <Content step={step} />;
}
