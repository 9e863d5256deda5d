import { Link } from '@tanstack/react-router';
import { AD_PLATFORMS } from '@tracker/schemas/ad-platforms/ad-platforms';
import type { AdAccount } from '@tracker/schemas/contracts/ad-platforms.contract';
import { readOnboarding } from '@tracker/schemas/contracts/onboarding.contract';
import { hasRole } from '@tracker/schemas/roles';
import { Link2 } from 'lucide-react';
import { useState } from 'react';
import { useAskAgain } from '../../data/ask-again.ts';
import { sentenceOf } from '../../data/failure-toast.ts';
import { QueryView } from '../../data/query-view.tsx';
import { formatCounted } from '../../format/figures.ts';
import { useSession } from '../../session/session.ts';
import { Button } from '../../ui/button.tsx';
import { Select } from '../../ui/select.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { accountRows } from './account-rows.ts';
import { isActive } from './account-texts.ts';
import { ConnectionCard } from './connection-card.tsx';
import { LinkAccountDialog } from './link-account-dialog.tsx';
import { PlatformContext, usePlatform } from './platform.ts';
import { useAdAccounts, useCampaigns, useConnectionStatus, useLinks, usePlatformCampaigns } from './queries.ts';

const TITLES = AD_PLATFORMS.map(({ title }) => title).join(' ou ');

/** Connect an ad account, and link its campaigns; or enter what they cost. */
export function SpendStep() {
  const { user } = useSession();
  return (
    <>
      {hasRole(user.role, 'admin') ? (
        AD_PLATFORMS.map((platform) => (
          <PlatformContext key={platform.id} value={platform}>
            <Connection />
          </PlatformContext>
        ))
      ) : (
        <p className="text-soft-ink">Um administrador conecta a conta de anúncios na tela {TITLES}.</p>
      )}
      <p className="text-[13px] text-muted">
        Anuncia em outro lugar? Lance ou importe os gastos em{' '}
        <Link to="/campaigns" className="font-medium text-accent underline underline-offset-2">
          Campaigns
        </Link>
        .
      </p>
    </>
  );
}

function Connection() {
  const status = useConnectionStatus();
  return (
    <>
      <ConnectionCard query={status} />
      {status.data?.connected && <Accounts />}
    </>
  );
}

const Accounts = () => (
  <QueryView
    query={useAdAccounts(true)}
    loading={<Skeleton className="h-20" />}
    detailOf={(error) => sentenceOf(error, 'As contas de anúncios não vieram.')}
  >
    {(accounts) =>
      accounts.length > 0 ? (
        <LinkAll accounts={accounts} />
      ) : (
        <p className="text-soft-ink">A pessoa que conectou não vê nenhuma conta de anúncios.</p>
      )
    }
  </QueryView>
);

/** Chooses the account, and links all of its campaigns at once. */
function LinkAll({ accounts }: { accounts: readonly AdAccount[] }) {
  const platform = usePlatform();
  const [chosen, setChosen] = useState<string>();
  const account =
    accounts.find(({ id }) => id === chosen) ??
    accounts.find(({ accountStatus }) => isActive(platform, accountStatus)) ??
    accounts[0];
  const adAccountId = account?.id ?? '';
  const query = usePlatformCampaigns(adAccountId);
  const links = useLinks().data;
  const campaigns = useCampaigns().data;
  const askAgain = useAskAgain(readOnboarding.path);
  const [isLinking, setLinking] = useState(false);
  const open = accountRows(query.data ?? [], links ?? [], new Map()).filter(({ link }) => link === undefined).length;
  const isKnown = query.data && links && campaigns;
  return (
    <section aria-label="Campanhas da conta" className="flex flex-col items-start gap-3">
      {accounts.length > 1 && (
        <Select
          aria-label="Conta das campanhas"
          value={adAccountId}
          onChange={setChosen}
          options={accounts.map(({ id: value, name }) => ({ value, label: name }))}
          className="max-w-full [&>span:first-child]:truncate"
        />
      )}
      <p className="text-soft-ink">
        {query.isError
          ? sentenceOf(query.error, 'As campanhas desta conta não vieram.')
          : isKnown
            ? `${account?.name}: ${formatCounted(query.data.length, 'campanha', 'campanhas')}, ${open} sem conexão.`
            : 'Carregando as campanhas da conta...'}
      </p>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <Button disabled={!isKnown || open === 0} onClick={() => setLinking(true)}>
          <Link2 size={15} aria-hidden /> Conectar todas desta conta
        </Button>
        <Link to={platform.screen} className="font-medium text-[13px] text-accent underline underline-offset-2">
          Escolher uma a uma
        </Link>
      </div>
      <LinkAccountDialog
        isOpen={isLinking}
        onClose={() => setLinking(false)}
        adAccountId={adAccountId}
        count={open}
        campaigns={campaigns ?? []}
        onLinked={() => void askAgain()}
      />
    </section>
  );
}
