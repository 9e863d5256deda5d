import { useMutation } from '@tanstack/react-query';
import { forgotPassword } from '@tracker/schemas/contracts/account-links.contract';
import { isEmail } from '@tracker/schemas/primitives/typed-email';
import { call } from '../../data/call.ts';
import { failureToast } from '../../data/failure-toast.ts';
import { ToLogin, VisitorLayout } from '../../shell/visitor-layout.tsx';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/field.tsx';
import { useForm } from '../../ui/use-form.ts';

export default function ForgotScreen() {
  const { values, fail, field, form } = useForm({ email: '' });
  const ask = useMutation({
    mutationFn: () => call(forgotPassword, { body: { email: values.email.trim() } }),
    meta: { public: true },
    onError: (error) => failureToast('Erro ao pedir nova senha', error, 'Não foi possível pedir uma nova senha.'),
  });
  const submit = () => {
    if (ask.isPending) return;
    if (!isEmail(values.email)) return fail({ email: 'Confira o endereço de email.' });
    fail({});
    ask.mutate();
  };
  // The same words for every address: they do not reveal who has an account.
  if (ask.isSuccess) {
    return (
      <VisitorLayout title="Confira o seu email" subtitle={`Enviado para ${values.email.trim()}, se houver uma conta.`}>
        <p role="status" className="mb-5 text-soft-ink">
          O link para escolher uma nova senha vale por 1 hora. Não chegou? Veja a caixa de spam ou fale com quem opera o
          servidor: ele também pode gerar um link.
        </p>
        <ToLogin />
      </VisitorLayout>
    );
  }
  return (
    <VisitorLayout title="Esqueci minha senha" subtitle="Enviaremos um link para você escolher uma nova.">
      <form {...form(submit)} className="flex flex-col gap-4">
        <TextField
          label="Email"
          {...field('email')}
          type="email"
          required
          autoComplete="username"
          placeholder="voce@empresa.com.br"
        />
        <Button type="submit" size="large" disabled={ask.isPending} className="mt-1 w-full">
          {ask.isPending ? 'Enviando...' : 'Enviar link'}
        </Button>
      </form>
      <div className="mt-3">
        <ToLogin />
      </div>
    </VisitorLayout>
  );
}
