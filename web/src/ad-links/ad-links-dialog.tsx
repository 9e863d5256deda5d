import type { Campaign } from '@tracker/schemas/contracts/campaigns.contract';
import { useState } from 'react';
import { Dialog } from '../ui/dialog.tsx';
import { AdLinkTemplates } from './ad-link-templates.tsx';
import { pageOf } from './ad-links.ts';
import { PLATFORMS, type Platform } from './platforms.ts';

/** What the ads of a campaign need, with the macros of their platform: the bare link would bring clicks without an ad. */
export default function AdLinksDialog({ campaign, onClose }: { campaign: Campaign; onClose: () => void }) {
  const [platform, setPlatform] = useState<Platform>(PLATFORMS[0]);
  return (
    <Dialog isOpen onOpenChange={onClose} title="Links de anúncio" description={campaign.name}>
      <AdLinkTemplates
        campaign={campaign}
        page={pageOf(campaign.destinationUrl)}
        platform={platform}
        onPlatform={setPlatform}
      />
    </Dialog>
  );
}
