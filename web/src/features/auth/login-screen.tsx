import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type Credentials, login, loginHint } from '@tracker/schemas/contracts/auth.contract';
import { lazy, Suspense, useState } from 'react';
import { call } from '../../data/call.ts';
import { failureToast } from '../../data/failure-toast.ts';
import { contractQuery } from '../../data/query-client.ts';
import { enter } from '../../session/session.ts';
import { VisitorLayout } from '../../shell/visitor-layout.tsx';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/field.tsx';
import { PasswordField } from '../../ui/password-input.tsx';
import { CenteredSpinner } from '../../ui/spinner.tsx';
import { toast } from '../../ui/toast-store.ts';
import { useForm } from '../../ui/use-form.ts';

const CodeStep = lazy(() => import('./code-step.tsx'));

export default function LoginScreen() {
  const queryClient = useQueryClient();
  const hint = useQuery(contractQuery(loginHint, {}));
  const [challenge, setChallenge] = useState<string>();
  const { values, change, fail, reset, field, form } = useForm({ email: '', password: '' });

  const signIn = useMutation({
    mutationFn: () => call(login, { body: { ...values, email: values.email.trim() } }),
    // A refused password is a 401, too, but does not end a session.
    meta: { public: true },
    onSuccess: (answer) => {
      if ('challenge' in answer) return setChallenge(answer.challenge);
      toast({ title: 'Login realizado com sucesso!' });
      enter(queryClient, answer, { twice: true });
    },
    onError: (error) => failureToast('Erro no login', error, 'Login failed'),
  });
  const isPending = signIn.isPending || signIn.isSuccess;
  const startAgain = () => {
    setChallenge(undefined);
    signIn.reset();
    change({ password: '' });
  };

  const submit = () => {
    if (isPending) return;
    const missing = {
      ...(!values.email.trim() && { email: 'Informe o seu email.' }),
      ...(!values.password && { password: 'Informe a sua senha.' }),
    };
    fail(missing);
    if (Object.keys(missing).length === 0) signIn.mutate();
  };

  if (challenge !== undefined) {
    return (
      <Suspense fallback={<CenteredSpinner />}>
        <CodeStep challenge={challenge} onBack={startAgain} />
      </Suspense>
    );
  }
  return (
    <VisitorLayout title="Entrar" subtitle="Veja se o seu investimento está voltando.">
      <form {...form(submit)} className="flex flex-col gap-4">
        <TextField
          label="Email"
          {...field('email')}
          type="email"
          required
          autoComplete="username"
          placeholder="voce@empresa.com.br"
        />
        <PasswordField label="Senha" {...field('password')} required autoComplete="current-password" />
        <Button type="submit" size="large" disabled={isPending} className="mt-1 w-full">
          {isPending ? 'Entrando...' : 'Entrar'}
        </Button>
      </form>
      <p className="mt-3 text-center">
        <Link to="/forgot-password" className="text-accent text-sm underline-offset-2 hover:underline">
          Esqueci minha senha
        </Link>
      </p>
      {hint.data?.demo && <DemoHint demo={hint.data.demo} onUse={reset} />}
      {hint.data?.canRegister !== false && (
        <p className="mt-5 text-center text-muted">
          Ainda não tem conta?{' '}
          <Link to="/register" className="font-medium text-accent underline-offset-2 hover:underline">
            Registrar empresa
          </Link>
        </p>
      )}
    </VisitorLayout>
  );
}

/** Only where the demo tenant exists (decision 38). */
function DemoHint({ demo, onUse }: { demo: Credentials; onUse: (demo: Credentials) => void }) {
  return (
    <div className="mt-5 flex items-center justify-between gap-3 rounded-xl bg-sunken px-3.5 py-3 text-[13px]">
      <p className="min-w-0 text-soft-ink">
        <span className="block font-medium text-ink">Conta de teste</span>
        <span className="block truncate">{demo.email}</span>
        <span className="block truncate">Senha: {demo.password}</span>
      </p>
      <Button look="outline" size="small" onClick={() => onUse(demo)}>
        Usar
      </Button>
    </div>
  );
}
