import { createPostback, type Postback } from '@tracker/schemas/contracts/send-back.contract';
import { canBeMatched, MACROS } from '@tracker/schemas/send-back/macros';
import { failureToast } from '../../data/failure-toast.ts';
import { mistakesIn } from '../../data/mistakes.ts';
import { TheirValues, useEdit } from '../../data/use-edit.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { DialogButtons } from '../../ui/dialog-buttons.tsx';
import { Field, TextField } from '../../ui/field.tsx';
import { Textarea } from '../../ui/textarea.tsx';
import { toast } from '../../ui/toast-store.ts';
import { useChangePostback, useCreatePostback, useRemovePostback } from './postback-queries.ts';

interface PostbackDialogProps {
  isOpen: boolean;
  /** Undefined: a new one. */
  postback: Postback | undefined;
  onClose: () => void;
}

export const PostbackDialog = ({ isOpen, postback, onClose }: PostbackDialogProps) => (
  <Dialog
    isOpen={isOpen}
    onOpenChange={(open) => !open && onClose()}
    title={postback ? 'Editar postback' : 'Novo postback'}
    description="Chamado com GET uma vez por venda aprovada; falhas são repetidas por até 7 dias."
  >
    <PostbackForm postback={postback} onDone={onClose} />
  </Dialog>
);

type PostbackInput = Pick<Postback, 'name' | 'url' | 'enabled'> & { isUnmatched: boolean };
const NEW_POSTBACK = { name: '', url: '', enabled: true };

const inputOf = ({ name, url, enabled }: Pick<Postback, 'name' | 'url' | 'enabled'>): PostbackInput => ({
  ...{ name, url, enabled },
  // One that was saved so was confirmed.
  isUnmatched: url !== '' && !canBeMatched(url),
});

function PostbackForm({ postback, onDone }: { postback: Postback | undefined; onDone: () => void }) {
  const create = useCreatePostback();
  const edit = useChangePostback(postback?.id ?? '');
  const isPending = create.isPending || edit.isPending;
  const form = useEdit({ entity: postback ?? NEW_POSTBACK, inputOf, bodyOf: (input: PostbackInput) => input });
  const { values, errors, text, field, change, fail } = form;
  const submit = () => {
    if (isPending) return;
    const { error } = createPostback.body.safeParse(values);
    if (error) return fail(mistakesIn(error));
    const answer = {
      onError: (failure: Error) =>
        form.refuse(failure, failureToast('Erro ao salvar', failure, 'Não foi possível salvar o postback.')),
      onSuccess: () => {
        toast({ title: postback ? 'Postback salvo' : 'Postback criado' });
        onDone();
      },
    };
    if (postback) edit.mutate({ ...form.changeOf(values), isUnmatched: values.isUnmatched }, answer);
    else create.mutate(values, answer);
  };
  return (
    <form {...form.form(submit)} className="flex flex-col gap-4">
      <TextField label="Nome" {...field('name')} maxLength={80} autoComplete="off" placeholder="Rede de afiliados" />
      <Field label="URL" error={errors.url} hint="As macros entre chaves são trocadas pelos valores da venda.">
        {(control) => (
          <Textarea
            {...control}
            {...text('url')}
            rows={3}
            spellCheck={false}
            placeholder="https://parceiro.com/postback?clickid={clickid}&valor={value}"
          />
        )}
      </Field>
      {values.url !== '' && !canBeMatched(values.url) && (
        <Checkbox
          name="isUnmatched"
          label="Salvar sem macro que identifique a venda"
          hint="O parceiro é avisado, e não sabe de qual venda se trata."
          isChecked={values.isUnmatched}
          onChange={(isUnmatched) => change({ isUnmatched })}
        />
      )}
      <MacroHelp />
      <Checkbox
        name="enabled"
        label="Ligado"
        hint="Ao desligar, as vendas que aguardam não são mais enviadas."
        isChecked={values.enabled}
        onChange={(enabled) => change({ enabled })}
      />
      <TheirValues
        edit={form}
        labels={{ name: 'Nome', url: 'URL', enabled: 'Ligado' }}
        textOf={(field, value) => (field === 'enabled' ? (value ? 'Sim' : 'Não') : String(value))}
      />
      <DialogButtons label="Salvar" pendingLabel="Salvando..." isPending={isPending} />
    </form>
  );
}

const MacroHelp = () => (
  <details className="rounded-lg border border-line bg-sunken px-3 py-2 text-[13px]">
    <summary className="cursor-pointer font-medium text-soft-ink">Macros</summary>
    <dl className="mt-2 grid grid-cols-[auto_minmax(0,1fr)] gap-x-3 gap-y-1">
      {Object.entries(MACROS).map(([name, meaning]) => (
        <div key={name} className="contents">
          <dt>
            <code>{`{${name}}`}</code>
          </dt>
          <dd className="text-muted">{meaning}</dd>
        </div>
      ))}
    </dl>
  </details>
);

export function RemovePostbackDialog({ postback, onClose }: { postback: Postback | undefined; onClose: () => void }) {
  const remove = useRemovePostback();
  const run = () => {
    if (!postback || remove.isPending) return;
    remove.mutate(postback.id, {
      onError: (error) => failureToast('Erro ao remover', error, 'Não foi possível remover o postback.'),
      onSuccess: () => {
        toast({ title: 'Postback removido' });
        onClose();
      },
    });
  };
  return (
    <Dialog
      isOpen={postback !== undefined}
      onOpenChange={(open) => !open && onClose()}
      title="Remover postback"
      description={postback && `“${postback.name}” deixa de ser chamado, e o histórico dos envios é apagado.`}
    >
      <DialogButtons label="Remover" pendingLabel="Removendo..." isPending={remove.isPending} isHarmful onClick={run} />
    </Dialog>
  );
}
