import type { AdObject } from '@tracker/schemas/ad-platforms/ad-object';
import type { z } from 'zod';
import type { AdPlatform } from '../ad-platform.ts';
import { createdAt } from './ad-accounts.ts';
import { AdAccountAnswer, AdAnswer, AdsetObjectAnswer, CampaignAnswer, CampaignObjectAnswer } from './answers.ts';
import { budgetOf } from './budget.ts';
import type { GraphCall } from './graph-call.ts';
import { GraphError } from './graph-error.ts';
import { accountPath, objectPath } from './object-path.ts';
import { readPlainRows } from './pages.ts';

export interface AdObjects {
  /** The account, its campaigns, ad sets and ads, but for deleted and archived ones. Four lists, each in pages. */
  adObjects(token: string, adAccountId: string, signal?: AbortSignal): Promise<AdObject[]>;
  campaignMadeAt: AdPlatform['campaignMadeAt'];
}

/** An ad with its creative is long: Facebook refuses pages of 500. */
const PAGE_ROWS = '200';

export const createAdObjects = (call: GraphCall): AdObjects => ({
  async adObjects(token, adAccountId, signal) {
    const path = accountPath(adAccountId);
    const id = path.slice(1);
    const asked = { token, adAccountId: id, signal };
    const account = await call(
      {
        ...asked,
        name: 'ad account',
        to: path,
        params: { fields: 'account_id,name,currency,account_status,timezone_name' },
      },
      AdAccountAnswer,
    );
    const list = <Row>(edge: string, fields: string, row: z.ZodType<Row>) => {
      const params = { fields: `id,name,status,effective_status,${fields}`, limit: PAGE_ROWS };
      return readPlainRows(call, { ...asked, name: edge, to: `${path}/${edge}`, params }, row);
    };
    const campaigns = await list('campaigns', 'created_time,daily_budget,lifetime_budget', CampaignObjectAnswer);
    const adsets = await list('adsets', 'campaign_id,daily_budget,lifetime_budget', AdsetObjectAnswer);
    const ads = await list('ads', 'adset_id,creative{thumbnail_url}', AdAnswer).catch((error: unknown) => {
      // One ad whose post was deleted makes Facebook refuse the pictures of all.
      if (error instanceof GraphError && error.action === 'permanent') return list('ads', 'adset_id', AdAnswer);
      throw error;
    });
    const status = String(account.account_status);
    return [
      ...[
        { level: 'account' as const, id, parentId: null, name: account.name, status, effectiveStatus: status, ...NONE },
      ],
      ...campaigns.map((row) => ({
        ...{ ...stateOf(row), ...NONE, level: 'campaign' as const, parentId: id },
        ...createdAt(row.created_time),
        budget: budgetOf(row, account.currency),
      })),
      ...adsets.map((row) => ({
        ...{ ...stateOf(row), ...NONE, level: 'adset' as const, parentId: row.campaign_id },
        budget: budgetOf(row, account.currency),
      })),
      ...ads.map((row) => ({
        ...{ ...stateOf(row), ...NONE, level: 'ad' as const, parentId: row.adset_id },
        thumbnailUrl: row.creative?.thumbnail_url ?? null,
      })),
    ];
  },
  async campaignMadeAt(token, { adAccountId, campaignId }, signal) {
    const id = accountPath(adAccountId).slice(1);
    const params = { fields: 'id,created_time' };
    const request = { name: 'campaign', to: objectPath(campaignId), params, token, adAccountId: id, signal };
    return createdAt((await call(request, CampaignAnswer)).created_time).createdAt;
  },
});

const NONE = { budget: null, thumbnailUrl: null };

const stateOf = ({
  id,
  name,
  status = '',
  effective_status = status,
}: z.output<typeof AdAnswer | typeof CampaignObjectAnswer>) => ({
  ...{ id, name, status, effectiveStatus: effective_status },
});
