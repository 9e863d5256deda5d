import { useLocation } from '@tanstack/react-router';
import type { Campaign } from '@tracker/schemas/contracts/campaigns.contract';
import { hasRole } from '@tracker/schemas/roles';
import { wordsOf } from '../../data/query-view.tsx';
import { useSearchState } from '../../data/use-search-state.ts';
import { useSession, useTenant } from '../../session/session.ts';
import { PageHeader } from '../../shell/page-header.tsx';
import { Busy } from '../../ui/busy.tsx';
import { Card, CardHeader } from '../../ui/card.tsx';
import { CodeBlock } from '../../ui/code-block.tsx';
import { Failure } from '../../ui/message.tsx';
import { SectionLinks } from '../../ui/section-links.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { Tab, TabList, TabPanel, Tabs } from '../../ui/tabs.tsx';
import { AdLinksCard } from './ad-links-card.tsx';
import { CheckoutHosts } from './checkout-hosts.tsx';
import { EndpointsCard } from './endpoints-card.tsx';
import { HealthCard } from './health-card.tsx';
import { ImportsCard } from './imports-card.tsx';
import { InstallGuides } from './install-guides.tsx';
import { ParameterTable } from './parameter-table.tsx';
import { useCampaignList, useGenericKey, useIntegration } from './queries.ts';
import { ScriptCheck } from './script-check.tsx';
import { ScriptGenerator } from './script-generator.tsx';
import { settingsOf } from './script-tag.ts';
import { tabOf } from './search.ts';
import { SideBySideCard } from './side-by-side-card.tsx';

/** The features of the script on a page. */
const PAGE_API = `TrafficTracker.getClickId();          // ID do click atribuído, ou ''
TrafficTracker.decorate();            // de novo, depois de criar links de checkout
// Num botão que não é um link, as duas linhas que levam o click ao checkout:
const url = 'https://pay.kiwify.com.br/abc123';
location.href = window.TrafficTracker ? TrafficTracker.decorate(url) : url;
TrafficTracker.trackConversion({ transaction_id: 'TESTE-1', amount: '97.90', currency: 'BRL' });
TrafficTracker.consent(false);        // apaga cookies e não envia nada até consent(true)`;

const Installation = () => (
  <Card id="instalacao" className="scroll-mt-20">
    <CardHeader title="Instruções de instalação" note="O código é o mesmo em todo lugar; muda onde ele entra." />
    <div className="px-4 pb-5 sm:px-5">
      <InstallGuides />
      <h3 className="mt-5 mb-1 font-medium text-sm">Na própria página</h3>
      <p className="mb-2 text-[13px] text-muted">
        Para banners de consentimento, formulários e vendas sem checkout. Com uma política de segurança (CSP), libere o
        endereço do script em <code>script-src</code> e <code>connect-src</code>.
      </p>
      <CodeBlock code={PAGE_API} what="chamadas da página" />
    </div>
  </Card>
);

/** First what every buyer of ads needs: the tag, the check, the link. */
const SECTIONS = [
  ['script', 'Script'],
  ['verificacao', 'Verificação'],
  ['links', 'Links de anúncio'],
  ['saude', 'Saúde'],
  ['importacoes', 'Vendas importadas'],
  ['instalacao', 'Instalação'],
] as const;

/** Links to them open their tab. */
const REFERENCES = ['parametros', 'checkouts', 'endpoints'];

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
            {...(failed.error && wordsOf(failed.error))}
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
  const settings = settingsOf(search, campaigns, useTenant().mainCampaignId);
  const hash = useLocation({ select: (location) => location.hash });
  const tab = search.tab ?? (REFERENCES.includes(hash) ? 'reference' : 'install');
  const find = (id: string | undefined) => campaigns.find(({ campaignId }) => campaignId === id);
  const linked = find(search.links) ?? find(settings.campaignId) ?? campaigns.at(-1);
  return (
    <Tabs
      value={tab}
      onValueChange={(next) => setSearch({ tab: tabOf(next) })}
      className="flex flex-col gap-3 sm:gap-4"
    >
      <TabList aria-label="Partes da integração" className="self-start">
        <Tab value="install">Instalar</Tab>
        <Tab value="reference">Referência</Tab>
        <Tab value="side-by-side">Lado a lado</Tab>
      </TabList>
      <TabPanel value="install" className="flex flex-col gap-3 rounded-xl sm:gap-4">
        <SectionLinks sections={SECTIONS} />
        <ScriptGenerator publicUrl={publicUrl} campaigns={campaigns} settings={settings} onSearch={onSearch} />
        <ScriptCheck campaigns={campaigns} />
        {linked && (
          <AdLinksCard
            campaigns={campaigns}
            campaign={linked}
            platform={search.platform ?? 'facebook'}
            onSearch={onSearch}
          />
        )}
        <div id="saude" className="scroll-mt-20">
          <HealthCard />
        </div>
        <div id="importacoes" className="scroll-mt-20">
          <ImportsCard />
        </div>
        <Installation />
      </TabPanel>
      <TabPanel value="reference" className="flex flex-col gap-3 rounded-xl sm:gap-4">
        <ParameterTable />
        <CheckoutHosts />
        <EndpointsCard
          publicUrl={publicUrl}
          campaignId={linked?.campaignId ?? 'sua-campanha'}
          webhookKey={webhookKey}
        />
      </TabPanel>
      <TabPanel value="side-by-side" className="flex flex-col gap-3 rounded-xl sm:gap-4">
        <SideBySideCard />
      </TabPanel>
    </Tabs>
  );
}

const Loading = () => (
  <div className="flex flex-col gap-3 sm:gap-4">
    <Skeleton className="h-8 w-48" />
    <Skeleton className="h-5 w-80 max-w-full" />
    {['h-[372px]', 'h-[150px]', 'h-[360px]', 'h-[560px]'].map((height) => (
      <Card key={height} className={`p-5 ${height}`}>
        <Skeleton className="h-5 w-48" />
        <Skeleton className="mt-4 h-2/3" />
      </Card>
    ))}
  </div>
);
