import { useMutation, useQueryClient } from '@tanstack/react-query';
import { enterCode } from '@tracker/schemas/contracts/auth.contract';
import { useEffect, useRef } from 'react';
import { CallError, call } from '../../data/call.ts';
import { failureToast } from '../../data/failure-toast.ts';
import { CodeField } from '../../session/code-field.tsx';
import { enter } from '../../session/session.ts';
import { VisitorLayout } from '../../shell/visitor-layout.tsx';
import { Button } from '../../ui/button.tsx';
import { toast } from '../../ui/toast-store.ts';
import { useForm } from '../../ui/use-form.ts';

/** The second half of a sign-in, for a person with a second factor. */
export default function CodeStep({ challenge, onBack }: { challenge: string; onBack: () => void }) {
  const queryClient = useQueryClient();
  const { values, errors, fail, text, form } = useForm({ code: '' });
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.focus(), []);

  const signIn = useMutation({
    mutationFn: () => call(enterCode, { body: { challenge, ...values } }),
    meta: { public: true },
    onSuccess: (session) => {
      toast({ title: 'Login realizado com sucesso!' });
      enter(queryClient, session, { twice: true });
    },
    onError: (error) => {
      fail(failureToast('Erro no login', error, 'Login failed'));
      if (error instanceof CallError && error.status === 410) onBack();
    },
  });
  const isPending = signIn.isPending || signIn.isSuccess;
  const submit = () => {
    if (isPending) return;
    if (values.code.trim() === '') return fail({ code: 'Informe o código.' });
    signIn.mutate();
  };

  return (
    <VisitorLayout title="Verificação em duas etapas" subtitle="Confirme que é você com um código.">
      <form {...form(submit)} className="flex flex-col gap-4">
        <CodeField {...text('code')} ref={field} error={errors.code} />
        <Button type="submit" size="large" disabled={isPending} className="mt-1 w-full">
          {isPending ? 'Entrando...' : 'Entrar'}
        </Button>
        <Button look="ghost" onClick={onBack} disabled={isPending}>
          Voltar
        </Button>
      </form>
    </VisitorLayout>
  );
}
