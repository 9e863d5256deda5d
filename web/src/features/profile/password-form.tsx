import { passwordProblem } from '@tracker/schemas/contracts/registration-rules';
import { failureToast } from '../../data/failure-toast.ts';
import { useSession } from '../../session/session.ts';
import { Button } from '../../ui/button.tsx';
import { Card, CardHeader } from '../../ui/card.tsx';
import { NewPasswordField, PasswordField } from '../../ui/password-input.tsx';
import { toast } from '../../ui/toast-store.ts';
import { useForm } from '../../ui/use-form.ts';
import { useChangePassword } from './queries.ts';

const EMPTY = { currentPassword: '', newPassword: '', confirmPassword: '' };

export function PasswordForm() {
  const { email } = useSession().user;
  const save = useChangePassword();
  const { values, fail, reset, field, form } = useForm(EMPTY);

  const submit = () => {
    if (save.isPending) return;
    const { currentPassword, newPassword, confirmPassword } = values;
    if (currentPassword === '') return fail({ currentPassword: 'Informe a senha atual.' });
    // The same rules and messages as for a registration (specification §5).
    const problem = passwordProblem(newPassword, confirmPassword);
    if (problem) {
      toast({ look: 'destructive', title: problem.title, description: problem.description });
      const field = problem.field === 'password' ? 'newPassword' : 'confirmPassword';
      return fail({ [field]: problem.description ?? problem.title });
    }
    fail({});
    save.mutate(
      { currentPassword, newPassword },
      {
        onSuccess: () => {
          reset();
          toast({ title: 'Senha alterada', description: 'As suas outras sessões foram encerradas.' });
        },
        onError: (error) => fail(failureToast('Erro ao alterar senha', error, 'Não foi possível alterar a senha.')),
      },
    );
  };

  return (
    <Card aria-labelledby="senha">
      <CardHeader id="senha" title="Senha" note="Ao trocar a senha, as suas outras sessões são encerradas." />
      <form {...form(submit)} className="grid gap-4 px-4 pt-1 pb-5 sm:px-5">
        {/* Shows a password manager whose password this is. */}
        <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />
        <PasswordField
          label="Senha atual"
          {...field('currentPassword')}
          required
          autoComplete="current-password"
          maxLength={256}
        />
        <NewPasswordField label="Nova senha" hint="Pelo menos 6 caracteres." {...field('newPassword')} />
        <NewPasswordField label="Confirmar nova senha" {...field('confirmPassword')} />
        <div>
          <Button type="submit" disabled={save.isPending}>
            {save.isPending ? 'Alterando...' : 'Alterar senha'}
          </Button>
        </div>
      </form>
    </Card>
  );
}
