import type { UseQueryResult } from '@tanstack/react-query';
import type { FacebookStatus } from '@tracker/schemas/contracts/ad-platforms.contract';
import { CircleAlert } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import { FetchedCard } from '../../data/fetched-card.tsx';
import { formatInstantDay } from '../../format/days.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { useSession } from '../auth/auth.ts';
import { daysLeft, endText } from './connection-texts.ts';
import { DisconnectButton } from './disconnect-button.tsx';

/** The URL that starts the connection (specification §7.4). */
const CONNECT_URL = '/auth/facebook';

export const ConnectionCard = ({ query }: { query: UseQueryResult<FacebookStatus> }) => (
  <FetchedCard
    title="Conexão"
    note="A conta de anúncios de onde vêm os gastos"
    query={query}
    loading={<Skeleton className="mx-4 mb-4 h-28 sm:mx-5" />}
  >
    {(status) => (
      <div className="flex flex-col items-start gap-3 px-4 pb-4 sm:px-5">
        <Badge look={status.connected ? 'good' : 'secondary'}>{status.connected ? 'Conectado' : 'Desconectado'}</Badge>
        <State status={status} />
      </div>
    )}
  </FetchedCard>
);

function State({ status }: { status: FacebookStatus }) {
  if (!status.configured) return <NotConfigured />;
  if (status.connected) return <Connected status={status} />;
  if (status.needsReconnect) return <Ended status={status} />;
  return (
    <>
      <p className="text-soft-ink">Conecte a conta de anúncios para que os gastos cheguem sozinhos.</p>
      <ConnectLink>Conectar com Facebook</ConnectLink>
    </>
  );
}

const ConnectLink = ({ children }: { children: ReactNode }) => (
  <Button asChild>
    <a href={CONNECT_URL}>{children}</a>
  </Button>
);

function NotConfigured() {
  const id = useId();
  return (
    <>
      <Button disabled aria-describedby={id}>
        Conectar com Facebook
      </Button>
      <div id={id} className="flex gap-2 text-soft-ink">
        <CircleAlert size={16} aria-hidden className="mt-0.5 shrink-0 text-warn" />
        <p>
          Esta instalação ainda não está configurada para o Facebook. Quem a opera precisa definir{' '}
          <code>META_APP_ID</code> e <code>META_APP_SECRET</code>, do aplicativo criado em developers.facebook.com.
        </p>
      </div>
    </>
  );
}

function Connected({ status: { accountName, expiresAt, needsReconnect } }: { status: FacebookStatus }) {
  const { timeZone } = useSession().tenant;
  return (
    <>
      <p className="text-soft-ink">
        {accountName ?? 'Conta conectada'}
        {expiresAt && <>, autorizada até {formatInstantDay(expiresAt, timeZone)}</>}
      </p>
      {needsReconnect && expiresAt && (
        <Warning>
          <strong className="font-medium">A autorização {endText(daysLeft(expiresAt, Date.now(), timeZone))}.</strong>{' '}
          Reconecte antes disso, ou os gastos param de chegar.
        </Warning>
      )}
      <div className="flex flex-wrap gap-2">
        {needsReconnect && <ConnectLink>Reconectar</ConnectLink>}
        <DisconnectButton />
      </div>
    </>
  );
}

function Ended({ status: { accountName } }: { status: FacebookStatus }) {
  return (
    <>
      <Warning>
        <strong className="font-medium">
          A autorização{accountName !== null && ` de ${accountName}`} não vale mais e os gastos pararam de chegar.
        </strong>{' '}
        Reconecte: as campanhas conectadas e os gastos que já vieram continuam aqui.
      </Warning>
      <div className="flex flex-wrap gap-2">
        <ConnectLink>Reconectar</ConnectLink>
        <DisconnectButton />
      </div>
    </>
  );
}

const Warning = ({ children }: { children: ReactNode }) => (
  <div role="status" className="flex w-full gap-2 rounded-lg bg-warn-soft px-3 py-2 text-[13px] text-warn">
    <CircleAlert size={15} aria-hidden className="mt-0.5 shrink-0" />
    <p>{children}</p>
  </div>
);
