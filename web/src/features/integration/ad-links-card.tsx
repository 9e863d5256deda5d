import type { Campaign } from '@tracker/schemas/contracts/campaigns.contract';
import { useState } from 'react';
import { AdLinkTemplates } from '../../ad-links/ad-link-templates.tsx';
import { EXAMPLE_PAGE, isPage, pageOf } from '../../ad-links/ad-links.ts';
import { LinkReader } from '../../ad-links/link-reader.tsx';
import type { Platform } from '../../ad-links/platforms.ts';
import { Card, CardHeader } from '../../ui/card.tsx';
import { TextField } from '../../ui/field.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import type { IntegrationSearch } from './search.ts';

interface AdLinksCardProps {
  campaigns: readonly Campaign[];
  campaign: Campaign;
  platform: Platform;
  onSearch: (change: IntegrationSearch) => void;
}

export function AdLinksCard({ campaigns, campaign, platform, onSearch }: AdLinksCardProps) {
  const { campaignId, destinationUrl } = campaign;
  const [typed, setTyped] = useState('');
  const page = typed || pageOf(destinationUrl) || EXAMPLE_PAGE;
  const isWrong = typed !== '' && !isPage(typed);
  return (
    <Card id="links" className="scroll-mt-20">
      <CardHeader
        title="Links de anúncio"
        note="Modelos prontos, com as macros que cada plataforma preenche em cada click."
      />
      <div className="grid grid-cols-1 gap-4 px-4 pb-4 sm:px-5 md:grid-cols-2">
        <SelectField
          label="Campanha dos links"
          value={campaignId as string}
          onChange={(links) => onSearch({ links })}
          options={campaigns.map((one) => ({
            value: one.campaignId as string,
            label: `${one.name} (${one.campaignId})`,
          }))}
        />
        <TextField
          label="Sua página"
          optional
          error={isWrong ? 'Informe um endereço completo, como https://www.sualoja.com.br/oferta.' : undefined}
          type="url"
          inputMode="url"
          maxLength={2048}
          spellCheck={false}
          placeholder={pageOf(destinationUrl) || EXAMPLE_PAGE}
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
        />
      </div>
      <div className="px-4 pb-4 sm:px-5">
        <LinkReader />
      </div>
      <AdLinkTemplates
        campaign={campaign}
        page={isWrong ? EXAMPLE_PAGE : page}
        platform={platform}
        onPlatform={(next) => onSearch({ platform: next })}
        className="px-4 pb-5 sm:px-5"
      />
    </Card>
  );
}
