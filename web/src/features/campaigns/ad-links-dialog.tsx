import type { Campaign } from '@tracker/schemas/contracts/campaigns.contract';
import { useState } from 'react';
import { AdLinkTemplates } from '../../ad-links/ad-link-templates.tsx';
import { pageOf } from '../../ad-links/ad-links.ts';
import { PLATFORMS, type Platform } from '../../ad-links/platforms.ts';
import { Dialog } from '../../ui/dialog.tsx';

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
