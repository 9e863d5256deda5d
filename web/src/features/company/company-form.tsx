import { TenantChange } from '@tracker/schemas/contracts/company.contract';
import type { TimeZone } from '@tracker/schemas/primitives/time';
import { useMemo } from 'react';
import { CallError } from '../../data/call.ts';
import { mistakesIn } from '../../data/mistakes.ts';
import { TheirValues, useEdit } from '../../data/use-edit.tsx';
import { useSession } from '../../session/session.ts';
import { Button } from '../../ui/button.tsx';
import { Card, CardHeader } from '../../ui/card.tsx';
import { Combobox } from '../../ui/combobox.tsx';
import { Field, TextField } from '../../ui/field.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import { toast } from '../../ui/toast-store.ts';
import { type CompanyInput, inputOf } from './company-input.ts';
import { useCampaignNames, useChangeTenant } from './queries.ts';
import { matchingZones, zoneChoices } from './time-zones.ts';

const LABELS = {
  ...{
    name: 'Nome da empresa',
    slug: 'URL da empresa',
    timeZone: 'Fuso horário',
    mainCampaignId: 'Campanha principal',
  },
};

export function CompanyForm() {
  const { tenant } = useSession();
  const save = useChangeTenant(tenant.id);
  const campaigns = useCampaignNames();
  const form = useEdit({ entity: tenant, inputOf, bodyOf: (input: CompanyInput) => input });
  const { values, errors, change, fail, field } = form;
  const zones = useMemo(() => zoneChoices(tenant.timeZone, new Date()), [tenant.timeZone]);
  const searchZones = (typed: string) =>
    matchingZones(zones, typed).map(({ name, offset }) => ({ value: name, label: name, note: offset }));

  const refused = (error: Error) => {
    const isChanged = error instanceof CallError && error.current !== undefined;
    const isTaken = error instanceof CallError && error.status === 409 && !isChanged;
    toast({
      look: 'destructive',
      title: 'Erro ao salvar',
      // Trying again does not help with an address that is taken: the field says so.
      ...(!isTaken && !isChanged && { description: 'Não foi possível salvar as configurações. Tente novamente.' }),
    });
    if (!(error instanceof CallError)) return;
    // The only field of a tenant that must be unique.
    form.refuse(error, isTaken ? { slug: error.sentence ?? '' } : error.fields);
  };
  const submit = () => {
    if (save.isPending) return;
    const body = TenantChange.safeParse(form.changeOf(values));
    if (!body.success) return fail(mistakesIn(body.error));
    fail({});
    save.mutate(body.data, {
      onError: refused,
      onSuccess: (saved) => {
        form.saved(saved);
        toast({ title: 'Configurações salvas' });
      },
    });
  };

  return (
    <Card aria-labelledby="empresa">
      <CardHeader id="empresa" title="Dados da empresa" note="Valem para todas as pessoas da empresa." />
      <form {...form.form(submit)} className="grid gap-4 px-4 pt-1 pb-5 sm:grid-cols-2 sm:px-5">
        <TextField label="Nome da empresa" {...field('name')} required maxLength={120} autoComplete="organization" />
        <TextField
          label="URL da empresa"
          hint="Letras minúsculas, números e hífens."
          {...field('slug')}
          required
          maxLength={63}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
        />
        <Field
          label="Fuso horário"
          hint="Define quando começa cada dia e cada mês dos números."
          error={errors.timeZone}
        >
          {(control) => (
            <Combobox
              control={control}
              name="timeZone"
              value={values.timeZone}
              search={searchZones}
              onChange={(timeZone) => change({ timeZone: timeZone as TimeZone })}
              nothing="Nenhum fuso horário encontrado"
            />
          )}
        </Field>
        <SelectField
          label="Campanha principal"
          hint="Recebe as conversões diretas, que chegam sem click."
          error={errors.mainCampaignId}
          value={values.mainCampaignId}
          onChange={(mainCampaignId) => change({ mainCampaignId })}
          options={campaignOptions(campaigns.data, values.mainCampaignId)}
        />
        <div className="empty:hidden sm:col-span-2">
          <TheirValues edit={form} labels={LABELS} />
        </div>
        <div className="sm:col-span-2">
          <Button type="submit" disabled={save.isPending}>
            {save.isPending ? 'Salvando...' : 'Salvar'}
          </Button>
        </div>
      </form>
    </Card>
  );
}

/** Until the names are here, and should they not come, the chosen campaign is shown by its id. */
function campaignOptions(campaigns: readonly { campaignId: string; name: string }[] | undefined, chosen: string) {
  const options = (campaigns ?? []).map(({ campaignId, name }) => ({ value: campaignId, label: name }));
  const isKnown = chosen === '' || options.some(({ value }) => value === chosen);
  return isKnown ? options : [{ value: chosen, label: chosen }, ...options];
}
