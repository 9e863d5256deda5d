import type { Campaign } from '@tracker/schemas/contracts/campaigns.contract';
import { useState } from 'react';
import { failureToast } from '../../data/failure-toast.ts';
import { formatCounted } from '../../format/figures.ts';
import { Combobox } from '../../ui/combobox.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { DialogButtons } from '../../ui/dialog-buttons.tsx';
import { Field } from '../../ui/field.tsx';
import { RadioGroup } from '../../ui/radio-group.tsx';
import { toast } from '../../ui/toast-store.ts';
import { matchingChoices } from './campaign-choices.ts';
import { FAILURES, useLinkAll } from './queries.ts';

interface LinkAccountDialogProps {
  isOpen: boolean;
  onClose: () => void;
  adAccountId: string;
  /** These campaigns of the account; absent: all, and those that appear later. */
  only?: readonly string[];
  /** How many are linked by it. */
  count: number;
  campaigns: readonly Campaign[];
  onLinked: () => void;
}

type Way = 'one' | 'each';
const WAYS: readonly { value: Way; label: string; hint: string }[] = [
  { value: 'one', label: 'Todas em uma campanha daqui', hint: 'O gasto de todas entra na mesma campanha.' },
  {
    value: 'each',
    label: 'Uma campanha daqui para cada uma',
    hint: 'Com o mesmo nome; a que ainda não existe é criada. Anúncios sem o cmpid dela no link contam clicks e vendas na campanha da tag do script, e só o gasto aqui.',
  },
];

/** Asks where many campaigns of an ad account go. */
export function LinkAccountDialog(props: LinkAccountDialogProps) {
  const { isOpen, onClose, only, count } = props;
  return (
    <Dialog
      isOpen={isOpen}
      onOpenChange={(next) => !next && onClose()}
      title={only ? `Conectar ${formatCounted(count, 'campanha', 'campanhas')}` : 'Conectar todas desta conta'}
      description={
        only
          ? 'Os últimos 90 dias de gasto chegam em seguida.'
          : `${formatCounted(count, 'campanha', 'campanhas')} sem conexão. As que aparecerem depois seguem a mesma escolha; as que já estão conectadas ficam como estão.`
      }
    >
      <LinkAccountForm {...props} />
    </Dialog>
  );
}

function LinkAccountForm({ onClose, adAccountId, only, campaigns, onLinked }: LinkAccountDialogProps) {
  const [way, setWay] = useState<Way>('one');
  // A new company has one.
  const [campaignId, setCampaignId] = useState(campaigns.length === 1 ? (campaigns[0]?.campaignId ?? '') : '');
  const linkAll = useLinkAll();
  const isIncomplete = way === 'one' && campaignId === '';
  const choices = campaigns.map((one) => ({ value: one.campaignId, label: one.name, detail: one.campaignId }));

  const submit = () => {
    if (isIncomplete || linkAll.isPending) return;
    const target = way === 'one' ? { campaignId } : { perCampaign: true as const };
    linkAll.mutate(
      { adAccountId, wanted: { ...target, ...(only && { only: [...only] }) } },
      {
        onSuccess: ({ linked, campaigns: made }) => {
          toast({
            title: formatCounted(linked, 'campanha conectada', 'campanhas conectadas'),
            description: [
              made > 0 ? `${formatCounted(made, 'campanha criada', 'campanhas criadas')} aqui.` : '',
              linked > 0 ? 'Os últimos 90 dias de gasto chegam em seguida.' : '',
            ]
              .filter(Boolean)
              .join(' '),
          });
          onLinked();
          onClose();
        },
        onError: (error) => failureToast('Erro', error, FAILURES.linkAll),
      },
    );
  };
  return (
    <form
      className="flex flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <RadioGroup label="Para onde vai o gasto" name="way" value={way} onChange={setWay} options={WAYS} />
      {way === 'one' && (
        <Field label="Campanha">
          {(control) => (
            <Combobox
              control={control}
              name="campaign"
              value={campaignId}
              search={(typed) => matchingChoices(choices, typed)}
              onChange={setCampaignId}
              nothing="Nenhuma campanha encontrada"
              placeholder="Selecione uma campanha"
            />
          )}
        </Field>
      )}
      <DialogButtons
        label="Conectar"
        pendingLabel="Conectando..."
        isPending={linkAll.isPending}
        isDisabled={isIncomplete}
      />
    </form>
  );
}
