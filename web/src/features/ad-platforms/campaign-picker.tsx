import type { AdAccount } from '@tracker/schemas/contracts/ad-platforms.contract';
import { useMemo } from 'react';
import { sentenceOf } from '../../data/failure-toast.ts';
import { formatCount } from '../../format/figures.ts';
import { Combobox } from '../../ui/combobox.tsx';
import { Field } from '../../ui/field.tsx';
import { Select } from '../../ui/select.tsx';
import { CHOICES_SHOWN, campaignChoices, matchingChoices } from './campaign-choices.ts';
import { usePlatform } from './platform.ts';
import { useLinks, usePlatformCampaigns } from './queries.ts';

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
  platformCampaignId: string;
  onPick: (picked: Picked) => void;
}

/** The campaigns of an ad account, found by typing. Drawn only where there is an account. */
export function CampaignPicker(props: CampaignPickerProps) {
  const { accounts, adAccountId, onAccount, platformCampaignId, onPick } = props;
  const query = usePlatformCampaigns(adAccountId);
  const platform = usePlatform();
  const links = useLinks().data;
  const choices = useMemo(
    () => campaignChoices(platform, query.data ?? [], links ?? []),
    [platform, query.data, links],
  );
  const isListed = choices.some(({ value }) => value === platformCampaignId);
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
        label={`Campanha no ${platform.name}`}
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
            name="platformCampaign"
            value={isListed ? platformCampaignId : ''}
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
