import { Navigate } from '@tanstack/react-router';
import type { InviteView } from '@tracker/schemas/contracts/people.contract';
import { useEffect } from 'react';
import { CallError } from '../../data/call.ts';
import { serverTime } from '../../data/server-clock.ts';
import { useSearchState } from '../../data/use-search-state.ts';
import { formatInstantDay } from '../../format/days.ts';
import { useAuth } from '../../session/session.ts';
import { offerInvite } from '../../shell/offered-invite.ts';
import { ToLogin, VisitorLayout } from '../../shell/visitor-layout.tsx';
import { Button } from '../../ui/button.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { AcceptForm } from './accept-form.tsx';
import { JoinForm } from './join-form.tsx';
import { useInviteView } from './queries.ts';

export default function AcceptInviteScreen() {
  const [{ token }] = useSearchState('/accept-invite');
  const auth = useAuth();
  return auth.state === 'signed-in' ? <OfferOnDashboard token={token} /> : <Invite token={token} />;
}

/** Who is signed in comes to the dashboard (specification §2.1), which offers what the link invites to. */
function OfferOnDashboard({ token }: { token: string }) {
  useEffect(() => offerInvite(token), [token]);
  return <Navigate to="/" replace />;
}

function Invite({ token }: { token: string }) {
  const query = useInviteView(token);
  if (query.isPending) return <Validating />;
  const isRefused = query.error instanceof CallError && query.error.status === 404;
  if (query.isError && !isRefused) return <InvalidInvite onRetry={() => query.refetch()} />;
  if (query.isError) return <InvalidInvite />;
  if (serverTime() >= Date.parse(query.data.expiresAt)) return <ExpiredInvite invite={query.data} />;
  const form = { token, invite: query.data, onGone: () => query.refetch() };
  return query.data.hasAccount ? <JoinForm {...form} /> : <AcceptForm {...form} />;
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
