import type { AdAccount } from '@tracker/schemas/contracts/ad-platforms.contract';
import { useMemo } from 'react';
import { sentenceOf } from '../../data/failure-toast.ts';
import { formatCount } from '../../format/figures.ts';
import { Combobox } from '../../ui/combobox.tsx';
import { Field } from '../../ui/field.tsx';
import { Select } from '../../ui/select.tsx';
import { CHOICES_SHOWN, campaignChoices, matchingChoices } from './campaign-choices.ts';
import { useConnections, useFacebookCampaigns } from './queries.ts';

/** The text of an ad platform's campaign in the picker, and its current link. */
export interface Picked {
  id: string;
  name: string;
  adAccountId: string;
}

interface CampaignPickerProps {
  accounts: readonly AdAccount[];
  adAccountId: string;
  onAccount: (adAccountId: string) => void;
  /** The id in the form, by hand or chosen here. */
  facebookCampaignId: string;
  onPick: (picked: Picked) => void;
}

/** The campaigns of an ad account, found by typing. Drawn only where there is an account. */
export function CampaignPicker(props: CampaignPickerProps) {
  const { accounts, adAccountId, onAccount, facebookCampaignId, onPick } = props;
  const query = useFacebookCampaigns(adAccountId);
  const links = useConnections().data;
  const choices = useMemo(() => campaignChoices(query.data ?? [], links ?? []), [query.data, links]);
  const isListed = choices.some(({ value }) => value === facebookCampaignId);
  const nothing = query.data === undefined ? 'Carregando campanhas...' : 'Nenhuma campanha encontrada';
  return (
    <>
      {accounts.length > 1 && (
        <Field label="Conta de anúncios">
          {({ id, 'aria-describedby': describedBy }) => (
            <Select
              id={id}
              aria-describedby={describedBy}
              size="field"
              value={adAccountId}
              onChange={onAccount}
              options={accounts.map(({ id: value, name }) => ({ value, label: name }))}
              className="min-w-0 [&>span:first-child]:truncate"
            />
          )}
        </Field>
      )}
      <Field
        label="Campanha no Facebook"
        hint={
          choices.length > CHOICES_SHOWN
            ? `As primeiras ${CHOICES_SHOWN} de ${formatCount(choices.length)}: procure por nome, ID ou status`
            : 'Procure por nome, ID ou status'
        }
        error={query.error ? sentenceOf(query.error, 'As campanhas desta conta não vieram. Informe o ID.') : undefined}
      >
        {(control) => (
          <Combobox
            control={control}
            name="facebookCampaign"
            value={isListed ? facebookCampaignId : ''}
            search={(typed) => matchingChoices(choices, typed)}
            onChange={(id) => {
              const name = query.data?.find((one) => one.id === id)?.name ?? '';
              onPick({ id, name, adAccountId });
            }}
            nothing={nothing}
            placeholder="Escolha na lista"
          />
        )}
      </Field>
    </>
  );
}
