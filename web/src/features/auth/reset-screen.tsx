import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { readResetLink, resetPassword } from '@tracker/schemas/contracts/account-links.contract';
import { passwordProblem } from '@tracker/schemas/contracts/registration-rules';
import { DEFAULT_TIME_ZONE } from '@tracker/schemas/primitives/time';
import { useState } from 'react';
import { CallError, call } from '../../data/call.ts';
import { failureToast, sentenceOf } from '../../data/failure-toast.ts';
import { contractQuery } from '../../data/query-client.ts';
import { useSearchState } from '../../data/use-search-state.ts';
import { formatInstantTime } from '../../format/instants.ts';
import { recheck } from '../../session/session.ts';
import { ToLogin, VisitorLayout } from '../../shell/visitor-layout.tsx';
import { Button } from '../../ui/button.tsx';
import { LinkButton } from '../../ui/link-button.tsx';
import { NewPasswordField } from '../../ui/password-input.tsx';
import { RadioGroup } from '../../ui/radio-group.tsx';
import { toast } from '../../ui/toast-store.ts';
import { useForm } from '../../ui/use-form.ts';

export default function ResetScreen() {
  const [{ token }] = useSearchState('/reset-password');
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const { values, fail, field, form } = useForm({ password: '', confirmPassword: '' });
  // Nothing of one opening is kept for the next.
  const link = useQuery({
    ...contractQuery(readResetLink, { query: { token } }),
    ...{ staleTime: 0, gcTime: 0, meta: { public: true } },
  });
  const registrations = link.data?.registrations ?? [];
  const [account, setAccount] = useState('');
  const reset = useMutation({
    mutationFn: () =>
      call(resetPassword, { body: { token, password: values.password, ...(account !== '' && { account }) } }),
    meta: { public: true },
    onSuccess: async () => {
      toast({ title: 'Senha alterada', description: 'Entre com a nova senha. Todas as sessões foram encerradas.' });
      // Also the one of this browser, when it was of the same account.
      await recheck(queryClient);
      await navigate({ to: '/login', replace: true });
    },
    onError: (error) => fail(failureToast('Erro ao alterar senha', error, 'Não foi possível alterar a senha.')),
  });
  const submit = () => {
    if (reset.isPending) return;
    const problem = passwordProblem(values.password, values.confirmPassword);
    if (problem) {
      toast({ look: 'destructive', title: problem.title, description: problem.description });
      return fail({ [problem.field]: problem.description ?? problem.title });
    }
    fail({});
    if (registrations.length > 0 && account === '')
      return toast({ look: 'destructive', title: 'Escolha o seu cadastro' });
    reset.mutate();
  };
  const isGone = reset.error instanceof CallError && [404, 410].includes(reset.error.status);
  if (reset.error && isGone) return <GoneLink sentence={sentenceOf(reset.error, '')} />;
  return (
    <VisitorLayout title="Nova senha" subtitle="Escolha a senha com que você vai entrar.">
      <form {...form(submit)} className="flex flex-col gap-4">
        {registrations.length > 0 && (
          <RadioGroup
            label="Este email tem mais de um cadastro sem confirmação. Qual é o seu?"
            name="account"
            value={account}
            onChange={setAccount}
            options={registrations.map(({ id, companyName, createdAt }) => ({
              ...{ value: id as string, label: companyName },
              hint: `Registrada em ${formatInstantTime(createdAt, DEFAULT_TIME_ZONE)}. Ao escolher, ela ganha chaves de webhook novas, e o que foi configurado nela para enviar vendas termina.`,
            }))}
          />
        )}
        <NewPasswordField label="Nova senha" hint="Pelo menos 6 caracteres." {...field('password')} />
        <NewPasswordField label="Confirmar nova senha" {...field('confirmPassword')} />
        <Button type="submit" size="large" disabled={reset.isPending} className="mt-1 w-full">
          {reset.isPending ? 'Alterando...' : 'Alterar senha'}
        </Button>
      </form>
    </VisitorLayout>
  );
}

const GoneLink = ({ sentence }: { sentence: string }) => (
  <VisitorLayout title="Link inválido" subtitle={sentence}>
    <div className="flex flex-col gap-2">
      <LinkButton size="large" className="w-full" look="primary" to="/forgot-password">
        Pedir um novo link
      </LinkButton>
      <ToLogin />
    </div>
  </VisitorLayout>
);
