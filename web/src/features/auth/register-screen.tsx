import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { register } from '@tracker/schemas/contracts/auth.contract';
import { registrationProblem, slugOf } from '@tracker/schemas/contracts/registration-rules';
import { useState } from 'react';
import { CallError, call } from '../../data/call.ts';
import { failureToast } from '../../data/failure-toast.ts';
import { typedSlug } from '../../format/typed-slug.ts';
import { enter } from '../../session/session.ts';
import { VisitorLayout } from '../../shell/visitor-layout.tsx';
import { Button } from '../../ui/button.tsx';
import { Field, TextField } from '../../ui/field.tsx';
import { NewPasswordField } from '../../ui/password-input.tsx';
import { toast } from '../../ui/toast-store.ts';
import { useForm } from '../../ui/use-form.ts';

const EMPTY = {
  companyName: '',
  companySlug: '',
  firstName: '',
  lastName: '',
  email: '',
  password: '',
  confirmPassword: '',
};

/** Which field a conflict is about. */
const TAKEN: Readonly<Record<string, keyof typeof EMPTY>> = { 'slug-taken': 'companySlug', 'email-taken': 'email' };

const SERVER_FAILED = 'Erro interno do servidor. Tente novamente.';

export default function RegisterScreen() {
  const queryClient = useQueryClient();
  const { values, errors, change, fail, text, field, form } = useForm(EMPTY);
  const [isSlugOwn, setSlugOwn] = useState(false);

  const create = useMutation({
    mutationFn: () => {
      const { confirmPassword: _, ...registration } = values;
      return call(register, { body: { ...registration, email: values.email.trim() } });
    },
    meta: { public: true },
    onSuccess: (session) => {
      toast({ title: 'Conta criada com sucesso!' });
      enter(queryClient, session);
    },
    onError: (error) => {
      // Without any answer it says so, as the login does.
      const isAnswered = error instanceof CallError;
      const mistakes = failureToast('Erro no registro', error, isAnswered ? 'Registration failed' : SERVER_FAILED);
      const taken = isAnswered && error.code !== undefined ? TAKEN[error.code] : undefined;
      fail(taken && isAnswered ? { [taken]: error.sentence } : mistakes);
    },
  });
  const isPending = create.isPending || create.isSuccess;

  const submit = () => {
    if (isPending) return;
    const problem = registrationProblem(values);
    if (!problem) {
      fail({});
      create.mutate();
      return;
    }
    toast({ look: 'destructive', title: problem.title, description: problem.description });
    fail({ [problem.field]: problem.description ?? problem.title });
  };
  const required = (name: keyof typeof EMPTY) => ({ ...field(name), required: true });
  const changeName = (companyName: string) =>
    change({ companyName, ...(!isSlugOwn && { companySlug: slugOf(companyName) }) });
  const changeSlug = (typed: string) => {
    // An emptied address follows the name again.
    setSlugOwn(typed !== '');
    change({ companySlug: typedSlug(typed) });
  };

  return (
    <VisitorLayout wide title="Registrar Empresa" subtitle="Crie a conta da sua empresa e comece a medir hoje.">
      <form {...form(submit)} className="grid gap-4 sm:grid-cols-2">
        <TextField
          label="Nome da empresa"
          className="sm:col-span-2"
          {...required('companyName')}
          onChange={(event) => changeName(event.target.value)}
          autoComplete="organization"
          maxLength={120}
        />
        <Field label="URL da empresa" error={errors.companySlug} className="sm:col-span-2">
          {(control) => (
            <div className="flex rounded-lg border border-field bg-sunken focus-within:outline-2 focus-within:outline-accent focus-within:outline-offset-2 has-[[aria-invalid=true]]:border-bad">
              <span className="flex max-w-[45%] shrink-0 items-center overflow-hidden px-3 text-muted text-sm">
                {window.location.host}/
              </span>
              <input
                {...control}
                {...text('companySlug')}
                required
                onChange={(event) => changeSlug(event.target.value)}
                autoComplete="off"
                autoCapitalize="none"
                spellCheck={false}
                maxLength={63}
                className="h-[38px] w-full min-w-0 rounded-r-lg bg-surface px-3 text-sm outline-none"
              />
            </div>
          )}
        </Field>
        <TextField label="Nome" {...required('firstName')} autoComplete="given-name" maxLength={80} />
        <TextField label="Sobrenome" {...required('lastName')} autoComplete="family-name" maxLength={80} />
        <TextField
          label="Email"
          className="sm:col-span-2"
          {...required('email')}
          type="email"
          autoComplete="username"
          maxLength={254}
        />
        <NewPasswordField label="Senha" hint="Pelo menos 6 caracteres." {...required('password')} />
        <NewPasswordField label="Confirmar senha" {...required('confirmPassword')} />
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
    </VisitorLayout>
  );
}
