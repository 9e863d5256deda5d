import { useMutation } from '@tanstack/react-query';
import { leaveOwnTenant, openOwnTenant } from '@tracker/schemas/contracts/own-tenants.contract';
import { slugOf } from '@tracker/schemas/contracts/registration-rules';
import { useState } from 'react';
import { CallError, call } from '../data/call.ts';
import { failureToast } from '../data/failure-toast.ts';
import { enterTenant } from '../data/tab-tenant.ts';
import { useCreating } from '../data/use-creating.ts';
import { typedSlug } from '../format/typed-slug.ts';
import { useSession } from '../session/session.ts';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { DialogButtons } from '../ui/dialog-buttons.tsx';
import { TextField } from '../ui/field.tsx';
import { useForm } from '../ui/use-form.ts';

export type TenantQuestion = 'open' | 'leave';

interface QuestionProps {
  onClose: () => void;
}

export default function TenantDialogs({ question, onClose }: QuestionProps & { question: TenantQuestion }) {
  if (question === 'leave') return <LeaveDialog onClose={onClose} />;
  return (
    <Dialog
      isOpen
      onOpenChange={onClose}
      title="Nova empresa"
      description="Com dados, pessoas e endereços próprios. Você é o dono e troca de empresa no seu menu."
    >
      <NewTenantForm />
    </Dialog>
  );
}

function NewTenantForm() {
  const { values, change, fail, field, form } = useForm({ name: '', slug: '' });
  const [isSlugOwn, setSlugOwn] = useState(false);
  const create = useCreating<typeof openOwnTenant, void>(openOwnTenant, () => ({ body: values }));
  const open = useMutation({
    mutationFn: create,
    onSuccess: ({ id }) => enterTenant(id),
    onError: (error) => {
      const mistakes = failureToast('Erro ao criar empresa', error, 'Não foi possível criar a empresa.');
      const isTaken = error instanceof CallError && error.code === 'slug-taken';
      fail(isTaken ? { slug: error.sentence } : mistakes);
    },
  });
  const isPending = open.isPending || open.isSuccess;
  const submit = () => {
    if (isPending) return;
    const missing = {
      ...(values.name.trim() === '' && { name: 'Informe o nome da empresa.' }),
      ...(values.slug === '' && { slug: 'Escolha uma URL única para a empresa.' }),
    };
    fail(missing);
    if (Object.keys(missing).length === 0) open.mutate();
  };
  return (
    <form {...form(submit)} className="flex flex-col gap-4">
      <TextField
        label="Nome da empresa"
        {...field('name')}
        required
        onChange={({ target: { value: name } }) => change({ name, ...(!isSlugOwn && { slug: slugOf(name) }) })}
        autoComplete="off"
        maxLength={120}
      />
      <TextField
        label="URL da empresa"
        hint="Letras minúsculas, números e hífens."
        {...field('slug')}
        required
        onChange={({ target: { value } }) => {
          // An emptied address follows the name again.
          setSlugOwn(value !== '');
          change({ slug: typedSlug(value) });
        }}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={63}
      />
      <DialogButtons label="Criar empresa" pendingLabel="Criando..." isPending={isPending} />
    </form>
  );
}

function LeaveDialog({ onClose }: QuestionProps) {
  const { tenant } = useSession();
  const leave = useMutation({
    mutationFn: () => call(leaveOwnTenant, { params: { tenantId: tenant.id } }),
    onSuccess: () => enterTenant(undefined),
    onError: (error) => {
      failureToast('Erro ao sair da empresa', error, 'Não foi possível sair da empresa.');
      onClose();
    },
  });
  return (
    <ConfirmDialog
      isOpen
      onClose={onClose}
      title={`Sair de ${tenant.name}?`}
      label="Sair da empresa"
      pendingLabel="Saindo..."
      isPending={leave.isPending || leave.isSuccess}
      onConfirm={() => leave.mutate()}
    >
      <p>Você deixa de ver os dados desta empresa. Para voltar, precisa de um novo convite.</p>
      <p>Os convites que você enviou são cancelados, e as chaves de API que você criou, revogadas.</p>
    </ConfirmDialog>
  );
}
