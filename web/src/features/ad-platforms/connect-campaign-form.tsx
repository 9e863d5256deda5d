import type { UseQueryResult } from '@tanstack/react-query';
import type { AdPlatformDescriptor } from '@tracker/schemas/ad-platforms/descriptor';
import type { AdAccount } from '@tracker/schemas/contracts/ad-platforms.contract';
import type { Campaign } from '@tracker/schemas/contracts/campaigns.contract';
import { adPlatformAnswers } from '@tracker/schemas/texts/ad-platforms';
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
import { usePlatform } from './platform.ts';
import { FAILURES, useConnectCampaign } from './queries.ts';

const EMPTY = { campaignId: '', platformCampaignId: '' };

interface ConnectCampaignCardProps {
  query: UseQueryResult<Campaign[]>;
  /** The id of the connection; undefined without one. */
  accounts: readonly AdAccount[];
}

export function ConnectCampaignCard({ query, accounts }: ConnectCampaignCardProps) {
  const { name } = usePlatform();
  return (
    <FetchedCard
      title="Conectar campanha"
      note={`O gasto da campanha do ${name} entra na campanha daqui`}
      query={query}
      className="xl:col-span-2"
      loading={<Skeleton className="mx-4 mb-4 h-64 sm:mx-5" />}
    >
      {(campaigns) => <ConnectForm campaigns={campaigns} accounts={accounts} />}
    </FetchedCard>
  );
}

interface ConnectFormProps {
  campaigns: readonly Campaign[];
  accounts: readonly AdAccount[];
}

function ConnectForm({ campaigns, accounts }: ConnectFormProps) {
  const { values, errors, change, fail, reset, text, form } = useForm(EMPTY);
  const [chosenAccount, setChosenAccount] = useState<string>();
  const [picked, setPicked] = useState<Picked>();
  const [isByHand, setByHand] = useState(false);
  const platform = usePlatform();
  const { name, campaignIdHint } = platform;
  const connect = useConnectCampaign();
  const platformCampaignId = values.platformCampaignId.trim();
  const isIncomplete = values.campaignId === '' || platformCampaignId === '';
  const account = accountOf(platform, accounts, chosenAccount);

  const submit = () => {
    if (connect.isPending) return;
    if (isIncomplete) {
      toast({
        look: 'destructive',
        title: 'Dados Incompletos',
        description: `Selecione uma campanha e informe o ID do ${name}`,
      });
      return;
    }
    // An id that was typed may be in any account: the server looks through them.
    const known = picked?.id === platformCampaignId ? picked : undefined;
    const wanted = {
      platformCampaignId,
      platformCampaignName: known?.name ?? '',
      ...(known && { adAccountId: known.adAccountId }),
    };
    connect.mutate(
      { campaignId: values.campaignId, wanted },
      {
        onSuccess: () => {
          toast({ title: adPlatformAnswers.linked(platform) });
          // The campaign stays: the next link is often to the same one.
          reset({ ...EMPTY, campaignId: values.campaignId });
        },
        onError: (error) => fail(failureToast('Erro', error, FAILURES.connect)),
      },
    );
  };
  const idField = (
    <Field label={`ID da campanha no ${name}`} error={errors.platformCampaignId} hint={campaignIdHint}>
      {(control) => (
        <Input {...control} {...text('platformCampaignId')} inputMode="numeric" maxLength={64} autoComplete="off" />
      )}
    </Field>
  );
  return (
    <form
      {...form(submit)}
      className="grid grid-cols-1 items-start gap-x-4 gap-y-3.5 px-4 pb-4 sm:px-5 md:grid-cols-2 xl:grid-cols-3"
      onKeyDown={onEnter(submit)}
    >
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
          platformCampaignId={platformCampaignId}
          onPick={(next) => {
            setPicked(next);
            change({ platformCampaignId: next.id });
          }}
        />
      )}
      {account ? (
        <details
          // What is wrong with the ID is shown at its field.
          open={isByHand || errors.platformCampaignId !== undefined}
          onToggle={(event) => setByHand(event.currentTarget.open)}
          className="col-span-full md:max-w-md"
        >
          <summary className="mb-1 w-fit cursor-pointer rounded py-3 text-[13px] text-muted hover:text-ink">
            Informar o ID à mão
          </summary>
          {idField}
        </details>
      ) : (
        idField
      )}
      <Button type="submit" className="col-start-1 justify-self-start" disabled={isIncomplete || connect.isPending}>
        {connect.isPending ? 'Conectando...' : 'Conectar campanha'}
      </Button>
    </form>
  );
}

/** The one that was chosen; before that the first that may spend. */
const accountOf = (
  platform: AdPlatformDescriptor,
  accounts: readonly AdAccount[],
  chosen: string | undefined,
): AdAccount | undefined =>
  accounts.find(({ id }) => id === chosen) ??
  accounts.find(({ accountStatus }) => isActive(platform, accountStatus)) ??
  accounts[0];

/** A browser sends no form whose button is disabled: Enter would be met with silence. In a list Enter chooses. */
const onEnter = (submit: () => void) => (event: KeyboardEvent) => {
  if (event.key !== 'Enter' || event.defaultPrevented || !(event.target instanceof HTMLInputElement)) return;
  event.preventDefault();
  submit();
};
