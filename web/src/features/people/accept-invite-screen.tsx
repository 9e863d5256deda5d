import { Navigate } from '@tanstack/react-router';
import type { User } from '@tracker/schemas/contracts/auth.contract';
import type { InviteView } from '@tracker/schemas/contracts/people.contract';
import { useState } from 'react';
import { CallError } from '../../data/call.ts';
import { useSearchState } from '../../data/use-search-state.ts';
import { formatInstantDay } from '../../format/days.ts';
import { useAuth, useLogout } from '../../session/session.ts';
import { fullNameOf } from '../../shell/person.ts';
import { ToLogin, VisitorLayout } from '../../shell/visitor-layout.tsx';
import { Button } from '../../ui/button.tsx';
import { LinkButton } from '../../ui/link-button.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { AcceptForm } from './accept-form.tsx';
import { JoinForm } from './join-form.tsx';
import { useInviteView } from './queries.ts';

export default function AcceptInviteScreen() {
  const [{ token }] = useSearchState('/accept-invite');
  const query = useInviteView(token);
  const auth = useAuth();
  const person = auth.state === 'signed-in' ? auth.session.user : undefined;
  if (query.isPending) return <Validating />;
  const isRefused = query.error instanceof CallError && query.error.status === 404;
  if (query.isError && !isRefused) return <InvalidInvite onRetry={() => query.refetch()} />;
  const isExpired = query.data !== undefined && Date.now() >= Date.parse(query.data.expiresAt);
  if (person && (isRefused || isExpired)) return <Navigate to="/" replace />;
  if (query.isError) return <InvalidInvite />;
  if (isExpired) return <ExpiredInvite invite={query.data} />;
  const form = { token, invite: query.data, onGone: () => query.refetch() };
  if (person && person.email.toLowerCase() !== query.data.email.toLowerCase())
    return <OfAnother person={person} invite={query.data} />;
  if (person || query.data.hasAccount) return <JoinForm {...form} isOwn={person !== undefined} />;
  return <AcceptForm {...form} />;
}

/** The invitation is of another person than the one who is signed in: it is accepted by that person, after a sign-out. */
function OfAnother({ person, invite }: { person: User; invite: InviteView }) {
  const logout = useLogout(async () => undefined);
  const [isLeaving, setLeaving] = useState(false);
  const leave = () => {
    setLeaving(true);
    void logout();
  };
  return (
    <VisitorLayout
      wide
      title="Aceitar Convite"
      subtitle={`${invite.inviterName} convidou ${invite.email} para ${invite.tenantName}.`}
    >
      <p className="mb-5 text-soft-ink">
        Você entrou como {fullNameOf(person)} ({person.email}). Para aceitar este convite, saia e continue como{' '}
        {invite.email}.
      </p>
      <div className="flex flex-col gap-2">
        <Button size="large" disabled={isLeaving} onClick={leave}>
          Sair e continuar com o convite
        </Button>
        <LinkButton size="large" className="w-full" to="/">
          Ir para o Dashboard
        </LinkButton>
      </div>
    </VisitorLayout>
  );
}

const Validating = () => (
  <main className="grid min-h-dvh place-items-center">
    <p role="status" className="flex flex-col items-center gap-3 text-muted">
      <Spinner size={28} label="" />
      Validando convite...
    </p>
  </main>
);

/** `onRetry` is given when the check of the invitation failed, not when the invitation was refused. */
const InvalidInvite = ({ onRetry }: { onRetry?: () => void }) => (
  <VisitorLayout title="Convite Inválido" subtitle="Este convite é inválido ou já expirou.">
    <p className="mb-5 text-soft-ink">
      {onRetry
        ? 'Não foi possível verificar o convite agora. Tente de novo em alguns segundos.'
        : 'Confira se você abriu o endereço completo, ou peça um novo convite ao administrador da empresa.'}
    </p>
    <div className="flex flex-col gap-2">
      {onRetry && (
        <Button size="large" onClick={onRetry}>
          Tentar de novo
        </Button>
      )}
      <ToLogin />
    </div>
  </VisitorLayout>
);

const ExpiredInvite = ({ invite: { expiresAt, tenantName } }: { invite: InviteView }) => (
  <VisitorLayout title="Convite Expirado" subtitle={`Este convite expirou em ${localDay(expiresAt)}.`}>
    <p className="mb-5 text-soft-ink">Peça um novo convite ao administrador da empresa ({tenantName}).</p>
    <ToLogin />
  </VisitorLayout>
);

/** The day on the visitor's own calendar: of the tenant they know nothing yet. */
const localDay = (instant: string) =>
  formatInstantDay(instant, Intl.DateTimeFormat().resolvedOptions().timeZone as never);
