import { PageHeader } from '../../shell/page-header.tsx';
import { AdAccounts } from './ad-accounts.tsx';
import { ConnectCampaignCard } from './connect-campaign-form.tsx';
import { ConnectedCampaigns } from './connected-campaigns.tsx';
import { ConnectionCard } from './connection-card.tsx';
import { useCampaigns, useFacebookStatus } from './queries.ts';
import { SendSalesCard } from './send-sales-card.tsx';
import { SyncCard } from './sync-card.tsx';

export default function FacebookScreen() {
  const status = useFacebookStatus();
  const campaigns = useCampaigns();
  return (
    <>
      <PageHeader
        title="Facebook Ads"
        note="Os gastos dos anúncios, por campanha e dia, para calcular ROAS, CPA e ROI."
      />
      <div className="grid grid-cols-1 items-start gap-3 xl:grid-cols-2">
        <div className="flex min-w-0 flex-col gap-3">
          <ConnectionCard query={status} />
          {status.data?.connected && <AdAccounts />}
          <ConnectCampaignCard query={campaigns} />
        </div>
        <div className="flex min-w-0 flex-col gap-3">
          <SyncCard isConnected={status.data?.connected ?? false} />
          <ConnectedCampaigns campaigns={campaigns.data} />
        </div>
        <div className="min-w-0 xl:col-span-2">
          <SendSalesCard />
        </div>
      </div>
    </>
  );
}
