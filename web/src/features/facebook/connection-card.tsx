import type { UseQueryResult } from '@tanstack/react-query';
import type { FacebookStatus } from '@tracker/schemas/contracts/facebook.contract';
import { CircleAlert } from 'lucide-react';
import { useId } from 'react';
import { failureToast } from '../../data/failure-toast.ts';
import { FetchedCard } from '../../data/fetched-card.tsx';
import { formatInstantDay } from '../../format/days.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { toast } from '../../ui/toast-store.ts';
import { useSession } from '../auth/auth.ts';
import { FAILURES, useDisconnect } from './queries.ts';

/** Where the browser goes to connect (specification §7.4). */
const CONNECT_URL = '/auth/facebook';

export const ConnectionBadge = ({ status }: { status: FacebookStatus }) => (
  <Badge look={status.connected ? 'good' : 'secondary'}>{status.connected ? 'Conectado' : 'Desconectado'}</Badge>
);

export const ConnectionCard = ({ query }: { query: UseQueryResult<FacebookStatus> }) => (
  <FetchedCard
    title="Conexão"
    note="A conta de anúncios de onde vêm os gastos"
    query={query}
    loading={<Skeleton className="mx-4 mb-4 h-28 sm:mx-5" />}
  >
    {(status) => (
      <div className="flex flex-col items-start gap-3 px-4 pb-4 sm:px-5">
        <ConnectionBadge status={status} />
        {status.connected ? <Connected status={status} /> : <NotConnected status={status} />}
      </div>
    )}
  </FetchedCard>
);

function NotConnected({ status: { configured, needsReconnect } }: { status: FacebookStatus }) {
  const id = useId();
  if (configured) {
    return (
      <>
        <p className="text-soft-ink">
          {needsReconnect
            ? 'A autorização expirou. Conecte de novo para que os gastos voltem a chegar.'
            : 'Conecte a conta de anúncios para que os gastos cheguem sozinhos.'}
        </p>
        <Button asChild>
          <a href={CONNECT_URL}>Conectar com Facebook</a>
        </Button>
      </>
    );
  }
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

function Connected({ status: { accountName, expiresAt } }: { status: FacebookStatus }) {
  const { timeZone } = useSession().tenant;
  const disconnect = useDisconnect();
  const end = () =>
    disconnect.mutate(undefined, {
      onSuccess: () => toast({ title: 'Facebook desconectado' }),
      onError: (error) => failureToast('Erro', error, FAILURES.disconnect),
    });
  return (
    <>
      <p className="text-soft-ink">
        {accountName ?? 'Conta conectada'}
        {expiresAt && <>, autorizada até {formatInstantDay(expiresAt, timeZone)}</>}
      </p>
      <Button look="outline" size="small" disabled={disconnect.isPending} onClick={end}>
        Desconectar
      </Button>
    </>
  );
}
