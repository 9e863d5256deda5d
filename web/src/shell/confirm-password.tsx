import { useMutation } from '@tanstack/react-query';
import { confirmPassword } from '@tracker/schemas/contracts/profile.contract';
import { call } from '../data/call.ts';
import { failureToast } from '../data/failure-toast.ts';
import { useSession } from '../features/auth/auth.ts';
import { Button } from '../ui/button.tsx';
import { Dialog, DialogClose } from '../ui/dialog.tsx';
import { Field } from '../ui/field.tsx';
import { PasswordInput } from '../ui/password-input.tsx';
import { useForm } from '../ui/use-form.ts';

/** Keys, secrets and roles need a password that was given a moment ago: a stolen session does not change them. */
export default function ConfirmPassword({ onDone }: { onDone: (isGiven: boolean) => void }) {
  const { email } = useSession().user;
  const { values, errors, fail, text, form } = useForm({ password: '' });
  const confirm = useMutation({
    mutationFn: () => call(confirmPassword, { body: values }),
    meta: { public: true },
    onSuccess: () => onDone(true),
    onError: (error) => fail(failureToast('Senha não confirmada', error, 'Não foi possível confirmar a senha.')),
  });
  const submit = () => {
    if (confirm.isPending) return;
    if (values.password === '') return fail({ password: 'Informe a sua senha.' });
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
        {/* Tells a password manager whose password this is. */}
        <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />
        <Field label="Senha" error={errors.password}>
          {(control) => <PasswordInput {...control} {...text('password')} required autoComplete="current-password" />}
        </Field>
        <div className="flex justify-end gap-2">
          <DialogClose asChild>
            <Button look="outline">Cancelar</Button>
          </DialogClose>
          <Button type="submit" disabled={confirm.isPending}>
            {confirm.isPending ? 'Confirmando...' : 'Confirmar'}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
