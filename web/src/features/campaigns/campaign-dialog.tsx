import type { Campaign } from '@tracker/schemas/contracts/campaigns.contract';
import { CallError } from '../../data/call.ts';
import { failureToast, sentenceOf } from '../../data/failure-toast.ts';
import { statusLabel } from '../../format/campaign-status.ts';
import { TargetFields } from '../../targets/target-fields.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog, DialogClose } from '../../ui/dialog.tsx';
import { Field } from '../../ui/field.tsx';
import { Input } from '../../ui/input.tsx';
import { Select } from '../../ui/select.tsx';
import { toast } from '../../ui/toast-store.ts';
import { useForm } from '../../ui/use-form.ts';
import {
  type CampaignErrors,
  type CampaignInput,
  campaignChangeOf,
  emptyInput,
  inputOf,
  newCampaignOf,
} from './campaign-form.ts';
import { useCreateCampaign, useEditCampaign } from './queries.ts';

interface DialogProps {
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
}

export function CreateCampaignDialog({ isOpen, onOpenChange }: DialogProps) {
  return (
    <Dialog
      isOpen={isOpen}
      onOpenChange={onOpenChange}
      title="Nova campanha"
      description="Os links de anúncio ficam prontos na hora."
    >
      <CreateForm onDone={() => onOpenChange(false)} />
    </Dialog>
  );
}

export function EditCampaignDialog({ campaign, isOpen, onOpenChange }: DialogProps & { campaign: Campaign }) {
  return (
    <Dialog isOpen={isOpen} onOpenChange={onOpenChange} title="Editar campanha" description={campaign.campaignId}>
      <EditForm campaign={campaign} onDone={() => onOpenChange(false)} />
    </Dialog>
  );
}

function CreateForm({ onDone }: { onDone: () => void }) {
  const create = useCreateCampaign();
  const save = (input: CampaignInput, onError: (error: Error) => void) => {
    const { body, errors } = newCampaignOf(input);
    if (errors) return errors;
    create.mutate(body, {
      onError,
      onSuccess: () => {
        toast({ title: 'Campanha criada', description: 'Copie os links de anúncio no cartão da campanha.' });
        onDone();
      },
    });
  };
  return <CampaignFields initial={emptyInput} isPending={create.isPending} button="Criar campanha" save={save} isNew />;
}

function EditForm({ campaign, onDone }: { campaign: Campaign; onDone: () => void }) {
  const edit = useEditCampaign(campaign.campaignId);
  const save = (input: CampaignInput, onError: (error: Error) => void) => {
    const { body, errors } = campaignChangeOf(input, inputOf(campaign));
    if (errors) return errors;
    edit.mutate(body, {
      onError,
      onSuccess: () => {
        toast({ title: 'Campanha salva' });
        onDone();
      },
    });
  };
  return <CampaignFields initial={inputOf(campaign)} isPending={edit.isPending} button="Salvar" save={save} />;
}

interface CampaignFieldsProps {
  initial: CampaignInput;
  isNew?: boolean;
  isPending: boolean;
  button: string;
  save: (input: CampaignInput, onError: (error: Error) => void) => CampaignErrors | undefined;
}

const STATUSES = (['active', 'paused'] as const).map((value) => ({ value, label: statusLabel(value) }));

function CampaignFields({ initial, isNew, isPending, button, save }: CampaignFieldsProps) {
  const { values, errors, change, fail, text, form } = useForm(initial);

  const refused = (error: Error) => {
    const fields = failureToast('Erro ao salvar', error, error.message);
    const isTaken = error instanceof CallError && error.status === 409;
    fail(isTaken ? { campaignId: sentenceOf(error, 'Este id já está em uso.') } : fields);
  };
  const submit = () => {
    if (!isPending) fail(save(values, refused) ?? {});
  };

  return (
    <form {...form(submit)} className="flex flex-col gap-4">
      <Field label="Nome" error={errors.name}>
        {(control) => (
          <Input {...control} {...text('name')} required maxLength={120} placeholder="Black Friday · Facebook" />
        )}
      </Field>
      {isNew ? (
        <Field
          label="ID da campanha"
          optional
          hint="Aparece no link e não muda depois. Sem ele, criamos um."
          error={errors.campaignId}
        >
          {(control) => (
            <Input
              {...control}
              {...text('campaignId')}
              maxLength={40}
              autoCapitalize="none"
              spellCheck={false}
              placeholder="black-friday"
            />
          )}
        </Field>
      ) : (
        <Field label="Status" hint="Uma campanha pausada continua registrando clicks." error={errors.status}>
          {({ id, 'aria-describedby': describedBy }) => (
            <Select
              id={id}
              aria-describedby={describedBy}
              size="field"
              value={values.status}
              onChange={(status) => change({ status })}
              options={STATUSES}
            />
          )}
        </Field>
      )}
      <Field
        label="URL de destino"
        optional
        hint={
          <>
            Para onde o click segue. Pode ter <code>{'{clickid}'}</code> e <code>{'{sub1}'}</code> a{' '}
            <code>{'{sub8}'}</code>.
          </>
        }
        error={errors.destinationUrl}
      >
        {(control) => (
          <Input
            {...control}
            {...text('destinationUrl')}
            type="url"
            inputMode="url"
            maxLength={2048}
            spellCheck={false}
            placeholder="https://loja.com.br/oferta"
          />
        )}
      </Field>
      {!isNew && (
        <TargetFields
          errors={errors}
          text={text}
          hint="Por ela julgamos cada anúncio da campanha. Sem uma, vale a da empresa; com as duas, a de CPA."
        />
      )}
      <div className="mt-1 flex justify-end gap-2">
        <DialogClose asChild>
          <Button look="outline">Cancelar</Button>
        </DialogClose>
        <Button type="submit" disabled={isPending}>
          {isPending ? 'Salvando...' : button}
        </Button>
      </div>
    </form>
  );
}
