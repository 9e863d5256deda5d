import type { InviteView } from '@tracker/schemas/contracts/people.contract';
import { failureToast } from '../../data/failure-toast.ts';
import { VisitorLayout } from '../../shell/visitor-layout.tsx';
import { Button } from '../../ui/button.tsx';
import { PasswordField } from '../../ui/password-input.tsx';
import { toast } from '../../ui/toast-store.ts';
import { useForm } from '../../ui/use-form.ts';
import { InviteFacts, SERVER_FAILED, useLoginAfter } from './accept-form.tsx';
import { useAcceptInvite } from './queries.ts';

interface JoinFormProps {
  token: string;
  invite: InviteView;
  onGone: () => void;
}

/** The invited person has an account: they show that it is theirs, and belong to one company more. */
export function JoinForm({ token, invite, onGone }: JoinFormProps) {
  const { values, fail, field, form } = useForm({ password: '' });
  const accept = useAcceptInvite(token);
  const isPending = accept.isPending || accept.isSuccess;
  useLoginAfter(accept.isSuccess);

  const submit = () => {
    if (isPending) return;
    fail({});
    accept.mutate(values, {
      onError: (error) => {
        fail(failureToast('Erro ao aceitar convite', error, SERVER_FAILED));
        onGone();
      },
      onSuccess: () => {
        toast({
          title: 'Convite aceito!',
          description: `Entre na sua conta: ${invite.tenantName} está em 'Trocar de empresa'.`,
        });
      },
    });
  };

  return (
    <VisitorLayout
      wide
      title="Aceitar Convite"
      subtitle={`${invite.inviterName} convidou você para ${invite.tenantName}.`}
    >
      <InviteFacts invite={invite} />
      <form {...form(submit)} className="grid gap-4">
        <p className="text-soft-ink">
          Este email já tem uma conta. Ao aceitar, você verá {invite.tenantName} junto das suas outras empresas.
        </p>
        {/* For password managers: the account's name is not asked for. */}
        <input type="email" autoComplete="username" value={invite.email} readOnly hidden />
        <PasswordField
          label="Senha da sua conta"
          {...field('password')}
          required
          autoComplete="current-password"
          maxLength={256}
        />
        <Button type="submit" size="large" disabled={isPending}>
          {isPending ? 'Aceitando...' : 'Aceitar Convite'}
        </Button>
      </form>
    </VisitorLayout>
  );
}
