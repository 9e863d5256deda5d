import { describe, expect, it } from 'vitest';
import type { z } from 'zod';
import { AuthStatus, Credentials, Registration, SubscriptionPlan, Tenant, User } from './auth.contract.ts';
import { Campaign } from './campaigns.contract.ts';
import { Click } from './click-logs.contract.ts';
import { Conversion } from './conversion-logs.contract.ts';
import { BestAd, BestCampaign, BestChannel, DailyMetric, PerformanceSummary } from './dashboard.contract.ts';
import { Lead, readLeadAnalytics } from './leads.contract.ts';
import { CONTRACTS } from './registry.ts';

/** The answer of a call; of a list, one of its entries. */
function answerOf(path: string): z.ZodObject {
  const found = CONTRACTS.find((contract) => contract.path === path && contract.method === 'GET');
  const response = found?.response as z.ZodObject | z.ZodArray<z.ZodObject> | undefined;
  if (!response) throw new Error(`no contract for ${path}`);
  return 'element' in response ? (response.element as z.ZodObject) : response;
}

const words = (text: string) => text.split(' ');
const SUBS = 'sub1 sub2 sub3 sub4 sub5 sub6 sub7 sub8';
const UTM = 'utmSource utmMedium utmCampaign utmContent utmTerm utmId';

/** As the specification lists them; an answer may hold more. */
const ENTITIES: readonly [string, z.ZodObject, string][] = [
  ['User', User, 'id firstName lastName email role createdAt'],
  ['Tenant', Tenant, 'id name slug subscriptionPlan subscriptionStatus'],
  ['Auth status', AuthStatus, 'user tenant'],
  ['Campaign', Campaign, 'id campaignId name status createdAt totalSpend'],
  [
    'Click',
    Click,
    `id clickId campaignId source referrer userAgent ipAddress country city deviceType browser fbp fbc ${SUBS} ${UTM} convertedAt conversionValue createdAt`,
  ],
  ['Conversion', Conversion, 'id clickId conversionType value currency createdAt'],
  ['Daily metric', DailyMetric, 'date clicks conversions'],
  ['Performance summary', PerformanceSummary, 'spend revenue roas'],
  ['Best campaign', BestCampaign, 'campaignId name conversions revenue spend roas'],
  ['Best ad', BestAd, 'adId adName clicks conversions revenue conversionRate'],
  ['Best channel', BestChannel, 'channel clicks conversions revenue conversionRate'],
  ['Geography', answerOf('/api/analytics/geography'), 'countries devices timezones regions'],
  ['Facebook status', answerOf('/api/facebook/status'), 'connected'],
  ['Ad account', answerOf('/api/facebook/ad-accounts'), 'id name currency accountStatus'],
  ['Sync status', answerOf('/api/facebook/sync-status'), 'isRunning lastSyncTime syncHistory'],
  ['Lead', Lead, 'id name email phone country city source campaignId clickId status notes createdAt'],
  ['Lead analytics', readLeadAnalytics.response, 'totalLeads leadsBySource'],
  ['Invite', answerOf('/api/auth/validate-invite'), 'email role tenantName inviterName expiresAt'],
  ['Registration', Registration, 'companyName companySlug firstName lastName email password'],
  ['Login', Credentials, 'email password'],
];

describe('entities of the specification', { tags: ['§3'] }, () => {
  it.each(ENTITIES)('declares all documented fields of %s', (_name, schema, fields) => {
    expect(Object.keys(schema.shape)).toEqual(expect.arrayContaining(words(fields)));
  });

  it('offers the plans free, pro and business', { tags: ['§9.8'] }, () => {
    expect(SubscriptionPlan.options).toEqual(['free', 'pro', 'business']);
  });
});
