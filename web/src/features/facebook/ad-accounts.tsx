import type { AdAccount } from '@tracker/schemas/contracts/facebook.contract';
import { Wallet } from 'lucide-react';
import { FetchedCard } from '../../data/fetched-card.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Empty } from '../../ui/message.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { useAdAccounts } from './queries.ts';

/** The provider's number for an account that may spend. */
const ACTIVE = 1;

/** Drawn only when there is a connection. */
export const AdAccounts = () => (
  <FetchedCard
    title="Contas de anúncios"
    query={useAdAccounts(true)}
    loading={<Skeleton className="mx-4 mb-4 h-28 sm:mx-5" />}
    empty={<Empty icon={Wallet} title="Nenhuma conta de anúncios" text="A conta conectada não vê nenhuma." />}
  >
    {(accounts) => (
      <ul aria-label="Contas de anúncios">
        {accounts.map((account) => (
          <Account key={account.id} account={account} />
        ))}
      </ul>
    )}
  </FetchedCard>
);

const Account = ({ account: { id, name, currency, accountStatus, timeZone } }: { account: AdAccount }) => (
  <li className="flex items-center gap-3 border-line border-t px-4 py-2.5 sm:px-5">
    <div className="min-w-0 flex-1">
      <p className="truncate font-medium">{name}</p>
      <p className="figure truncate text-muted text-xs">
        {id} · {currency} · {timeZone}
      </p>
    </div>
    <Badge look={accountStatus === ACTIVE ? 'good' : 'secondary'}>
      {accountStatus === ACTIVE ? 'Ativa' : 'Inativa'}
    </Badge>
  </li>
);
