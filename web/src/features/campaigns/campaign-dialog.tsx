import type { Campaign } from '@tracker/schemas/contracts/campaigns.contract';
import { CallError } from '../../data/call.ts';
import { failureToast, sentenceOf } from '../../data/failure-toast.ts';
import { statusLabel } from '../../format/campaign-status.ts';
import { TargetFields } from '../../targets/target-fields.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { DialogButtons } from '../../ui/dialog-buttons.tsx';
import { TextField } from '../../ui/field.tsx';
import { SelectField } from '../../ui/select-field.tsx';
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
  const { values, errors, change, fail, field, form } = useForm(initial);

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
      <TextField label="Nome" {...field('name')} required maxLength={120} placeholder="Black Friday · Facebook" />
      {isNew ? (
        <TextField
          label="ID da campanha"
          optional
          hint="Aparece no link e não muda depois. Sem ele, criamos um."
          {...field('campaignId')}
          maxLength={40}
          autoCapitalize="none"
          spellCheck={false}
          placeholder="black-friday"
        />
      ) : (
        <SelectField
          label="Status"
          hint="Uma campanha pausada continua registrando clicks."
          error={errors.status}
          value={values.status}
          onChange={(status) => change({ status })}
          options={STATUSES}
        />
      )}
      <TextField
        label="URL de destino"
        optional
        hint={
          <>
            Para onde o click segue. Pode ter <code>{'{clickid}'}</code> e <code>{'{sub1}'}</code> a{' '}
            <code>{'{sub8}'}</code>.
          </>
        }
        {...field('destinationUrl')}
        type="url"
        inputMode="url"
        maxLength={2048}
        spellCheck={false}
        placeholder="https://loja.com.br/oferta"
      />
      {!isNew && (
        <TargetFields
          field={field}
          hint="Por ela julgamos cada anúncio da campanha. Sem uma, vale a da empresa; com as duas, a de CPA."
        />
      )}
      <DialogButtons label={button} pendingLabel="Salvando..." isPending={isPending} />
    </form>
  );
}
