import type { UseQueryResult } from '@tanstack/react-query';
import type { Invite } from '@tracker/schemas/contracts/people.contract';
import { failureToast } from '../../data/failure-toast.ts';
import { FetchedCard } from '../../data/fetched-card.tsx';
import { formatInstantDay } from '../../format/days.ts';
import { useSession } from '../../session/session.ts';
import { ROLE_BADGES } from '../../shell/person.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { toast } from '../../ui/toast-store.ts';
import { useWithdrawInvite } from './queries.ts';

export const InvitesCard = ({ query }: { query: UseQueryResult<Invite[]> }) => (
  <FetchedCard
    title="Convites pendentes"
    note="Cada convite vale 7 dias e serve uma única vez."
    query={query}
    loading={
      <div className="px-4 pb-4 sm:px-5">
        <Skeleton className="h-5 w-2/3" />
      </div>
    }
    empty={
      <p className="px-4 pb-4 text-muted sm:px-5">
        Nenhum convite pendente. Quem você convidar aparece aqui até aceitar.
      </p>
    }
  >
    {(invites) => (
      <ul className="max-h-[24rem] overflow-auto">
        {invites.map((invite) => (
          <PendingInvite key={invite.id} invite={invite} />
        ))}
      </ul>
    )}
  </FetchedCard>
);

function PendingInvite({ invite: { id, email, role, inviterName, expiresAt } }: { invite: Invite }) {
  const { timeZone } = useSession().tenant;
  const withdraw = useWithdrawInvite(id, {
    onSuccess: () => toast({ title: 'Convite cancelado', description: `O link enviado a ${email} não vale mais.` }),
    onError: (error) => failureToast('Erro ao cancelar convite', error, 'Não foi possível cancelar o convite.'),
  });
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-line border-t px-4 py-2.5 sm:px-5">
      <span className="min-w-0">
        <span className="flex flex-wrap items-center gap-2">
          <span className="min-w-0 break-all font-medium">{email}</span>
          <Badge look={ROLE_BADGES[role].look}>{ROLE_BADGES[role].label}</Badge>
        </span>
        <span className="block text-[13px] text-muted">
          Convidado por {inviterName} · expira em{' '}
          <span className="figure">{formatInstantDay(expiresAt, timeZone)}</span>
        </span>
      </span>
      <Button
        look="outline"
        size="small"
        disabled={withdraw.isPending}
        onClick={() => withdraw.mutate()}
        aria-label={`Cancelar convite de ${email}`}
      >
        Cancelar convite
      </Button>
    </li>
  );
}
