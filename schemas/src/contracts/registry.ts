import { accountLinkContracts } from './account-links.contract.ts';
import { adActionContracts } from './ad-actions.contract.ts';
import { adObjectContracts } from './ad-objects.contract.ts';
import { adPlatformContracts } from './ad-platforms.contract.ts';
import { analyticsContracts } from './analytics.contract.ts';
import { apiKeyContracts } from './api-keys.contract.ts';
import { auditContracts } from './audit.contract.ts';
import { authContracts } from './auth.contract.ts';
import { campaignContracts } from './campaigns.contract.ts';
import { clickLogContracts } from './click-logs.contract.ts';
import { tenantContracts } from './company.contract.ts';
import { conversionImportContracts } from './conversion-imports.contract.ts';
import { conversionLogContracts } from './conversion-logs.contract.ts';
import { costContracts } from './costs.contract.ts';
import { performanceContracts } from './dashboard.contract.ts';
import type { Contract } from './define-contract.ts';
import { docsContracts } from './docs.contract.ts';
import { exchangeRateContracts } from './exchange-rates.contract.ts';
import { facebookPathContracts } from './facebook-paths.contract.ts';
import { figureContracts } from './figures.contract.ts';
import { funnelContracts } from './funnel.contract.ts';
import { geographyContracts } from './geography.contract.ts';
import { integrationContracts } from './integration.contract.ts';
import { leadContracts } from './leads.contract.ts';
import { liveContracts } from './live.contract.ts';
import { onboardingContracts } from './onboarding.contract.ts';
import { ownTenantContracts } from './own-tenants.contract.ts';
import { pendingContracts } from './pending.contract.ts';
import { peopleContracts } from './people.contract.ts';
import { pixelContracts } from './pixel.contract.ts';
import { privacyContracts } from './privacy.contract.ts';
import { productContracts } from './products.contract.ts';
import { profileContracts } from './profile.contract.ts';
import { pushContracts } from './push.contract.ts';
import { secondFactorContracts } from './second-factor.contract.ts';
import { sendBackContracts } from './send-back.contract.ts';
import { sideBySideContracts } from './side-by-side.contract.ts';
import { spendContracts } from './spend.contract.ts';
import { trackingHealthContracts } from './tracking-health.contract.ts';
import { uncountedContracts } from './uncounted.contract.ts';
import { usageContracts } from './usage.contract.ts';
import { viewContracts } from './views.contract.ts';
import { webhookContracts } from './webhook.contract.ts';

/**
 * Every route of the query API. A route that is missing here cannot be registered; every route here is tested for access and
 * tenant wall.
 */
export const CONTRACTS: readonly Contract[] = [
  ...authContracts,
  ...accountLinkContracts,
  ...ownTenantContracts,
  ...peopleContracts,
  ...profileContracts,
  ...secondFactorContracts,
  ...pushContracts,
  ...tenantContracts,
  ...usageContracts,
  ...apiKeyContracts,
  ...auditContracts,
  ...privacyContracts,
  ...webhookContracts,
  ...campaignContracts,
  ...conversionImportContracts,
  ...spendContracts,
  ...costContracts,
  ...productContracts,
  ...viewContracts,
  ...performanceContracts,
  ...uncountedContracts,
  ...pendingContracts,
  ...analyticsContracts,
  ...figureContracts,
  ...funnelContracts,
  ...geographyContracts,
  ...clickLogContracts,
  ...conversionLogContracts,
  ...leadContracts,
  ...exchangeRateContracts,
  ...integrationContracts,
  ...sideBySideContracts,
  ...onboardingContracts,
  ...trackingHealthContracts,
  ...adPlatformContracts,
  ...facebookPathContracts,
  ...adObjectContracts,
  ...adActionContracts,
  ...pixelContracts,
  ...sendBackContracts,
  ...liveContracts,
  ...docsContracts,
];
