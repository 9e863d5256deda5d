// A file of its own: the dashboard loads it only with its late part.
import { z } from 'zod';
import { Instant } from '../primitives/time.ts';
import { defineContract } from './define-contract.ts';

/** The steps from a new tenant to its first tracked conversion, in their order. */

export const OnboardingStepId = z.enum(['checkout', 'script', 'ad-link', 'spend', 'first-sale']);
export type OnboardingStepId = z.infer<typeof OnboardingStepId>;

/** What is in the way of a step that is not done. */
export const OnboardingWarning = z.enum([
  // Deliveries came, and none was accepted.
  'deliveries-refused',
  // Clicks came, all of them of browsers that look like robots.
  'only-robots',
  // Clicks came, but no page view.
  'clicks-without-views',
  // The script spoke on a page whose site no one confirmed.
  'unknown-site',
  // Clicks came with the names of macros instead of their values.
  'raw-macros',
  // The ad platform does not accept the connection any more.
  'connection-ended',
  // An ad account is connected, and none of its campaigns is linked.
  'nothing-linked',
  // Conversions came, all of them without a click.
  'sales-without-click',
]);
export type OnboardingWarning = z.infer<typeof OnboardingWarning>;

export const OnboardingStep = z.object({
  id: OnboardingStepId,
  done: z.boolean(),
  /** When the first event of the step happened. */
  at: Instant.nullable(),
  /** Of a step that is not done: its first test from this product, and where it was sent. A checkout's own test is done. */
  tested: z.object({ at: Instant, checkout: z.string() }).nullable(),
  warning: OnboardingWarning.nullable(),
  /** With a warning that strangers can cause: the networks from which most of it came. */
  networks: z.array(z.string()),
  /** With 'unknown-site': its host. */
  host: z.string().nullable(),
});
export type OnboardingStep = z.infer<typeof OnboardingStep>;

export const Onboarding = z.object({ dismissed: z.boolean(), steps: z.array(OnboardingStep) });
export type Onboarding = z.infer<typeof Onboarding>;

export const readOnboarding = defineContract('onboarding.read', 'GET /api/onboarding', 'viewer', {
  summary: 'The steps to the first tracked sale, when each was done, and what is in the way of the others.',
  response: Onboarding,
  figures: true,
});

export const changeOnboarding = defineContract('onboarding.change', 'PATCH /api/onboarding', 'editor', {
  summary: 'Puts the first steps away for the whole company, or brings them back.',
  body: z.object({ dismissed: z.boolean() }),
  response: Onboarding,
});
