import type { SecondFactorStatus } from '@tracker/schemas/contracts/second-factor.contract';
import { lazy, useState } from 'react';
import { failureToast } from '../../data/failure-toast.ts';
import { FetchedCard } from '../../data/fetched-card.tsx';
import { formatInstantDay } from '../../format/days.ts';
import { useSession } from '../../session/session.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { LatePart } from '../../ui/late-part.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { toast } from '../../ui/toast-store.ts';
import {
  useBeginSecondFactor,
  useReloadSecondFactor,
  useRenewRecoveryCodes,
  useSecondFactor,
  useSwitchSecondFactorOff,
} from './queries.ts';
import { RecoveryCodes } from './recovery-codes.tsx';

const SecondFactorSetup = lazy(() => import('./second-factor-setup.tsx'));

export function SecondFactorCard() {
  const query = useSecondFactor();
  return (
    <FetchedCard
      title="Verificação em duas etapas"
      note="Além da senha, um código do celular a cada acesso: uma senha roubada não basta."
      query={query}
      loading={<Skeleton className="mx-4 mb-5 h-9 w-40 sm:mx-5" />}
    >
      {(status) => (
        <div className="flex flex-col items-start gap-3 px-4 pt-1 pb-5 text-sm sm:px-5">
          {status.since === null ? <SwitchOn /> : <On status={status} since={status.since} />}
        </div>
      )}
    </FetchedCard>
  );
}

function SwitchOn() {
  const { mustConfirmEmail } = useSession();
  const begin = useBeginSecondFactor();
  const reload = useReloadSecondFactor();
  const close = () => {
    begin.reset();
    // Also when the dialog is left half-way: it may be on.
    reload();
  };
  const onBegin = () =>
    begin.mutate(undefined, {
      onError: (error) => failureToast('Erro ao ativar', error, 'Não foi possível ativar a verificação.'),
    });
  if (mustConfirmEmail) return <p className="text-muted">Confirme antes o seu email, pelo link que enviamos.</p>;
  return (
    <>
      <Button disabled={begin.isPending} onClick={onBegin}>
        {begin.isPending ? 'Abrindo...' : 'Ativar'}
      </Button>
      <Dialog
        isOpen={begin.data !== undefined}
        onOpenChange={(isOpen) => !isOpen && close()}
        title="Ativar verificação em duas etapas"
      >
        <LatePart loading={<Skeleton className="h-80" />}>
          {begin.data && <SecondFactorSetup {...begin.data} onDone={close} />}
        </LatePart>
      </Dialog>
    </>
  );
}

function On({ status, since }: { status: SecondFactorStatus; since: string }) {
  const { timeZone } = useSession().tenant;
  const [isSwitchingOff, setSwitchingOff] = useState(false);
  const renew = useRenewRecoveryCodes();
  const off = useSwitchSecondFactorOff();
  const { recoveryCodesLeft: left } = status;
  const onRenew = () =>
    renew.mutate(undefined, {
      onError: (error) => failureToast('Erro ao gerar códigos', error, 'Não foi possível gerar novos códigos.'),
    });
  const onOff = () =>
    off.mutate(undefined, {
      onSuccess: () => toast({ title: 'Verificação desativada', description: 'A senha volta a bastar para entrar.' }),
      onError: (error) => failureToast('Erro ao desativar', error, 'Não foi possível desativar a verificação.'),
      onSettled: () => setSwitchingOff(false),
    });
  return (
    <>
      <p className="flex flex-wrap items-center gap-2">
        <Badge look="good">Ativa</Badge>
        <span className="text-muted">
          desde <span className="figure">{formatInstantDay(since, timeZone)}</span>
        </span>
      </p>
      <p className={left < 3 ? 'text-warn' : 'text-soft-ink'}>
        {left === 1 ? 'Resta 1 código' : `Restam ${left} códigos`} de recuperação para acessos sem o celular.
      </p>
      {status.isRequired && <p className="text-muted">A sua empresa exige a verificação em duas etapas.</p>}
      <div className="flex flex-wrap gap-2">
        <Button look="outline" size="small" disabled={renew.isPending} onClick={onRenew}>
          {renew.isPending ? 'Gerando...' : 'Gerar novos códigos'}
        </Button>
        {!status.isRequired && (
          <Button look="outline" size="small" onClick={() => setSwitchingOff(true)}>
            Desativar
          </Button>
        )}
      </div>
      <Dialog
        isOpen={renew.data !== undefined}
        onOpenChange={(isOpen) => !isOpen && renew.reset()}
        title="Novos códigos de recuperação"
        description="Os códigos anteriores não valem mais."
      >
        {renew.data && <RecoveryCodes codes={renew.data.recoveryCodes} onDone={renew.reset} />}
      </Dialog>
      <ConfirmDialog
        isOpen={isSwitchingOff}
        onClose={() => setSwitchingOff(false)}
        title="Desativar verificação em duas etapas"
        label="Desativar"
        pendingLabel="Desativando..."
        isPending={off.isPending}
        onConfirm={onOff}
      >
        <p>A senha volta a bastar para entrar na sua conta, e os códigos de recuperação deixam de valer.</p>
      </ConfirmDialog>
    </>
  );
}
