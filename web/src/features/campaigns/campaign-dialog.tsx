import type { Campaign } from '@tracker/schemas/contracts/campaigns.contract';
import { CallError } from '../../data/call.ts';
import { failureToast, sentenceOf } from '../../data/failure-toast.ts';
import { TheirValues, useEdit } from '../../data/use-edit.tsx';
import { statusLabel } from '../../format/campaign-status.ts';
import { TargetFields } from '../../targets/target-fields.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { DialogButtons } from '../../ui/dialog-buttons.tsx';
import { TextField } from '../../ui/field.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import { toast } from '../../ui/toast-store.ts';
import { useForm } from '../../ui/use-form.ts';
import { type CampaignInput, campaignChangeOf, emptyInput, inputOf, newCampaignOf } from './campaign-form.ts';
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
  const form = useForm(emptyInput);
  const submit = () => {
    const { body, errors } = newCampaignOf(form.values);
    form.fail(errors ?? {});
    if (errors || create.isPending) return;
    create.mutate(body, {
      onError: (error) => {
        const fields = failureToast('Erro ao salvar', error, error.message);
        const isTaken = error instanceof CallError && error.status === 409;
        form.fail(isTaken ? { campaignId: sentenceOf(error, 'Este id já está em uso.') } : fields);
      },
      onSuccess: () => {
        toast({ title: 'Campanha criada', description: 'Copie os links de anúncio no cartão da campanha.' });
        onDone();
      },
    });
  };
  return (
    <form {...form.form(submit)} className="flex flex-col gap-4">
      <CampaignFields form={form} isNew />
      <DialogButtons label="Criar campanha" pendingLabel="Salvando..." isPending={create.isPending} />
    </form>
  );
}

const LABELS = {
  ...{ name: 'Nome', status: 'Status', destinationUrl: 'URL de destino' },
  ...{ targetCpa: 'Meta de CPA', targetRoas: 'Meta de ROAS' },
};

function EditForm({ campaign, onDone }: { campaign: Campaign; onDone: () => void }) {
  const save = useEditCampaign(campaign.campaignId);
  const edit = useEdit({ entity: campaign, inputOf, bodyOf: (input) => campaignChangeOf(input).body });
  const submit = () => {
    const { body, errors } = campaignChangeOf(edit.values);
    edit.fail(errors ?? {});
    if (errors || save.isPending) return;
    save.mutate(edit.changeOf(body), {
      onError: (error) => edit.refuse(error, failureToast('Erro ao salvar', error, error.message)),
      onSuccess: () => {
        toast({ title: 'Campanha salva' });
        onDone();
      },
    });
  };
  return (
    <form {...edit.form(submit)} className="flex flex-col gap-4">
      <CampaignFields form={edit} />
      <TheirValues
        edit={edit}
        labels={LABELS}
        textOf={(field, value) => (field === 'status' ? statusLabel(value as Campaign['status']) : String(value))}
      />
      <DialogButtons label="Salvar" pendingLabel="Salvando..." isPending={save.isPending} />
    </form>
  );
}

const STATUSES = (['active', 'paused'] as const).map((value) => ({ value, label: statusLabel(value) }));

function CampaignFields({ form, isNew }: { form: ReturnType<typeof useForm<CampaignInput>>; isNew?: boolean }) {
  const { values, errors, change, field } = form;
  return (
    <>
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
    </>
  );
}
