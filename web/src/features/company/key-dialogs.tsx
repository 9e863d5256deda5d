import { ApiKeyScope } from '@tracker/schemas/api-key-scopes';
import { type ApiKey, NewApiKey } from '@tracker/schemas/contracts/api-keys.contract';
import { failureToast } from '../../data/failure-toast.ts';
import { mistakesIn } from '../../data/mistakes.ts';
import { Button } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { CodeBlock } from '../../ui/code-block.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { DialogButtons } from '../../ui/dialog-buttons.tsx';
import { TextField } from '../../ui/field.tsx';
import { toast } from '../../ui/toast-store.ts';
import { useForm } from '../../ui/use-form.ts';
import { SCOPES } from './key-scopes.ts';
import { useCreateApiKey, useRevokeApiKey } from './queries.ts';

interface CreateKeyDialogProps {
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
}

export const CreateKeyDialog = ({ isOpen, onOpenChange }: CreateKeyDialogProps) => (
  <Dialog
    isOpen={isOpen}
    onOpenChange={onOpenChange}
    title="Nova chave de API"
    description="A chave aparece uma única vez, logo depois de criada."
  >
    <CreateKey onDone={() => onOpenChange(false)} />
  </Dialog>
);

/** Mounted while the dialog is open; the key is discarded with it. */
function CreateKey({ onDone }: { onDone: () => void }) {
  const create = useCreateApiKey();
  const { values, errors, change, fail, field, form } = useForm({ name: '', scopes: ['read'] as ApiKeyScope[] });
  if (create.data) return <CreatedKey apiKey={create.data} onDone={onDone} />;

  const submit = () => {
    if (create.isPending) return;
    const { error } = NewApiKey.safeParse(values);
    if (error) return fail(mistakesIn(error));
    create.mutate(values, {
      onError: (failure) => fail(failureToast('Erro ao criar chave', failure, 'Não foi possível criar a chave.')),
    });
  };
  const toggle = (scope: ApiKeyScope, isWanted: boolean) =>
    change({
      scopes: ApiKeyScope.options.filter((one) => (one === scope ? isWanted : values.scopes.includes(one))),
    });
  return (
    <form {...form(submit)} className="flex flex-col gap-4">
      <TextField
        label="Nome"
        hint="Onde ela será usada."
        {...field('name')}
        required
        maxLength={80}
        autoComplete="off"
        placeholder="Planilha da equipe"
      />
      <fieldset className="flex flex-col gap-3" aria-describedby={errors.scopes && 'scopes-error'}>
        <legend className="mb-2 font-medium text-[13px] text-soft-ink">Permissões</legend>
        {ApiKeyScope.options.map((scope) => (
          <Checkbox
            key={scope}
            name="scopes"
            label={SCOPES[scope].title}
            hint={SCOPES[scope].text}
            isChecked={values.scopes.includes(scope)}
            onChange={(isWanted) => toggle(scope, isWanted)}
          />
        ))}
        {errors.scopes && (
          <p id="scopes-error" className="text-[13px] text-bad">
            {errors.scopes}
          </p>
        )}
      </fieldset>
      <DialogButtons label="Criar chave" pendingLabel="Criando..." isPending={create.isPending} />
    </form>
  );
}

function CreatedKey({ apiKey, onDone }: { apiKey: ApiKey & { key: string }; onDone: () => void }) {
  const { name, key, scopes } = apiKey;
  const example = scopes.includes('read')
    ? `curl -H "Authorization: Bearer ${key}" \\\n  ${window.location.origin}/api/performance/summary`
    : scopes.includes('spend')
      ? `curl -X PUT -H "Authorization: Bearer ${key}" \\\n  -H "Content-Type: application/json" \\\n  -d '{"day":"2026-11-20","source":"google","amount":"97.00"}' \\\n  ${window.location.origin}/api/campaigns/ID/spend`
      : `curl -H "Authorization: Bearer ${key}" \\\n  -H "Content-Type: application/json" \\\n  -d '{"transaction_id":"TESTE-1","amount":"97.00"}' \\\n  ${window.location.origin}/conversion`;
  return (
    <div className="flex flex-col gap-4">
      <p role="status" className="rounded-lg bg-warn-soft px-3 py-2 text-[13px] text-warn">
        Copie a chave “{name}” agora e guarde-a em lugar seguro: ela não será mostrada de novo.
      </p>
      <CodeBlock code={key} what="chave de API" isWrapped />
      <div>
        <p className="mb-1.5 font-medium text-[13px] text-soft-ink">Exemplo de uso</p>
        <CodeBlock code={example} what="exemplo de uso" isWrapped />
      </div>
      <div className="flex justify-end">
        <Button onClick={onDone}>Concluir</Button>
      </div>
    </div>
  );
}

export function RevokeKeyDialog({ apiKey, onClose }: { apiKey: ApiKey | undefined; onClose: () => void }) {
  const revoke = useRevokeApiKey();
  const confirm = () => {
    if (!apiKey || revoke.isPending) return;
    revoke.mutate(apiKey.id, {
      onSuccess: () => {
        toast({ title: 'Chave revogada', description: `A chave “${apiKey.name}” não abre mais nada.` });
        onClose();
      },
      onError: (error) => failureToast('Erro ao revogar chave', error, 'Não foi possível revogar a chave.'),
    });
  };
  return (
    <Dialog
      isOpen={apiKey !== undefined}
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title="Revogar chave"
      description={apiKey && `“${apiKey.name}” (${apiKey.hint}…)`}
    >
      <p className="text-soft-ink">
        O que usa esta chave para de funcionar na hora, e ela não pode ser reativada. Tem certeza?
      </p>
      <DialogButtons
        label="Revogar"
        pendingLabel="Revogando..."
        isPending={revoke.isPending}
        isHarmful
        onClick={confirm}
        className="mt-5"
      />
    </Dialog>
  );
}
