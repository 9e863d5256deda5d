import type { OnboardingStep, OnboardingStepId } from '@tracker/schemas/contracts/onboarding.contract';
import type { ComponentType } from 'react';
import { AdLinkStep } from './ad-link-step.tsx';
import { CheckoutStep } from './checkout-step.tsx';
import { FirstConversionStep } from './first-conversion-step.tsx';
import { ScriptStep } from './script-step.tsx';
import { SpendStep } from './spend-step.tsx';

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
