/** All screens and dialogs in their states, and how to open them. `npx -y pnpm@12 shots` takes their pictures, the accessibility test checks them. */
import { ANALYTICS } from './screens/analytics.ts';
import { CAMPAIGNS } from './screens/campaigns.ts';
import { CLICK_LOGS } from './screens/click-logs.ts';
import { COMPANY } from './screens/company.ts';
import { CONVERSION_LOGS } from './screens/conversion-logs.ts';
import { DASHBOARD } from './screens/dashboard.ts';
import { ENTRY } from './screens/entry.ts';
import { FACEBOOK } from './screens/facebook.ts';
import { GEOGRAPHY } from './screens/geography.ts';
import { INTEGRATION } from './screens/integration.ts';
import { LEADS } from './screens/leads.ts';
import { PEOPLE } from './screens/people.ts';
import { PROFILE } from './screens/profile.ts';
import type { ScreenCase } from './screens/screen-case.ts';
import { STATES } from './screens/states.ts';
import { WEBHOOK } from './screens/webhook.ts';

export type { ScreenCase };

export const SCREENS: readonly ScreenCase[] = [
  ...ENTRY,
  ...DASHBOARD,
  ...CAMPAIGNS,
  ...PEOPLE,
  ...LEADS,
  ...CLICK_LOGS,
  ...CONVERSION_LOGS,
  ...GEOGRAPHY,
  ...INTEGRATION,
  ...WEBHOOK,
  ...ANALYTICS,
  ...FACEBOOK,
  ...COMPANY,
  ...PROFILE,
  ...STATES,
];
