import { Link } from '@tanstack/react-router';
import type { Campaign } from '@tracker/schemas/contracts/campaigns.contract';
import { TriangleAlert } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { Card, CardHeader } from '../../ui/card.tsx';
import { CodeBlock } from '../../ui/code-block.tsx';
import { Field } from '../../ui/field.tsx';
import { Input } from '../../ui/input.tsx';
import { Select } from '../../ui/select.tsx';
import { Tab, TabList, TabPanel, Tabs } from '../../ui/tabs.tsx';
import { AD_PLATFORMS, adParameters, directUrl, EXAMPLE_PAGE, isPage, landingUrl, pageOf } from './ad-links.ts';
import type { IntegrationSearch, Platform } from './search.ts';

interface AdLinksCardProps {
  campaigns: readonly Campaign[];
  campaign: Campaign;
  platform: Platform;
  onSearch: (change: IntegrationSearch) => void;
}

export function AdLinksCard({ campaigns, campaign, platform, onSearch }: AdLinksCardProps) {
  const { campaignId, trackingUrl, destinationUrl } = campaign;
  const [typed, setTyped] = useState('');
  const page = typed || pageOf(destinationUrl) || EXAMPLE_PAGE;
  const isWrong = typed !== '' && !isPage(typed);
  return (
    <Card id="links" className="scroll-mt-20">
      <CardHeader
        title="Links de anúncio"
        note="Modelos prontos, com as macros que cada plataforma preenche em cada clique."
      />
      <div className="grid grid-cols-1 gap-4 px-4 pb-4 sm:px-5 md:grid-cols-2">
        <Field label="Campanha dos links">
          {({ id }) => (
            <Select
              id={id}
              size="field"
              className="[&>span:first-child]:truncate"
              value={campaignId as string}
              onChange={(links) => onSearch({ links })}
              options={campaigns.map((one) => ({
                value: one.campaignId as string,
                label: `${one.name} (${one.campaignId})`,
              }))}
            />
          )}
        </Field>
        <Field
          label="Sua página"
          optional
          error={isWrong ? 'Informe um endereço completo, como https://www.sualoja.com.br/oferta.' : undefined}
        >
          {(control) => (
            <Input
              {...control}
              type="url"
              inputMode="url"
              maxLength={2048}
              spellCheck={false}
              placeholder={pageOf(destinationUrl) || EXAMPLE_PAGE}
              value={typed}
              onChange={(event) => setTyped(event.target.value)}
            />
          )}
        </Field>
      </div>
      <Tabs
        value={platform}
        onValueChange={(next) => onSearch({ platform: next as Platform })}
        className="px-4 pb-5 sm:px-5"
      >
        <div className="overflow-x-auto pb-1">
          <TabList aria-label="Plataforma de anúncios">
            {AD_PLATFORMS.map(({ id, label }) => (
              <Tab key={id} value={id}>
                {label}
              </Tab>
            ))}
          </TabList>
        </div>
        {AD_PLATFORMS.map((one) => (
          <TabPanel key={one.id} value={one.id} className="mt-3 flex flex-col gap-4 rounded-lg">
            <p className="text-soft-ink">
              {one.where} <span className="text-muted">{one.note}</span>
            </p>
            <Template title="Parâmetros" note="Só a parte que vem depois do endereço.">
              <CodeBlock code={adParameters(one, campaignId)} what={`parâmetros para ${one.label}`} isWrapped />
            </Template>
            <Template title="Página de destino" note="Para páginas que têm o script.">
              <CodeBlock
                code={landingUrl(one, campaignId, isWrong ? EXAMPLE_PAGE : page)}
                what={`página de destino para ${one.label}`}
                isWrapped
              />
            </Template>
            <Template title="Link direto" note="Registra o clique e leva ao destino da campanha, sem script.">
              {destinationUrl === null && <NoDestination />}
              <CodeBlock code={directUrl(one, trackingUrl)} what={`link direto para ${one.label}`} isWrapped />
            </Template>
          </TabPanel>
        ))}
      </Tabs>
    </Card>
  );
}

const Template = ({ title, note, children }: { title: string; note: string; children: ReactNode }) => (
  <div className="min-w-0">
    <h3 className="font-medium text-sm">{title}</h3>
    <p className="mb-1.5 text-[13px] text-muted">{note}</p>
    {children}
  </div>
);

const NoDestination = () => (
  <p className="mb-2 flex items-start gap-2 rounded-lg bg-warn-soft px-3 py-2 text-[13px] text-warn">
    <TriangleAlert size={15} aria-hidden className="mt-0.5 shrink-0" />
    <span>
      Esta campanha não tem URL de destino: o link responderia só o ID do clique. Cadastre o destino em{' '}
      <Link to="/campaigns" className="font-medium underline underline-offset-2">
        Campaigns
      </Link>
      .
    </span>
  </p>
);
