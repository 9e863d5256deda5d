import { useMutation, useQueryClient } from '@tanstack/react-query';
import { confirmPassword } from '@tracker/schemas/contracts/profile.contract';
import { call } from '../data/call.ts';
import { failureToast } from '../data/failure-toast.ts';
import { CodeField } from '../session/code-field.tsx';
import { recheck, useSession } from '../session/session.ts';
import { Dialog } from '../ui/dialog.tsx';
import { DialogButtons } from '../ui/dialog-buttons.tsx';
import { PasswordField } from '../ui/password-input.tsx';
import { useForm } from '../ui/use-form.ts';

/** Keys, secrets and roles need a password (and a code) that was given a moment ago: a stolen session does not change them. */
export default function ConfirmPassword({ onDone }: { onDone: (isGiven: boolean) => void }) {
  const { user, hasSecondFactor } = useSession();
  const queryClient = useQueryClient();
  const { values, fail, field, form } = useForm({ password: '', code: '' });
  const confirm = useMutation({
    mutationFn: () => call(confirmPassword, { body: values }),
    meta: { public: true },
    onSuccess: () => onDone(true),
    onError: (error) => {
      const fields = failureToast('Senha não confirmada', error, 'Não foi possível confirmar a senha.');
      // Switched on in another tab: the field comes with the answer.
      if (fields.code && !hasSecondFactor) recheck(queryClient);
      fail(fields);
    },
  });
  const submit = () => {
    if (confirm.isPending) return;
    const missing = {
      ...(values.password === '' && { password: 'Informe a sua senha.' }),
      ...(hasSecondFactor && values.code.trim() === '' && { code: 'Informe o código.' }),
    };
    fail(missing);
    if (Object.keys(missing).length > 0) return;
    confirm.mutate();
  };
  return (
    <Dialog
      isOpen
      onOpenChange={(isOpen) => !isOpen && onDone(false)}
      title="Confirme a sua senha"
      description="Chaves, segredos e permissões só mudam com a senha informada há pouco."
    >
      <form {...form(submit)} className="flex flex-col gap-4">
        {/* Shows a password manager whose password this is. */}
        <input type="text" name="username" autoComplete="username" value={user.email} readOnly hidden />
        <PasswordField label="Senha" {...field('password')} required autoComplete="current-password" />
        {hasSecondFactor && <CodeField {...field('code')} />}
        <DialogButtons label="Confirmar" pendingLabel="Confirmando..." isPending={confirm.isPending} />
      </form>
    </Dialog>
  );
}
