import type { Campaign } from '@tracker/schemas/contracts/campaigns.contract';
import type { OnboardingStep } from '@tracker/schemas/contracts/onboarding.contract';
import { ExternalLink } from 'lucide-react';
import { useState } from 'react';
import { isPage, pageOf, testClickUrl } from '../../ad-links/ad-links.ts';
import { QueryView } from '../../data/query-view.tsx';
import { Button } from '../../ui/button.tsx';
import { CodeBlock } from '../../ui/code-block.tsx';
import { TextField } from '../../ui/field.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { ConfirmSite } from './confirm-site.tsx';
import { OfFirstCampaign } from './first-campaign.tsx';
import { InstallGuides } from './install-guides.tsx';
import { useConfirmSite, useIntegration } from './queries.ts';
import { scriptTag, settingsOf } from './script-tag.ts';

/** The tag, where it goes, and the own page opened as a visitor of an ad would. */
export const ScriptStep = ({ step: { host } }: { step: OnboardingStep }) => (
  <QueryView query={useIntegration()} loading={<Skeleton className="h-40" />}>
    {({ publicUrl }) => (
      <OfFirstCampaign>
        {(campaign) => (
          <>
            <CodeBlock code={scriptTag(publicUrl, settingsOf({}, [campaign]))} what="código do script" isWrapped />
            {host !== null && (
              <div className="rounded-lg border border-line px-4 py-3">
                <p className="break-words text-[13px]">
                  Uma visualização chegou de <span className="font-medium">{host}</span>.
                </p>
                <ConfirmSite host={host} />
              </div>
            )}
            <InstallGuides />
            <TestClick campaign={campaign} />
          </>
        )}
      </OfFirstCampaign>
    )}
  </QueryView>
);

/** On a phone the label is wider than its card. */
const WRAPPED = 'h-auto min-h-9 max-w-full whitespace-normal py-1.5 text-left';

function TestClick({ campaign: { campaignId, destinationUrl } }: { campaign: Campaign }) {
  const [page, setPage] = useState(pageOf(destinationUrl));
  const isReady = isPage(page);
  // Who typed the address says by it that the site is the company's.
  const confirm = useConfirmSite();
  const label = (
    <>
      <ExternalLink size={15} aria-hidden /> Abrir minha página com um click de teste
    </>
  );
  return (
    <div className="flex flex-col items-start gap-3">
      <TextField
        label="Sua página"
        hint="O click de teste aparece com a origem “teste”. Bloqueadores de anúncio podem escondê-lo."
        error={page !== '' && !isReady ? 'Informe um endereço completo, como https://www.sualoja.com.br.' : undefined}
        className="w-full max-w-lg"
        type="url"
        inputMode="url"
        maxLength={2048}
        spellCheck={false}
        placeholder="https://www.sualoja.com.br/oferta"
        value={page}
        onChange={(event) => setPage(event.target.value)}
      />
      {isReady ? (
        <Button asChild className={WRAPPED}>
          <a
            href={testClickUrl(page, campaignId)}
            target="_blank"
            rel="noreferrer"
            onClick={() => confirm.mutate(new URL(page).hostname)}
          >
            {label}
          </a>
        </Button>
      ) : (
        <Button disabled className={WRAPPED}>
          {label}
        </Button>
      )}
    </div>
  );
}
