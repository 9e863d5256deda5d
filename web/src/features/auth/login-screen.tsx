import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { login, loginHint } from '@tracker/schemas/contracts/auth.contract';
import { type FormEvent, useRef, useState } from 'react';
import { call } from '../../data/call.ts';
import { contractQuery } from '../../data/query-client.ts';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { Input } from '../../ui/input.tsx';
import { PasswordInput } from '../../ui/password-input.tsx';
import { toast } from '../../ui/toast-store.ts';
import { enter } from './auth.ts';
import { sentenceOf } from './auth-errors.ts';
import { AuthLayout } from './auth-layout.tsx';

export default function LoginScreen() {
  const queryClient = useQueryClient();
  const [credentials, setCredentials] = useState({ email: '', password: '' });
  const [missing, setMissing] = useState<{ email?: string; password?: string }>({});
  const form = useRef<HTMLFormElement>(null);

  const signIn = useMutation({
    mutationFn: () => call(login, { body: { ...credentials, email: credentials.email.trim() } }),
    // A refused password is an answer 401 too, and not the end of a session.
    meta: { public: true },
    onSuccess: (session) => {
      toast({ title: 'Login realizado com sucesso!' });
      enter(queryClient, session, { twice: true });
    },
    onError: (error) =>
      toast({
        look: 'destructive',
        title: 'Erro no login',
        description: sentenceOf(error, 'Login failed') || 'Email ou senha incorretos',
      }),
  });
  const isPending = signIn.isPending || signIn.isSuccess;

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isPending) return;
    const next = {
      ...(!credentials.email.trim() && { email: 'Informe o seu email.' }),
      ...(!credentials.password && { password: 'Informe a sua senha.' }),
    };
    setMissing(next);
    const [first] = Object.keys(next);
    if (first) form.current?.querySelector<HTMLInputElement>(`[name=${first}]`)?.focus();
    else signIn.mutate();
  };
  const change = (name: 'email' | 'password') => (event: { target: { value: string } }) => {
    setCredentials({ ...credentials, [name]: event.target.value });
    setMissing({ ...missing, [name]: undefined });
  };

  return (
    <AuthLayout title="Entrar" subtitle="Veja se o seu investimento está voltando.">
      <form ref={form} noValidate onSubmit={submit} className="flex flex-col gap-4">
        <Field label="Email" error={missing.email}>
          {(control) => (
            <Input
              {...control}
              name="email"
              type="email"
              required
              autoComplete="username"
              placeholder="voce@empresa.com.br"
              value={credentials.email}
              onChange={change('email')}
            />
          )}
        </Field>
        <Field label="Senha" error={missing.password}>
          {(control) => (
            <PasswordInput
              {...control}
              name="password"
              required
              autoComplete="current-password"
              value={credentials.password}
              onChange={change('password')}
            />
          )}
        </Field>
        <Button type="submit" size="large" disabled={isPending} className="mt-1 w-full">
          {isPending ? 'Entrando...' : 'Entrar'}
        </Button>
      </form>
      <DemoHint
        onUse={(demo) => {
          setCredentials(demo);
          setMissing({});
        }}
      />
      <p className="mt-5 text-center text-muted">
        Ainda não tem conta?{' '}
        <Link to="/register" className="font-medium text-accent underline-offset-2 hover:underline">
          Registrar empresa
        </Link>
      </p>
    </AuthLayout>
  );
}

/** Only where the demo company exists (decision 38). */
function DemoHint({ onUse }: { onUse: (demo: { email: string; password: string }) => void }) {
  const { data } = useQuery(contractQuery(loginHint, {}));
  if (!data?.demo) return null;
  const { demo } = data;
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
