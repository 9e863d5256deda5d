import type { Campaign } from '@tracker/schemas/contracts/campaigns.contract';
import type { ReactNode } from 'react';
import { QueryView } from '../../data/query-view.tsx';
import { useTenant } from '../../session/session.ts';
import { Skeleton } from '../../ui/skeleton.tsx';
import { useCampaignList } from './queries.ts';
import { settingsOf } from './script-tag.ts';

/** The campaign that a new company begins with, which the tag names too. */
export function OfFirstCampaign({ children }: { children: (campaign: Campaign) => ReactNode }) {
  const { mainCampaignId } = useTenant();
  return (
    <QueryView query={useCampaignList()} loading={<Skeleton className="h-40" />}>
      {(campaigns) => {
        const { campaignId } = settingsOf({}, campaigns, mainCampaignId);
        const campaign = campaigns.find((one) => one.campaignId === campaignId);
        return campaign ? children(campaign) : <p className="text-soft-ink">Crie uma campanha em Campaigns.</p>;
      }}
    </QueryView>
  );
}
