import type { UseQueryResult } from '@tanstack/react-query';
import type { Campaign } from '@tracker/schemas/contracts/campaigns.contract';
import { adPlatformAnswers } from '@tracker/schemas/texts/ad-platforms';
import type { KeyboardEvent } from 'react';
import { failureToast } from '../../data/failure-toast.ts';
import { FetchedCard } from '../../data/fetched-card.tsx';
import { QueryView } from '../../data/query-view.tsx';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/field.tsx';
import { FoldedCard } from '../../ui/folded-card.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { toast } from '../../ui/toast-store.ts';
import { useForm } from '../../ui/use-form.ts';
import { usePlatform } from './platform.ts';
import { FAILURES, useConnectCampaign } from './queries.ts';

const EMPTY = { campaignId: '', platformCampaignId: '' };

interface ConnectCampaignCardProps {
  query: UseQueryResult<Campaign[]>;
  /** The campaigns of an account are above, where people link them: this is for the one that is not there. */
  isFolded: boolean;
}

export function ConnectCampaignCard({ query, isFolded }: ConnectCampaignCardProps) {
  const { name } = usePlatform();
  const loading = <Skeleton className="mx-4 mb-4 h-64 sm:mx-5" />;
  if (!isFolded) {
    return (
      <FetchedCard
        title="Conectar campanha"
        note={`O gasto da campanha do ${name} entra na campanha daqui`}
        query={query}
        className="xl:col-span-2"
        loading={loading}
      >
        {(campaigns) => <ConnectForm campaigns={campaigns} />}
      </FetchedCard>
    );
  }
  return (
    <div className="min-w-0 xl:col-span-2">
      <FoldedCard
        id="conectar-pelo-id"
        title="Conectar pelo ID"
        note={`Só para uma campanha do ${name} que não está na lista da conta`}
      >
        <QueryView query={query} loading={loading}>
          {(campaigns) => <ConnectForm campaigns={campaigns} />}
        </QueryView>
      </FoldedCard>
    </div>
  );
}

function ConnectForm({ campaigns }: { campaigns: readonly Campaign[] }) {
  const { values, errors, change, fail, reset, field, form } = useForm(EMPTY);
  const platform = usePlatform();
  const { name, campaignIdHint } = platform;
  const connect = useConnectCampaign();
  const platformCampaignId = values.platformCampaignId.trim();
  const isIncomplete = values.campaignId === '' || platformCampaignId === '';

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
    // It may be in any account: the server looks through them.
    const wanted = { platformCampaignId, platformCampaignName: '' };
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
  return (
    <form
      {...form(submit)}
      className="grid grid-cols-1 items-start gap-x-4 gap-y-3.5 px-4 pb-4 sm:px-5 md:grid-cols-2 xl:grid-cols-3"
      onKeyDown={onEnter(submit)}
    >
      <SelectField
        label="Campanha"
        error={errors.campaignId}
        placeholder="Selecione uma campanha"
        value={values.campaignId || undefined}
        onChange={(campaignId) => change({ campaignId })}
        options={campaigns.map(({ campaignId, name }) => ({ value: campaignId, label: name }))}
      />
      <TextField
        label={`ID da campanha no ${name}`}
        hint={campaignIdHint}
        {...field('platformCampaignId')}
        inputMode="numeric"
        maxLength={64}
        autoComplete="off"
      />
      <Button type="submit" className="col-start-1 justify-self-start" disabled={isIncomplete || connect.isPending}>
        {connect.isPending ? 'Conectando...' : 'Conectar campanha'}
      </Button>
    </form>
  );
}

/** A browser sends no form whose button is disabled: Enter would be met with silence. */
const onEnter = (submit: () => void) => (event: KeyboardEvent) => {
  if (event.key !== 'Enter' || event.defaultPrevented || !(event.target instanceof HTMLInputElement)) return;
  event.preventDefault();
  submit();
};
