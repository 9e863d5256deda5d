import type { Campaign } from '@tracker/schemas/contracts/campaigns.contract';
import type { ReactNode } from 'react';
import { CodeBlock } from '../ui/code-block.tsx';
import { Tab, TabList, TabPanel, Tabs } from '../ui/tabs.tsx';
import { AD_LINK_PLATFORMS, adParameters, directUrl, landingUrl } from './ad-links.ts';
import type { Platform } from './platforms.ts';
import { SetDestination } from './set-destination.tsx';

interface AdLinkTemplatesProps {
  campaign: Campaign;
  /** The page of the ads; '' while it is unknown. */
  page?: string;
  /** The parameters alone: one thing to copy. */
  isShort?: boolean;
  platform: Platform;
  onPlatform: (platform: Platform) => void;
  className?: string;
}

/** What to paste into the ads of a campaign, by ad platform. A campaign without a destination has no direct link: it would lead nowhere. */
export const AdLinkTemplates = ({
  campaign,
  page = '',
  isShort = false,
  platform,
  onPlatform,
  className,
}: AdLinkTemplatesProps) => (
  <Tabs value={platform} onValueChange={(next) => onPlatform(next as Platform)} className={className}>
    <div className="overflow-x-auto pb-1">
      <TabList aria-label="Plataforma de anúncios">
        {AD_LINK_PLATFORMS.map(({ id, label }) => (
          <Tab key={id} value={id}>
            {label}
          </Tab>
        ))}
      </TabList>
    </div>
    {AD_LINK_PLATFORMS.map((one) => (
      <TabPanel key={one.id} value={one.id} className="mt-3 flex flex-col gap-4 rounded-lg">
        <p className="text-soft-ink">
          {one.where} <span className="text-muted">{one.note}</span>
        </p>
        <Template title="Parâmetros" note="Só a parte que vem depois do endereço.">
          <CodeBlock code={adParameters(one, campaign.campaignId)} what={`parâmetros para ${one.label}`} isWrapped />
        </Template>
        {one.utmify && !isShort && (
          <Template
            title="Vindo da UTMify"
            note="Os parâmetros da UTMify são lidos como estão: não mude nada nos anúncios que já os têm. Só o cmpid é novo: sem ele, o click vai para a campanha da tag do script."
          >
            <CodeBlock
              code={adParameters({ parameters: one.utmify }, campaign.campaignId)}
              what={`parâmetros da UTMify para ${one.label}`}
              isWrapped
            />
          </Template>
        )}
        {page && (
          <Template title="Página de destino" note="Para páginas que têm o script.">
            <CodeBlock
              code={landingUrl(one, campaign.campaignId, page)}
              what={`página de destino para ${one.label}`}
              isWrapped
            />
          </Template>
        )}
        {!isShort && (
          <Template title="Link direto" note="Registra o click e leva ao destino da campanha, sem script.">
            {campaign.destinationUrl === null ? (
              <SetDestination campaign={campaign} />
            ) : (
              <CodeBlock code={directUrl(one, campaign.trackingUrl)} what={`link direto para ${one.label}`} isWrapped />
            )}
          </Template>
        )}
      </TabPanel>
    ))}
  </Tabs>
);

const Template = ({ title, note, children }: { title: string; note: string; children: ReactNode }) => (
  <div className="min-w-0">
    <h3 className="font-medium text-sm">{title}</h3>
    <p className="mb-1.5 text-[13px] text-muted">{note}</p>
    {children}
  </div>
);
