import { useState } from 'react';
import { AdLinkTemplates } from '../../ad-links/ad-link-templates.tsx';
import { LinkReader } from '../../ad-links/link-reader.tsx';
import { PLATFORMS, type Platform } from '../../ad-links/platforms.ts';
import { OfFirstCampaign } from './first-campaign.tsx';

/** One text to copy for each ad platform; nothing to copy for ads that say enough. */
export function AdLinkStep() {
  const [platform, setPlatform] = useState<Platform>(PLATFORMS[0]);
  return (
    <>
      <LinkReader />
      <OfFirstCampaign>
        {(campaign) => <AdLinkTemplates campaign={campaign} platform={platform} onPlatform={setPlatform} isShort />}
      </OfFirstCampaign>
    </>
  );
}
