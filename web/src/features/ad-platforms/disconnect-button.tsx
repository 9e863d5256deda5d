import { useState } from 'react';
import { failureToast } from '../../data/failure-toast.ts';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { toast } from '../../ui/toast-store.ts';
import { usePlatform } from './platform.ts';
import { FAILURES, useDisconnect } from './queries.ts';

/** Disconnects the tenant after a confirmation that explains the effect. */
export function DisconnectButton({ isShared }: { isShared: boolean }) {
  const [isAsking, setAsking] = useState(false);
  const { name } = usePlatform();
  const disconnect = useDisconnect({
    onSuccess: () => toast({ title: `${name} desconectado` }),
    onError: (error) => {
      failureToast('Erro', error, FAILURES.disconnect);
      setAsking(false);
    },
  });
  return (
    <>
      <Button look="outline" onClick={() => setAsking(true)}>
        Desconectar
      </Button>
      <ConfirmDialog
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        title={`Desconectar o ${name}?`}
        label="Desconectar"
        pendingLabel="Desconectando..."
        isPending={disconnect.isPending}
        onConfirm={() => disconnect.mutate()}
      >
        <p>
          Os gastos deixam de chegar até que alguém conecte de novo.{' '}
          {isShared
            ? `Outra empresa daqui usa a permissão da mesma pessoa: ela continua no ${name}, e só esta empresa a esquece.`
            : `A autorização é retirada no ${name}.`}
        </p>
        <p>As campanhas conectadas continuam conectadas, e os gastos que já vieram ficam nos números.</p>
      </ConfirmDialog>
    </>
  );
}
