import type { Campaign } from '@tracker/schemas/contracts/campaigns.contract';
import type { Conversion } from '@tracker/schemas/contracts/conversion-logs.contract';
import { useId } from 'react';
import { Combobox, labelsWith } from '../../ui/combobox.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { DialogButtons } from '../../ui/dialog-buttons.tsx';
import { Field } from '../../ui/field.tsx';
import { Input } from '../../ui/input.tsx';
import { useForm } from '../../ui/use-form.ts';
import type { useAttribute } from './attribute.ts';

interface AssignDialogProps {
  conversion: Conversion;
  campaigns: readonly Pick<Campaign, 'campaignId' | 'name'>[];
  attribute: ReturnType<typeof useAttribute>;
  onClose: () => void;
  onDone: (changed: Conversion) => void;
}

const COMMON_CHANNELS = ['facebook', 'instagram', 'google', 'youtube', 'tiktok', 'kwai', 'whatsapp', 'email'];

/** Campaign and channel of a conversion without a click. */
export function AssignDialog({ conversion, campaigns, attribute, onClose, onDone }: AssignDialogProps) {
  const channelsId = useId();
  const { id, attribution, campaignId, channel } = conversion;
  const isAssigned = attribution === 'manual';
  const { values, errors, change, fail, text, form } = useForm({
    campaignId: isAssigned ? (campaignId ?? '') : '',
    channel: isAssigned ? channel : '',
  });
  const submit = async () => {
    if (attribute.isPending) return;
    if (values.campaignId === '') return fail({ campaignId: 'Escolha a campanha.' });
    const assigned = { id, campaignId: values.campaignId, ...(values.channel.trim() && { channel: values.channel }) };
    const changed = await attribute.mutateAsync(assigned).catch(() => undefined);
    if (!changed) return;
    onDone(changed);
    onClose();
  };
  const options = campaigns.map(({ campaignId: value, name }) => ({ value, label: name }));
  return (
    <Dialog
      isOpen
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title="Atribuir venda"
      description="Ela continua como Conversão Direta e passa a contar para a campanha. Se o click aparecer, vale o click."
    >
      <form {...form(() => void submit())} className="flex flex-col gap-4">
        <Field label="Campanha" error={errors.campaignId}>
          {(control) => (
            <Combobox
              control={control}
              name="campaignId"
              value={values.campaignId}
              search={(typed) => labelsWith(options, typed)}
              onChange={(value) => change({ campaignId: value })}
              nothing="Nenhuma campanha com este nome"
              placeholder="Escolha a campanha"
            />
          )}
        </Field>
        <Field label="Canal" optional hint="Vazio: fica o canal que a venda já tem." error={errors.channel}>
          {(control) => (
            <>
              <Input
                {...control}
                {...text('channel')}
                maxLength={256}
                autoComplete="off"
                autoCapitalize="none"
                list={channelsId}
                placeholder="whatsapp"
              />
              <datalist id={channelsId}>
                {COMMON_CHANNELS.map((one) => (
                  <option key={one} value={one} />
                ))}
              </datalist>
            </>
          )}
        </Field>
        <DialogButtons label="Atribuir" pendingLabel="Atribuindo..." isPending={attribute.isPending} />
      </form>
    </Dialog>
  );
}
