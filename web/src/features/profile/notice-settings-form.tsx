import type { PushDevice } from '@tracker/schemas/contracts/push.contract';
import { failureToast } from '../../data/failure-toast.ts';
import { useSession } from '../../session/session.ts';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/field.tsx';
import { RadioGroup } from '../../ui/radio-group.tsx';
import { toast } from '../../ui/toast-store.ts';
import { useForm } from '../../ui/use-form.ts';
import { useChangeNotices } from './notice-queries.ts';
import { inputOf, type NoticeInput, settingsOf } from './notice-settings.ts';
import { QuietHoursFields } from './quiet-hours-fields.tsx';

const MODES = [
  { value: 'each', label: 'Cada venda', hint: 'Um aviso por venda, na hora.' },
  { value: 'hourly', label: 'Resumo por hora', hint: 'No fim de cada hora com vendas, um aviso com a soma.' },
] as const;

/** Which conversions this device is notified of, and when. */
export function NoticeSettingsForm({ device }: { device: PushDevice }) {
  const { timeZone } = useSession().tenant;
  const save = useChangeNotices(device.id);
  const { values, errors, change, fail, field, form } = useForm<NoticeInput>(inputOf(device));
  const submit = () => {
    if (save.isPending) return;
    const { body, errors: mistakes } = settingsOf(values);
    if (!body) return fail(mistakes);
    fail({});
    save.mutate(body, {
      onSuccess: (saved) => {
        change(inputOf(saved));
        toast({ title: 'Avisos salvos' });
      },
      onError: (error) => fail(failureToast('Erro ao salvar', error, 'Não foi possível salvar os avisos.')),
    });
  };
  return (
    <form {...form(submit)} className="grid gap-4">
      <RadioGroup
        label="Quando avisar"
        name="mode"
        value={values.mode}
        onChange={(mode) => change({ mode })}
        options={MODES}
      />
      <TextField
        label="Só vendas a partir de (R$)"
        optional
        hint="Vazio, todas. Vendas em outra moeda avisam sempre."
        className="max-w-xs"
        {...field('minCents')}
        inputMode="decimal"
        placeholder="0,00"
        maxLength={14}
      />
      <QuietHoursFields
        label="Horas de silêncio"
        hint={`No horário da empresa (${timeZone}). O que vender nesse tempo chega depois, em um só aviso.`}
        values={values}
        error={errors.until}
        onChange={change}
      />
      <div>
        <Button type="submit" disabled={save.isPending}>
          {save.isPending ? 'Salvando...' : 'Salvar avisos'}
        </Button>
      </div>
    </form>
  );
}
