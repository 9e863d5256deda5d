import type { UseQueryResult } from '@tanstack/react-query';
import { useLocation } from '@tanstack/react-router';
import { type ConnectionStatus, consentContractsOf } from '@tracker/schemas/contracts/ad-platforms.contract';
import { CircleAlert } from 'lucide-react';
import { Fragment, type ReactNode, useId } from 'react';
import { urlOf } from '../../data/call.ts';
import { FetchedCard } from '../../data/fetched-card.tsx';
import { MadeByNote } from '../../data/made-by.tsx';
import { serverTime } from '../../data/server-clock.ts';
import { inTab } from '../../data/tab-tenant.ts';
import { formatInstantDay } from '../../format/days.ts';
import { useSession } from '../../session/session.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { daysLeft, endText } from './connection-texts.ts';
import { rememberLeaving } from './consent-return.ts';
import { DisconnectButton } from './disconnect-button.tsx';
import { usePlatform } from './platform.ts';

export const ConnectionCard = ({ query }: { query: UseQueryResult<ConnectionStatus> }) => (
  <FetchedCard
    title="Conexão"
    note="O perfil pelo qual os gastos são lidos"
    query={query}
    loading={<Skeleton className="mx-4 mb-4 h-[118px] sm:mx-5" />}
  >
    {(status) => (
      <div className="flex flex-col items-start gap-3 px-4 pb-4 sm:px-5">
        <Badge look={status.connected ? 'good' : 'secondary'}>{status.connected ? 'Conectado' : 'Desconectado'}</Badge>
        <State status={status} />
        <MadeByNote verb="Conectado" by={status.madeBy} />
      </div>
    )}
  </FetchedCard>
);

function State({ status }: { status: ConnectionStatus }) {
  const { name } = usePlatform();
  if (!status.configured) return <NotConfigured />;
  if (status.connected) return <Connected status={status} />;
  if (status.needsReconnect) return <Ended status={status} />;
  return (
    <>
      <p className="text-soft-ink">Conecte um perfil que vê as contas de anúncios: os gastos chegam sozinhos.</p>
      <ConnectLink>Conectar com {name}</ConnectLink>
    </>
  );
}

/** A navigation of the browser (specification §7.4). */
function ConnectLink({ children, permit }: { children: ReactNode; permit?: 'actions' }) {
  const { start } = consentContractsOf(usePlatform());
  const pathname = useLocation({ select: (location) => location.pathname });
  return (
    <Button asChild look={permit ? 'outline' : 'primary'}>
      <a
        href={inTab(urlOf(start.path, { params: undefined, query: { permit } }))}
        onClick={() => rememberLeaving(pathname)}
      >
        {children}
      </a>
    </Button>
  );
}

function NotConfigured() {
  const id = useId();
  const { name, setup } = usePlatform();
  return (
    <>
      <Button disabled aria-describedby={id}>
        Conectar com {name}
      </Button>
      <div id={id} className="flex gap-2 text-soft-ink">
        <CircleAlert size={16} aria-hidden className="mt-0.5 shrink-0 text-warn" />
        <p>
          Esta instalação ainda não está configurada para o {name}. Quem a opera precisa definir{' '}
          <Settings names={setup.settings} />, do aplicativo criado em {setup.developerSite}.
        </p>
      </div>
    </>
  );
}

/** 'A e B' */
const Settings = ({ names }: { names: string }) =>
  names.split(' e ').map((name, index) => (
    <Fragment key={name}>
      {index > 0 && ' e '}
      <code>{name}</code>
    </Fragment>
  ));

function Connected({
  status: { accountName, expiresAt, needsReconnect, canAct, isShared },
}: {
  status: ConnectionStatus;
}) {
  const { timeZone } = useSession().tenant;
  const { actionScope } = usePlatform();
  return (
    <>
      <p className="text-soft-ink">
        {accountName ?? 'Perfil conectado'}
        {expiresAt && <>, autorizada até {formatInstantDay(expiresAt, timeZone)}</>}
      </p>
      {needsReconnect && expiresAt && (
        <Warning>
          <strong className="font-medium">A autorização {endText(daysLeft(expiresAt, serverTime(), timeZone))}.</strong>{' '}
          Reconecte antes disso, ou os gastos param de chegar.
        </Warning>
      )}
      {actionScope !== null && (
        <p className="text-soft-ink">
          {canAct
            ? 'Editores podem pausar e retomar anúncios e mudar orçamentos daqui.'
            : 'Hoje a conexão só lê. Para pausar anúncios e mudar orçamentos daqui, permita agir.'}
        </p>
      )}
      <div className="flex flex-wrap gap-2">
        {needsReconnect && <ConnectLink>Reconectar</ConnectLink>}
        {actionScope !== null && !canAct && <ConnectLink permit="actions">Permitir agir</ConnectLink>}
        <DisconnectButton isShared={isShared} />
      </div>
    </>
  );
}

function Ended({ status: { accountName, isShared, endedBecause } }: { status: ConnectionStatus }) {
  return (
    <>
      <Warning>
        <strong className="font-medium">
          A autorização{accountName !== null && ` de ${accountName}`} não vale mais e os gastos pararam de chegar.
        </strong>{' '}
        {endedBecause !== null && `${endedBecause} `}
        Reconecte: as campanhas conectadas e os gastos que já vieram continuam aqui.
      </Warning>
      <div className="flex flex-wrap gap-2">
        <ConnectLink>Reconectar</ConnectLink>
        <DisconnectButton isShared={isShared} />
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
