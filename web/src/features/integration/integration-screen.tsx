import type { Campaign } from '@tracker/schemas/contracts/campaigns.contract';
import { hasRole } from '@tracker/schemas/roles';
import { useSearchState } from '../../data/use-search-state.ts';
import { PageHeader } from '../../shell/page-header.tsx';
import { Busy } from '../../ui/busy.tsx';
import { Card } from '../../ui/card.tsx';
import { Failure } from '../../ui/message.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { useSession } from '../auth/auth.ts';
import { AdLinksCard } from './ad-links-card.tsx';
import { EndpointsCard } from './endpoints-card.tsx';
import { HealthCard } from './health-card.tsx';
import { ImportsCard } from './imports-card.tsx';
import { Installation } from './installation.tsx';
import { ParameterTable } from './parameter-table.tsx';
import { useCampaignList, useGenericKey, useIntegration } from './queries.ts';
import { ScriptCheck } from './script-check.tsx';
import { ScriptGenerator } from './script-generator.tsx';
import { settingsOf } from './script-tag.ts';

const SECTIONS = [
  ['script', 'Script'],
  ['verificacao', 'Verificação'],
  ['saude', 'Saúde'],
  ['importacoes', 'Vendas importadas'],
  ['instalacao', 'Instalação'],
  ['links', 'Links de anúncio'],
  ['parametros', 'Parâmetros'],
  ['endpoints', 'Endpoints'],
] as const;

export default function IntegrationScreen() {
  const integration = useIntegration();
  const campaigns = useCampaignList();
  const { user } = useSession();
  // Waits for the key, so that no example is copied without it. A tenant without a key gets a placeholder.
  const key = useGenericKey(hasRole(user.role, 'admin'));
  const failed = [integration, campaigns].find(({ isError, data }) => isError && data === undefined);
  return (
    <>
      <PageHeader title="Integration" note="Do script na página ao link do anúncio e à chamada da sua API." />
      {failed ? (
        <Card>
          <Failure
            detail={failed.error?.message ?? ''}
            onRetry={() => Promise.all([integration.refetch(), campaigns.refetch()])}
          />
        </Card>
      ) : integration.data && campaigns.data && !key.isLoading ? (
        <Content publicUrl={integration.data.publicUrl} campaigns={campaigns.data} webhookKey={key.data} />
      ) : (
        <Busy>
          <Loading />
        </Busy>
      )}
    </>
  );
}

interface ContentProps {
  publicUrl: string;
  campaigns: readonly Campaign[];
  webhookKey: string | undefined;
}

function Content({ publicUrl, campaigns, webhookKey }: ContentProps) {
  const [search, setSearch] = useSearchState('/integration');
  // What is typed is not a step to go back to.
  const onSearch = (change: Parameters<typeof setSearch>[0]) => setSearch(change, { replace: true });
  const settings = settingsOf(search, campaigns);
  const find = (id: string | undefined) => campaigns.find(({ campaignId }) => campaignId === id);
  const linked = find(search.links) ?? find(settings.campaignId) ?? campaigns.at(-1);
  return (
    <div className="flex flex-col gap-3 sm:gap-4">
      <nav aria-label="Nesta página" className="-mt-1 flex flex-wrap gap-x-4 gap-y-1 text-[13px]">
        {SECTIONS.map(([id, label]) => (
          <a
            key={id}
            href={`#${id}`}
            className="rounded text-muted underline-offset-4 hover:text-ink hover:underline max-sm:px-1 max-sm:py-3.25"
          >
            {label}
          </a>
        ))}
      </nav>
      <ScriptGenerator publicUrl={publicUrl} campaigns={campaigns} settings={settings} onSearch={onSearch} />
      <ScriptCheck campaigns={campaigns} />
      <div id="saude" className="scroll-mt-20">
        <HealthCard />
      </div>
      <div id="importacoes" className="scroll-mt-20">
        <ImportsCard />
      </div>
      <Installation />
      {linked && (
        <AdLinksCard
          campaigns={campaigns}
          campaign={linked}
          platform={search.platform ?? 'facebook'}
          onSearch={onSearch}
        />
      )}
      <ParameterTable />
      <EndpointsCard publicUrl={publicUrl} campaignId={linked?.campaignId ?? 'sua-campanha'} webhookKey={webhookKey} />
    </div>
  );
}

const Loading = () => (
  <div className="flex flex-col gap-3 sm:gap-4">
    <Skeleton className="h-5 w-80 max-w-full" />
    {['h-[372px]', 'h-[150px]', 'h-[360px]', 'h-[560px]'].map((height) => (
      <Card key={height} className={`p-5 ${height}`}>
        <Skeleton className="h-5 w-48" />
        <Skeleton className="mt-4 h-2/3" />
      </Card>
    ))}
  </div>
);
