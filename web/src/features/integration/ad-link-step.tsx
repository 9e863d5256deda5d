import { useState } from 'react';
import { AdLinkTemplates } from '../../ad-links/ad-link-templates.tsx';
import { LinkReader } from '../../ad-links/link-reader.tsx';
import { PLATFORMS, type Platform } from '../../ad-links/platforms.ts';
import { OfFirstCampaign } from './first-campaign.tsx';

/** One text to copy for each ad platform; nothing to copy for ads that say enough. */
export function AdLinkStep() {
  const [platform, setPlatform] = useState<Platform>(PLATFORMS[0]);
  /** Who changes an ad that runs sends it back to review and learning. */
  const [isEnough, setEnough] = useState(false);
  const templates = (
    <OfFirstCampaign>
      {(campaign) => <AdLinkTemplates campaign={campaign} platform={platform} onPlatform={setPlatform} isShort />}
    </OfFirstCampaign>
  );
  return (
    <>
      <LinkReader onRead={({ template }) => setEnough(template === 'own' || template === 'utmify')} />
      {isEnough ? (
        <details>
          <summary className="cursor-pointer py-1 font-medium text-accent underline underline-offset-2">
            Parâmetros para anúncios novos
          </summary>
          <div className="mt-2 flex flex-col gap-4">{templates}</div>
        </details>
      ) : (
        templates
      )}
    </>
  );
}
