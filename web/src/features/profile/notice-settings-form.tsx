import type { PushDevice } from '@tracker/schemas/contracts/push.contract';
import { failureToast } from '../../data/failure-toast.ts';
import { useSession } from '../../session/session.ts';
import { Button } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { Field } from '../../ui/field.tsx';
import { Input } from '../../ui/input.tsx';
import { RadioGroup } from '../../ui/radio-group.tsx';
import { Select } from '../../ui/select.tsx';
import { toast } from '../../ui/toast-store.ts';
import { useForm } from '../../ui/use-form.ts';
import { useChangeNotices } from './notice-queries.ts';
import { hourText, inputOf, type NoticeInput, settingsOf } from './notice-settings.ts';

const MODES = [
  { value: 'each', label: 'Cada venda', hint: 'Um aviso por venda, na hora.' },
  { value: 'hourly', label: 'Resumo por hora', hint: 'No fim de cada hora com vendas, um aviso com a soma.' },
] as const;
const HOURS = Array.from({ length: 24 }, (_, hour) => ({ value: String(hour), label: hourText(hour) }));

/** Which conversions this device is notified of, and when. */
export function NoticeSettingsForm({ device }: { device: PushDevice }) {
  const { timeZone } = useSession().tenant;
  const save = useChangeNotices(device.id);
  const { values, errors, change, fail, text, form } = useForm<NoticeInput>(inputOf(device));
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
      <Field
        label="Só vendas a partir de (R$)"
        optional
        hint="Vazio, todas. Vendas em outra moeda avisam sempre."
        error={errors.minCents}
        className="max-w-xs"
      >
        {(control) => (
          <Input {...control} {...text('minCents')} inputMode="decimal" placeholder="0,00" maxLength={14} />
        )}
      </Field>
      <div className="grid gap-3">
        <Checkbox
          label="Horas de silêncio"
          hint={`No horário da empresa (${timeZone}). O que vender nesse tempo chega depois, em um só aviso.`}
          name="isQuiet"
          isChecked={values.isQuiet}
          onChange={(isQuiet) => change({ isQuiet, until: values.until })}
        />
        {values.isQuiet && (
          <div className="grid max-w-xs grid-cols-2 gap-3">
            <Field label="Das">
              {({ id }) => (
                <Select
                  id={id}
                  size="field"
                  value={values.from}
                  onChange={(from) => change({ from, until: values.until })}
                  options={HOURS}
                />
              )}
            </Field>
            <Field label="Às">
              {({ id }) => (
                <Select
                  id={id}
                  size="field"
                  value={values.until}
                  onChange={(until) => change({ until })}
                  options={HOURS}
                />
              )}
            </Field>
            {errors.until && (
              <p role="alert" className="col-span-2 text-[13px] text-bad">
                {errors.until}
              </p>
            )}
          </div>
        )}
      </div>
      <div>
        <Button type="submit" disabled={save.isPending}>
          {save.isPending ? 'Salvando...' : 'Salvar avisos'}
        </Button>
      </div>
    </form>
  );
}
