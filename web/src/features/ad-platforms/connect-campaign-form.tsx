import type { UseQueryResult } from '@tanstack/react-query';
import type { AdAccount } from '@tracker/schemas/contracts/ad-platforms.contract';
import type { Campaign } from '@tracker/schemas/contracts/campaigns.contract';
import { type KeyboardEvent, useState } from 'react';
import { failureToast } from '../../data/failure-toast.ts';
import { FetchedCard } from '../../data/fetched-card.tsx';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { Input } from '../../ui/input.tsx';
import { Select } from '../../ui/select.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { toast } from '../../ui/toast-store.ts';
import { useForm } from '../../ui/use-form.ts';
import { isActive } from './account-texts.ts';
import { CampaignPicker, type Picked } from './campaign-picker.tsx';
import { FAILURES, useConnectCampaign } from './queries.ts';

const EMPTY = { campaignId: '', facebookCampaignId: '' };

interface ConnectCampaignCardProps {
  query: UseQueryResult<Campaign[]>;
  /** The id of the connection; undefined without one. */
  accounts: readonly AdAccount[];
}

export const ConnectCampaignCard = ({ query, accounts }: ConnectCampaignCardProps) => (
  <FetchedCard
    title="Conectar campanha"
    note="O gasto da campanha do Facebook entra na campanha daqui"
    query={query}
    loading={<Skeleton className="mx-4 mb-4 h-64 sm:mx-5" />}
  >
    {(campaigns) => <ConnectForm campaigns={campaigns} accounts={accounts} />}
  </FetchedCard>
);

interface ConnectFormProps {
  campaigns: readonly Campaign[];
  accounts: readonly AdAccount[];
}

function ConnectForm({ campaigns, accounts }: ConnectFormProps) {
  const { values, errors, change, fail, reset, text, form } = useForm(EMPTY);
  const [chosenAccount, setChosenAccount] = useState<string>();
  const [picked, setPicked] = useState<Picked>();
  const connect = useConnectCampaign();
  const facebookCampaignId = values.facebookCampaignId.trim();
  const isIncomplete = values.campaignId === '' || facebookCampaignId === '';
  const account = accountOf(accounts, chosenAccount);

  const submit = () => {
    if (connect.isPending) return;
    if (isIncomplete) {
      toast({
        look: 'destructive',
        title: 'Dados Incompletos',
        description: 'Selecione uma campanha e informe o ID do Facebook',
      });
      return;
    }
    // An id that was typed may be in any account: the server looks through them.
    const known = picked?.id === facebookCampaignId ? picked : undefined;
    const body = {
      facebookCampaignId,
      facebookCampaignName: known?.name ?? '',
      ...(known && { adAccountId: known.adAccountId }),
    };
    connect.mutate(
      { campaignId: values.campaignId, ...body },
      {
        onSuccess: () => {
          toast({ title: 'Campanha conectada ao Facebook com sucesso!' });
          // The campaign stays: the next one of the platform's is often of the same.
          reset({ ...EMPTY, campaignId: values.campaignId });
        },
        onError: (error) => fail(failureToast('Erro', error, FAILURES.connect)),
      },
    );
  };
  return (
    <form {...form(submit)} className="flex flex-col gap-3.5 px-4 pb-4 sm:px-5" onKeyDown={onEnter(submit)}>
      <Field label="Campanha" error={errors.campaignId}>
        {({ id, 'aria-describedby': describedBy }) => (
          <Select
            id={id}
            aria-describedby={describedBy}
            size="field"
            placeholder="Selecione uma campanha"
            value={values.campaignId || undefined}
            onChange={(campaignId) => change({ campaignId })}
            options={campaigns.map(({ campaignId, name }) => ({ value: campaignId, label: name }))}
            className="min-w-0 [&>span:first-child]:truncate"
          />
        )}
      </Field>
      {account && (
        <CampaignPicker
          accounts={accounts}
          adAccountId={account.id}
          onAccount={setChosenAccount}
          facebookCampaignId={facebookCampaignId}
          onPick={(next) => {
            setPicked(next);
            change({ facebookCampaignId: next.id });
          }}
        />
      )}
      <Field
        label="ID da campanha no Facebook"
        error={errors.facebookCampaignId}
        hint="No Gerenciador de Anúncios: o número da coluna Identificação da campanha"
      >
        {(control) => (
          <Input {...control} {...text('facebookCampaignId')} inputMode="numeric" maxLength={64} autoComplete="off" />
        )}
      </Field>
      <Button type="submit" className="self-start" disabled={isIncomplete || connect.isPending}>
        {connect.isPending ? 'Conectando...' : 'Conectar campanha'}
      </Button>
    </form>
  );
}

/** The one that was chosen; before that the first that may spend. */
const accountOf = (accounts: readonly AdAccount[], chosen: string | undefined): AdAccount | undefined =>
  accounts.find(({ id }) => id === chosen) ??
  accounts.find(({ accountStatus }) => isActive(accountStatus)) ??
  accounts[0];

/** A browser sends no form whose button is disabled: Enter would be met with silence. In a list Enter chooses. */
const onEnter = (submit: () => void) => (event: KeyboardEvent) => {
  if (event.key !== 'Enter' || event.defaultPrevented || !(event.target instanceof HTMLInputElement)) return;
  event.preventDefault();
  submit();
};
