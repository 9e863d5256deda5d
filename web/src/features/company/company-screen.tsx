import { PageHeader } from '../../shell/page-header.tsx';
import { useSession } from '../auth/auth.ts';
import { AdvancedCard } from './advanced-card.tsx';
import { ApiKeysCard } from './api-keys-card.tsx';
import { AuditCard } from './audit-card.tsx';
import { CompanyForm } from './company-form.tsx';
import { CostsLinkCard } from './costs-link-card.tsx';
import { PrivacyCard } from './privacy-card.tsx';
import { RatesCard } from './rates-card.tsx';
import { RetentionCard } from './retention-card.tsx';
import { SecurityCard } from './security-card.tsx';
import { SubscriptionCard } from './subscription-card.tsx';
import { UnverifiedCard } from './unverified-card.tsx';

export default function CompanyScreen() {
  const { tenant } = useSession();
  return (
    <>
      <PageHeader title="Configurações da Empresa" note={tenant.name} />
      <div className="grid items-start gap-3 sm:gap-4 xl:grid-cols-[minmax(0,2fr)_minmax(0,1fr)]">
        <div className="grid min-w-0 gap-3 sm:gap-4">
          <CompanyForm />
          <ApiKeysCard />
          <UnverifiedCard />
          <RetentionCard />
          <PrivacyCard />
          <RatesCard />
        </div>
        <div className="grid min-w-0 gap-3 sm:gap-4">
          <CostsLinkCard />
          <SubscriptionCard />
          <SecurityCard />
          <AdvancedCard />
        </div>
        <div className="min-w-0 xl:col-span-2">
          <AuditCard />
        </div>
      </div>
    </>
  );
}
