import type { UseQueryResult } from '@tanstack/react-query';
import type { Campaign } from '@tracker/schemas/contracts/campaigns.contract';
import { failureToast } from '../../data/failure-toast.ts';
import { FetchedCard } from '../../data/fetched-card.tsx';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { Input } from '../../ui/input.tsx';
import { Select } from '../../ui/select.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { toast } from '../../ui/toast-store.ts';
import { useForm } from '../../ui/use-form.ts';
import { FAILURES, useConnectCampaign } from './queries.ts';

interface ConnectInput {
  campaignId: string;
  facebookCampaignId: string;
  facebookCampaignName: string;
}
const EMPTY: ConnectInput = { campaignId: '', facebookCampaignId: '', facebookCampaignName: '' };

export const ConnectCampaignCard = ({ query }: { query: UseQueryResult<Campaign[]> }) => (
  <FetchedCard
    title="Conectar campanha"
    note="O gasto da campanha do Facebook entra na campanha daqui"
    query={query}
    loading={<Skeleton className="mx-4 mb-4 h-64 sm:mx-5" />}
  >
    {(campaigns) => <ConnectForm campaigns={campaigns} />}
  </FetchedCard>
);

function ConnectForm({ campaigns }: { campaigns: readonly Campaign[] }) {
  const { values, errors, change, fail, reset, text, form } = useForm(EMPTY);
  const connect = useConnectCampaign();
  const isIncomplete = values.campaignId === '' || values.facebookCampaignId.trim() === '';

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
    connect.mutate(values, {
      onSuccess: () => {
        toast({ title: 'Campanha conectada ao Facebook com sucesso!' });
        reset();
      },
      onError: (error) => fail(failureToast('Erro', error, FAILURES.connect)),
    });
  };
  return (
    <form
      {...form(submit)}
      className="flex flex-col gap-3.5 px-4 pb-4 sm:px-5"
      onKeyDown={(event) => {
        // A browser sends no form whose button is disabled: Enter would be met with silence.
        if (event.key !== 'Enter' || !(event.target instanceof HTMLInputElement)) return;
        event.preventDefault();
        submit();
      }}
    >
      <Field label="Campanha" error={errors.campaignId}>
        {(control) => (
          <Select
            {...control}
            size="field"
            placeholder="Selecione uma campanha"
            value={values.campaignId || undefined}
            onChange={(campaignId) => change({ campaignId })}
            options={campaigns.map(({ campaignId, name }) => ({ value: campaignId, label: name }))}
          />
        )}
      </Field>
      <Field
        label="ID da campanha no Facebook"
        error={errors.facebookCampaignId}
        hint="No Gerenciador de Anúncios: o número da coluna Identificação da campanha"
      >
        {(control) => (
          <Input {...control} {...text('facebookCampaignId')} inputMode="numeric" maxLength={64} autoComplete="off" />
        )}
      </Field>
      <Field label="Nome no Facebook" optional error={errors.facebookCampaignName}>
        {(control) => <Input {...control} {...text('facebookCampaignName')} maxLength={256} autoComplete="off" />}
      </Field>
      <Button type="submit" className="self-start" disabled={isIncomplete || connect.isPending}>
        {connect.isPending ? 'Conectando...' : 'Conectar campanha'}
      </Button>
    </form>
  );
}
