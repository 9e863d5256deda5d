import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { register } from '@tracker/schemas/contracts/auth.contract';
import { registrationProblem, slugOf } from '@tracker/schemas/contracts/registration-rules';
import { type FormEvent, useRef, useState } from 'react';
import { CallError, call } from '../../data/call.ts';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { Input } from '../../ui/input.tsx';
import { PasswordInput } from '../../ui/password-input.tsx';
import { toast } from '../../ui/toast-store.ts';
import { enter } from './auth.ts';
import { sentenceOf } from './auth-errors.ts';
import { AuthLayout } from './auth-layout.tsx';
import { typedSlug } from './typed-slug.ts';

const EMPTY = {
  companyName: '',
  companySlug: '',
  firstName: '',
  lastName: '',
  email: '',
  password: '',
  confirmPassword: '',
};
type FieldName = keyof typeof EMPTY;

const SERVER_FAILED = 'Erro interno do servidor. Tente novamente.';

export default function RegisterScreen() {
  const queryClient = useQueryClient();
  const [input, setInput] = useState(EMPTY);
  const [isSlugOwn, setSlugOwn] = useState(false);
  const [wrong, setWrong] = useState<{ field: string; text: string }>();
  const form = useRef<HTMLFormElement>(null);

  const point = (field: string, text: string) => {
    setWrong({ field, text });
    form.current?.querySelector<HTMLInputElement>(`[name=${field}]`)?.focus();
  };
  const create = useMutation({
    mutationFn: () => {
      const { confirmPassword: _, ...registration } = input;
      return call(register, { body: { ...registration, email: input.email.trim() } });
    },
    meta: { public: true },
    onSuccess: (session) => {
      toast({ title: 'Conta criada com sucesso!' });
      enter(queryClient, session);
    },
    onError: (error) => {
      const isAnswered = error instanceof CallError && error.status > 0;
      const description = (isAnswered && sentenceOf(error, 'Registration failed')) || SERVER_FAILED;
      toast({ look: 'destructive', title: 'Erro no registro', description });
      const [field, text] = (error instanceof CallError && Object.entries(error.fields)[0]) || [];
      if (field && text) point(field, text);
    },
  });
  const isPending = create.isPending || create.isSuccess;

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isPending) return;
    const problem = registrationProblem(input);
    if (!problem) {
      setWrong(undefined);
      create.mutate();
      return;
    }
    toast({ look: 'destructive', title: problem.title, description: problem.description });
    point(problem.field, problem.description ?? problem.title);
  };
  const change = (name: FieldName, value: string) => {
    if (wrong?.field === name) setWrong(undefined);
    if (name === 'companySlug') {
      // An emptied address follows the name again.
      setSlugOwn(value !== '');
      return setInput({ ...input, companySlug: typedSlug(value) });
    }
    const derived = name === 'companyName' && !isSlugOwn && { companySlug: slugOf(value) };
    setInput({ ...input, [name]: value, ...derived });
  };
  const field = (name: FieldName) => ({
    name,
    required: true,
    value: input[name],
    onChange: (event: { target: { value: string } }) => change(name, event.target.value),
  });
  const error = (name: FieldName) => (wrong?.field === name ? wrong.text : undefined);

  return (
    <AuthLayout wide title="Registrar Empresa" subtitle="Crie a conta da sua empresa e comece a medir hoje.">
      <form ref={form} noValidate onSubmit={submit} className="grid gap-4 sm:grid-cols-2">
        <Field label="Nome da empresa" error={error('companyName')} className="sm:col-span-2">
          {(control) => <Input {...control} {...field('companyName')} autoComplete="organization" maxLength={120} />}
        </Field>
        <Field label="URL da empresa" error={error('companySlug')} className="sm:col-span-2">
          {(control) => (
            <div className="flex rounded-lg border border-field bg-sunken focus-within:outline-2 focus-within:outline-accent focus-within:outline-offset-2 has-[[aria-invalid=true]]:border-bad">
              <span className="flex max-w-[45%] shrink-0 items-center overflow-hidden px-3 text-muted text-sm">
                {window.location.host}/
              </span>
              <input
                {...control}
                {...field('companySlug')}
                autoComplete="off"
                autoCapitalize="none"
                spellCheck={false}
                maxLength={63}
                className="h-[38px] w-full min-w-0 rounded-r-lg bg-surface px-3 text-sm outline-none"
              />
            </div>
          )}
        </Field>
        <Field label="Nome" error={error('firstName')}>
          {(control) => <Input {...control} {...field('firstName')} autoComplete="given-name" maxLength={80} />}
        </Field>
        <Field label="Sobrenome" error={error('lastName')}>
          {(control) => <Input {...control} {...field('lastName')} autoComplete="family-name" maxLength={80} />}
        </Field>
        <Field label="Email" error={error('email')} className="sm:col-span-2">
          {(control) => <Input {...control} {...field('email')} type="email" autoComplete="username" maxLength={254} />}
        </Field>
        <Field label="Senha" hint="Pelo menos 6 caracteres." error={error('password')}>
          {(control) => (
            <PasswordInput {...control} {...field('password')} autoComplete="new-password" maxLength={256} />
          )}
        </Field>
        <Field label="Confirmar senha" error={error('confirmPassword')}>
          {(control) => (
            <PasswordInput {...control} {...field('confirmPassword')} autoComplete="new-password" maxLength={256} />
          )}
        </Field>
        <Button type="submit" size="large" disabled={isPending} className="mt-1 sm:col-span-2">
          {isPending ? 'Criando conta...' : 'Criar Conta Empresarial'}
        </Button>
      </form>
      <p className="mt-5 text-center text-muted">
        Já tem conta?{' '}
        <Link to="/login" className="font-medium text-accent underline-offset-2 hover:underline">
          Entrar
        </Link>
      </p>
    </AuthLayout>
  );
}
