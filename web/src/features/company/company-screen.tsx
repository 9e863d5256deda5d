import type { ReactNode } from 'react';
import { useSearchState } from '../../data/use-search-state.ts';
import { useSession } from '../../session/session.ts';
import { PageHeader } from '../../shell/page-header.tsx';
import { Tab, TabList, TabPanel, Tabs } from '../../ui/tabs.tsx';
import { AdvancedCard } from './advanced-card.tsx';
import { ApiKeysCard } from './api-keys-card.tsx';
import { AuditCard } from './audit-card.tsx';
import { BudgetLimitCard } from './budget-limit-card.tsx';
import { CompanyForm } from './company-form.tsx';
import { CostsLinkCard } from './costs-link-card.tsx';
import { PrivacyCard } from './privacy-card.tsx';
import { RatesCard } from './rates-card.tsx';
import { RetentionCard } from './retention-card.tsx';
import { TENANT_TABS } from './search.ts';
import { SecurityCard } from './security-card.tsx';
import { SubscriptionCard } from './subscription-card.tsx';
import { TargetsCard } from './targets-card.tsx';
import { UnverifiedCard } from './unverified-card.tsx';

const COMPANY = 'company';

export default function CompanyScreen() {
  const { tenant } = useSession();
  const [search, setSearch] = useSearchState('/settings/tenant');
  return (
    <>
      <PageHeader title="Configurações da Empresa" note={tenant.name} />
      <Tabs
        value={search.tab ?? COMPANY}
        onValueChange={(next) => setSearch({ tab: TENANT_TABS.find((tab) => tab === next) })}
        className="flex flex-col gap-3 sm:gap-4"
      >
        <div className="overflow-x-auto pb-1">
          <TabList aria-label="Partes das configurações">
            <Tab value={COMPANY}>Empresa</Tab>
            <Tab value="figures">Números</Tab>
            <Tab value="access">Acesso</Tab>
            <Tab value="privacy">Privacidade</Tab>
            <Tab value="audit">Auditoria</Tab>
          </TabList>
        </div>
        <Part tab={COMPANY} aside={[<SubscriptionCard key="plan" />, <AdvancedCard key="advanced" />]}>
          <CompanyForm />
        </Part>
        <Part
          tab="figures"
          aside={[<TargetsCard key="targets" />, <BudgetLimitCard key="budgets" />, <CostsLinkCard key="costs" />]}
        >
          <RatesCard />
          <UnverifiedCard />
        </Part>
        <Part tab="access" aside={[<SecurityCard key="security" />]}>
          <ApiKeysCard />
        </Part>
        <Part tab="privacy">
          <RetentionCard />
          <PrivacyCard />
        </Part>
        <Part tab="audit">
          <AuditCard />
        </Part>
      </Tabs>
    </>
  );
}

/** What people work with, and shorter cards next to it where the screen is wide. */
const Part = ({ tab, aside, children }: { tab: string; aside?: readonly ReactNode[]; children: ReactNode }) => (
  <TabPanel
    value={tab}
    className={
      aside
        ? 'grid items-start gap-3 rounded-xl sm:gap-4 xl:grid-cols-[minmax(0,2fr)_minmax(0,1fr)]'
        : 'grid gap-3 rounded-xl sm:gap-4'
    }
  >
    <div className="grid min-w-0 gap-3 sm:gap-4">{children}</div>
    {aside && <div className="grid min-w-0 gap-3 sm:gap-4">{aside}</div>}
  </TabPanel>
);
