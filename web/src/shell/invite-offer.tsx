import { useMutation, useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { acceptInvite, validateInvite } from '@tracker/schemas/contracts/people.contract';
import { type ReactNode, useState } from 'react';
import { CallError, call } from '../data/call.ts';
import { failureToast } from '../data/failure-toast.ts';
import { contractQuery } from '../data/query-client.ts';
import { serverTime } from '../data/server-clock.ts';
import { enterTenant } from '../data/tab-tenant.ts';
import { useLogout, useSession } from '../session/session.ts';
import { Button } from '../ui/button.tsx';
import { Dialog, DialogClose } from '../ui/dialog.tsx';
import { offerInvite } from './offered-invite.ts';
import { fullNameOf, ROLE_BADGES } from './person.ts';

const close = () => offerInvite(undefined);

/** An invitation of one's own e-mail is accepted here; one of another is accepted by that person, after a sign-out. One that is not valid is not offered. */
export default function InviteOffer({ token }: { token: string }): ReactNode {
  const { user } = useSession();
  const { data, error, refetch } = useQuery({
    ...contractQuery(validateInvite, { query: { token } }),
    ...{ staleTime: 0, gcTime: 0 },
  });
  const isRefused = error instanceof CallError && error.status === 404;
  if (error && !isRefused) {
    return (
      <Offer title="Convite" text="Não foi possível verificar o convite agora. Tente de novo em alguns segundos.">
        <Button onClick={() => refetch()}>Tentar de novo</Button>
      </Offer>
    );
  }
  if (!data || serverTime() >= Date.parse(data.expiresAt)) return null;
  const invitation = `${data.inviterName} convidou ${data.email} para ${data.tenantName}, como ${ROLE_BADGES[data.role].label}.`;
  return data.email.toLowerCase() === user.email.toLowerCase() ? (
    <Offer title="Aceitar Convite" text={`${invitation} Você a verá junto das suas outras empresas.`}>
      <Accept token={token} onGone={() => refetch()} />
    </Offer>
  ) : (
    <Offer title="Convite de outra pessoa" text={`${invitation} Você está como ${fullNameOf(user)} (${user.email}).`}>
      <Leave token={token} email={data.email} />
    </Offer>
  );
}

const Offer = ({ title, text, children }: { title: string; text: string; children: ReactNode }) => (
  <Dialog isOpen onOpenChange={close} title={title}>
    <p className="break-words text-soft-ink">{text}</p>
    <div className="mt-5 flex flex-wrap justify-end gap-2">
      <DialogClose asChild>
        <Button look="outline">Agora não</Button>
      </DialogClose>
      {children}
    </div>
  </Dialog>
);

function Accept({ token, onGone }: { token: string; onGone: () => void }) {
  const accept = useMutation({
    mutationFn: () => call(acceptInvite, { body: { token } }),
    onError: (error: Error) => {
      failureToast('Erro ao aceitar convite', error, 'Erro interno do servidor. Tente novamente.');
      onGone();
    },
    // The tenant of the invitation is the one used last from now on.
    onSuccess: () => enterTenant(undefined),
  });
  const isPending = accept.isPending || accept.isSuccess;
  return (
    <Button disabled={isPending} onClick={() => accept.mutate()}>
      {isPending ? 'Aceitando...' : 'Aceitar Convite'}
    </Button>
  );
}

function Leave({ token, email }: { token: string; email: string }) {
  const navigate = useNavigate();
  const logout = useLogout(async () => undefined);
  const [isLeaving, setLeaving] = useState(false);
  const leave = () => {
    setLeaving(true);
    close();
    // While a person is signed in the link leads back here.
    void logout().then(() => navigate({ to: '/accept-invite', search: { token }, replace: true }));
  };
  return (
    <Button disabled={isLeaving} onClick={leave}>
      Sair e aceitar como {email}
    </Button>
  );
}
