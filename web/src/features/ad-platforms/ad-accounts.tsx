import type { UseQueryResult } from '@tanstack/react-query';
import type { AdAccount, Reconciliation } from '@tracker/schemas/contracts/ad-platforms.contract';
import { Wallet } from 'lucide-react';
import { sentenceOf } from '../../data/failure-toast.ts';
import { FetchedCard } from '../../data/fetched-card.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Empty } from '../../ui/message.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { AccountSpend } from './account-spend.tsx';
import { isActive, statusText } from './account-texts.ts';
import { usePlatform } from './platform.ts';
import { useReconciliation } from './queries.ts';

/** Rendered only with a connection. */
export function AdAccounts({ query }: { query: UseQueryResult<AdAccount[]> }) {
  const totals = useReconciliation().data;
  const { name, accessManager } = usePlatform();
  return (
    <FetchedCard
      title="Contas de anúncios"
      query={query}
      detailOf={(error) => sentenceOf(error, error.message)}
      loading={<Skeleton className="mx-4 mb-4 h-28 sm:mx-5" />}
      empty={
        <Empty
          icon={Wallet}
          title="Nenhuma conta de anúncios"
          text={`A pessoa que conectou não vê nenhuma. Peça acesso no ${accessManager} e reconecte.`}
        />
      }
    >
      {(accounts) => (
        <>
          <ul aria-label="Contas de anúncios">
            {accounts.map((account) => (
              <Account
                key={account.id}
                account={account}
                total={totals?.find(({ adAccountId }) => adAccountId === account.id)}
              />
            ))}
          </ul>
          <p className="border-line border-t px-4 py-2.5 text-[13px] text-muted sm:px-5">
            {totals?.length
              ? `Não alocado é o gasto de campanhas da conta que não estão conectadas a nenhuma daqui, também das que já foram excluídas no ${name}.`
              : 'Depois da primeira sincronização de todas as campanhas aparece aqui quanto do gasto de cada conta não está em nenhuma campanha.'}
          </p>
        </>
      )}
    </FetchedCard>
  );
}

interface AccountProps {
  account: AdAccount;
  total: Reconciliation | undefined;
}

function Account({ account: { id, name, currency, accountStatus, timeZone }, total }: AccountProps) {
  const platform = usePlatform();
  return (
    <li className="border-line border-t px-4 py-2.5 sm:px-5">
      <div className="flex items-center gap-3">
        <div className="min-w-0 flex-1">
          <p className="truncate font-medium" title={name}>
            {name}
          </p>
          <p className="figure break-words text-muted text-xs">
            {id} · {currency} · {timeZone}
          </p>
        </div>
        <Badge look={isActive(platform, accountStatus) ? 'good' : 'secondary'}>
          {statusText(platform, accountStatus)}
        </Badge>
      </div>
      {total && <AccountSpend total={total} />}
    </li>
  );
}
