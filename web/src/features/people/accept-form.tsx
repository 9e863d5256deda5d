import { useNavigate } from '@tanstack/react-router';
import type { InviteView } from '@tracker/schemas/contracts/people.contract';
import { acceptanceProblem } from '@tracker/schemas/contracts/registration-rules';
import { type ReactNode, useEffect } from 'react';
import { CallError } from '../../data/call.ts';
import { failureToast } from '../../data/failure-toast.ts';
import { ROLE_BADGES } from '../../shell/person.ts';
import { VisitorLayout } from '../../shell/visitor-layout.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/field.tsx';
import { NewPasswordField } from '../../ui/password-input.tsx';
import { toast } from '../../ui/toast-store.ts';
import { useForm } from '../../ui/use-form.ts';
import { useAcceptInvite } from './queries.ts';

/** Specification §9. */
const LOGIN_AFTER_MS = 1_000;
export const SERVER_FAILED = 'Erro interno do servidor. Tente novamente.';

interface AcceptFormProps {
  token: string;
  invite: InviteView;
  /** The invitation was withdrawn, used or expired while the form was being filled in. */
  onGone: () => void;
}

export function AcceptForm({ token, invite, onGone }: AcceptFormProps) {
  const { values, fail, field, form } = useForm({
    firstName: '',
    lastName: '',
    password: '',
    confirmPassword: '',
  });
  const accept = useAcceptInvite(token);
  const isPending = accept.isPending || accept.isSuccess;
  useLoginAfter(accept.isSuccess);

  const refused = (error: Error) => {
    fail(failureToast('Erro ao aceitar convite', error, SERVER_FAILED));
    if (error instanceof CallError && [404, 409, 410].includes(error.status)) onGone();
  };
  const submit = () => {
    if (isPending) return;
    const problem = acceptanceProblem(values);
    if (problem) {
      toast({ look: 'destructive', title: problem.title, description: problem.description });
      return fail({ [problem.field]: problem.description ?? problem.title });
    }
    fail({});
    const { confirmPassword: _, ...person } = values;
    accept.mutate(person, {
      onError: refused,
      onSuccess: () =>
        toast({ title: 'Convite aceito!', description: 'Agora entre com o seu email e a senha que você escolheu.' }),
    });
  };

  return (
    <VisitorLayout
      wide
      title="Aceitar Convite"
      subtitle={`${invite.inviterName} convidou você para ${invite.tenantName}.`}
    >
      <InviteFacts invite={invite} />
      <form {...form(submit)} className="grid gap-4 sm:grid-cols-2">
        {/* For password managers: the account's name is not asked for. */}
        <input type="email" autoComplete="username" value={invite.email} readOnly hidden />
        <TextField label="Nome" {...field('firstName')} required autoComplete="given-name" maxLength={80} />
        <TextField label="Sobrenome" {...field('lastName')} required autoComplete="family-name" maxLength={80} />
        <NewPasswordField label="Senha" hint="Pelo menos 6 caracteres." {...field('password')} />
        <NewPasswordField label="Confirmar senha" {...field('confirmPassword')} />
        <Button type="submit" size="large" disabled={isPending} className="mt-1 sm:col-span-2">
          {isPending ? 'Aceitando...' : 'Aceitar Convite'}
        </Button>
      </form>
    </VisitorLayout>
  );
}

export const InviteFacts = ({ invite: { tenantName, inviterName, role, email } }: { invite: InviteView }) => (
  <dl className="mb-5 grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1.5 rounded-xl border border-line px-4 py-3 text-[13px]">
    <Fact name="Empresa">{tenantName}</Fact>
    <Fact name="Convidado por">{inviterName}</Fact>
    <Fact name="Permissão">
      <Badge look={ROLE_BADGES[role].look}>{ROLE_BADGES[role].label}</Badge>
    </Fact>
    <Fact name="Email">{email}</Fact>
  </dl>
);

const Fact = ({ name, children }: { name: string; children: ReactNode }) => (
  <>
    <dt className="text-muted">{name}</dt>
    <dd className="break-words font-medium">{children}</dd>
  </>
);

export function useLoginAfter(isAccepted: boolean): void {
  const navigate = useNavigate();
  useEffect(() => {
    if (!isAccepted) return;
    const timer = setTimeout(() => navigate({ to: '/login', replace: true }), LOGIN_AFTER_MS);
    return () => clearTimeout(timer);
  }, [isAccepted, navigate]);
}
