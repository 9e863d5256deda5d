import { useMutation } from '@tanstack/react-query';
import { sendConfirmation } from '@tracker/schemas/contracts/account-links.contract';
import type { CurrentUser } from '@tracker/schemas/contracts/auth.contract';
import { call } from '../data/call.ts';
import { failureToast } from '../data/failure-toast.ts';
import { useSession } from '../session/session.ts';
import { Button } from '../ui/button.tsx';
import { toast } from '../ui/toast-store.ts';

const NOT_SENT: Readonly<Record<NonNullable<CurrentUser['confirmationMail']>, string>> = {
  waits: 'O email ainda não saiu: o servidor de email não o aceitou, e tentamos de novo. Avise quem opera o servidor.',
  failed: 'O email não saiu. Confira o endereço, ou avise quem opera o servidor.',
};

/** Sends the link that confirms the own e-mail once more. */
export default function ResendButton() {
  const {
    user: { email },
    confirmationMail,
  } = useSession();
  const send = useMutation({
    mutationFn: () => call(sendConfirmation, {}),
    // The worker sends it later.
    onSuccess: () =>
      toast({
        title: 'Email a caminho',
        description: `Para ${email}. Não chegou? Veja a caixa de spam ou fale com quem opera o servidor.`,
      }),
    onError: (error) => failureToast('Erro ao enviar email', error, 'Não foi possível enviar o email.'),
  });
  return (
    <>
      {confirmationMail && <strong className="font-semibold">{NOT_SENT[confirmationMail]} </strong>}
      <Button look="outline" size="small" disabled={send.isPending} onClick={() => send.mutate()} className="ml-2">
        Enviar de novo
      </Button>
    </>
  );
}
