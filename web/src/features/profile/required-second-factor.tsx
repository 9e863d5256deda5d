import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { lazy } from 'react';
import { failureToast } from '../../data/failure-toast.ts';
import { recheck, useLogout, useSession } from '../../session/session.ts';
import { ConfirmEmail } from '../../shell/notices.tsx';
import { PasswordPrompt } from '../../shell/password-prompt.tsx';
import { VisitorLayout } from '../../shell/visitor-layout.tsx';
import { Button } from '../../ui/button.tsx';
import { LatePart } from '../../ui/late-part.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { useBeginSecondFactor } from './queries.ts';

const SecondFactorSetup = lazy(() => import('./second-factor-setup.tsx'));

/** In the place of every screen, until a person whose tenant requires it has a second factor. */
export default function RequiredSecondFactor() {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const logout = useLogout(() => navigate({ to: '/login', replace: true }));
  const { mustConfirmEmail } = useSession();
  const begin = useBeginSecondFactor();
  const onBegin = () =>
    begin.mutate(undefined, {
      onError: (error) => {
        failureToast('Erro ao ativar', error, 'Não foi possível ativar a verificação.');
        // It may have been switched on in another tab.
        recheck(queryClient);
      },
    });
  return (
    <VisitorLayout
      wide
      title="Ative a verificação em duas etapas"
      subtitle="A sua empresa exige um código do celular, além da senha, para entrar."
    >
      {mustConfirmEmail ? (
        <p className="text-sm">
          <ConfirmEmail what={mustConfirmEmail} />
        </p>
      ) : begin.data ? (
        <LatePart loading={<Skeleton className="h-80" />}>
          <SecondFactorSetup {...begin.data} onDone={() => recheck(queryClient)} />
        </LatePart>
      ) : (
        <Button size="large" className="w-full" disabled={begin.isPending} onClick={onBegin}>
          {begin.isPending ? 'Abrindo...' : 'Começar'}
        </Button>
      )}
      <Button look="ghost" className="mt-3 w-full" onClick={logout}>
        Sair
      </Button>
      <PasswordPrompt />
    </VisitorLayout>
  );
}
