/**
 * Each test file is in one tier. `npx -y pnpm@12 test` runs all tests without an outside system, and of those with stores, browser or a product the files
 * of this list: what holds a guarantee of ARCHITECTURE.md or a part of the specification, once. `npx -y pnpm@12 test:rest` runs all other files.
 * CONTRIBUTING.md, "Where a test belongs", has the rule; `infra/dev/checks/tiers.ts` proves that no file is in both or in none.
 */
export const FIRST_FILES: readonly string[] = [
  'api/src/access-matrix.integration.test.ts',
  'api/src/bad-input.integration.test.ts',
  'api/src/features/ad-platforms/connect.integration.test.ts',
  'api/src/features/analytics/analytics.integration.test.ts',
  'api/src/features/auth/auth.integration.test.ts',
  'api/src/features/campaigns/campaigns.integration.test.ts',
  'api/src/features/click-logs/click-logs.integration.test.ts',
  'api/src/features/click-logs/clicks-export.integration.test.ts',
  'api/src/features/conversion-logs/conversion-logs.integration.test.ts',
  'api/src/features/dashboard/dashboard.integration.test.ts',
  'api/src/features/geography/geography.integration.test.ts',
  'api/src/features/integration/integration.integration.test.ts',
  'api/src/features/leads/leads.integration.test.ts',
  'api/src/features/people/invites.integration.test.ts',
  'api/src/features/people/users.integration.test.ts',
  'api/src/features/webhook/webhook.integration.test.ts',
  'api/src/tenant-wall.integration.test.ts',
  'infra/src/postgres/tenant-wall.integration.test.ts',
  'infra/test/product/crash.e2e.test.ts',
  'infra/test/product/facebook-sync.integration.test.ts',
  'infra/test/product/figures.integration.test.ts',
  'ingest/e2e/first-conversion.e2e.test.ts',
  'ingest/src/clicks.integration.test.ts',
  'ingest/src/conversions.integration.test.ts',
  'ingest/src/leads.integration.test.ts',
  'ingest/src/outage.integration.test.ts',
  'ingest/src/webhooks.integration.test.ts',
  'processor/src/batch/set-aside.integration.test.ts',
  'processor/src/processor.integration.test.ts',
  'processor/src/retried-clicks/retried-clicks.integration.test.ts',
  'web/e2e/facebook-story.e2e.test.ts',
  'web/e2e/integration.e2e.test.ts',
  'web/e2e/invite-story.e2e.test.ts',
  'web/e2e/lead-story.e2e.test.ts',
  'web/e2e/role-stories.e2e.test.ts',
  'web/e2e/settings.e2e.test.ts',
  'web/e2e/sign-in.e2e.test.ts',
  'web/e2e/timings.e2e.test.ts',
  'web/e2e/webhook-story.e2e.test.ts',
];

const OF_STORES_OR_PRODUCT = /\.(integration|e2e)\.test\.ts$/;
/** They need tools that a build server does not bring. */
const NIGHTLY_ONLY = /\.helm\.test\.ts$/;
/** Each way of each store next to each call: minutes, and answers that a machine without a free processor gives otherwise. */
export const NIGHTLY_FILES: readonly string[] = ['infra/test/product/stores-that-take-nothing.e2e.test.ts'];

export type Tier = 'test' | 'rest' | 'nightly';

export function tierOf(file: string): Tier {
  if (NIGHTLY_ONLY.test(file) || NIGHTLY_FILES.includes(file)) return 'nightly';
  return !OF_STORES_OR_PRODUCT.test(file) || FIRST_FILES.includes(file) ? 'test' : 'rest';
}

let chosen: 'test' | 'rest' | undefined;

/** For `vitest.config.ts`, before it is loaded in this process: the tier of a whole run. Without one, all files are found. */
export function chooseTier(tier: typeof chosen): void {
  chosen = tier;
}

export const chosenTier = () => chosen;
