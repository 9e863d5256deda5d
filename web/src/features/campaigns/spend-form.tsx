import { SPEND_NOTE_MAX, type SpendRow } from '@tracker/schemas/contracts/spend.contract';
import { BRL } from '@tracker/schemas/primitives/money';
import { useId, useState } from 'react';
import { CallError } from '../../data/call.ts';
import { failureToast } from '../../data/failure-toast.ts';
import { useToday } from '../../date-range/use-today.ts';
import { formatDay } from '../../format/days.ts';
import { Button } from '../../ui/button.tsx';
import { Field, TextField } from '../../ui/field.tsx';
import { Input } from '../../ui/input.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import { toast } from '../../ui/toast-store.ts';
import { useForm } from '../../ui/use-form.ts';
import { type SpendInput, spendEntryOf } from './spend-input.ts';
import { useEnterSpend } from './spend-queries.ts';
import { COMMON_SOURCES, sourceLabel } from './spend-texts.ts';

interface SpendFormProps {
  campaignId: string;
  /** What is changed; its day and source stay. */
  row: SpendRow | undefined;
  onDone: () => void;
}

export function SpendForm({ campaignId, row, onDone }: SpendFormProps) {
  const today = useToday();
  const sourcesId = useId();
  const enter = useEnterSpend(campaignId);
  const [isAsked, setAsked] = useState(false);
  const { errors, values, change, fail, text, field, form } = useForm<SpendInput>(
    row ? inputOf(row) : { ...EMPTY, day: today },
  );
  const submit = () => {
    if (enter.isPending) return;
    const { body, errors: wrong } = spendEntryOf(values);
    if (wrong) return fail(wrong);
    enter.mutate(body, {
      onError: (error) => {
        // A question is no failure.
        if (error instanceof CallError && error.code === 'spend-placement-unanswered') {
          setAsked(true);
          return fail({ inReport: 'Responda uma vez para salvar.' });
        }
        fail(failureToast('Erro ao salvar gasto', error, 'Nada foi salvo. Tente de novo.'));
      },
      onSuccess: () => {
        toast({ title: 'Gasto salvo' });
        onDone();
      },
    });
  };
  return (
    <form {...form(submit)} className="flex flex-col gap-4">
      {row ? (
        <p className="font-medium">
          {sourceLabel(row.source)} em {formatDay(row.day)}
        </p>
      ) : (
        <>
          <TextField label="Dia" {...field('day')} type="date" max={today} required />
          <Field label="Fonte" hint="Onde o dinheiro foi gasto." error={errors.source}>
            {(control) => (
              <>
                <Input
                  {...control}
                  {...text('source')}
                  required
                  maxLength={40}
                  autoComplete="off"
                  list={sourcesId}
                  placeholder="google"
                />
                <datalist id={sourcesId}>
                  {COMMON_SOURCES.map((source) => (
                    <option key={source} value={source} />
                  ))}
                </datalist>
              </>
            )}
          </Field>
        </>
      )}
      {isAsked && (
        <SelectField
          label="Este gasto já está no relatório do Facebook?"
          hint="A resposta vale para esta fonte daqui em diante, e para o que já foi lançado nela."
          error={errors.inReport}
          value={values.inReport ?? ''}
          placeholder="Escolha"
          onChange={(inReport) => change({ inReport: inReport as 'yes' | 'no' })}
          options={[
            { value: 'yes', label: 'Sim, o Facebook já o informa' },
            { value: 'no', label: 'Não, é pago por fora (outra conta ou o aplicativo)' },
          ]}
        />
      )}
      <div className="grid grid-cols-[1fr_6rem] gap-3">
        <TextField
          label="Valor"
          {...field('amount')}
          required
          inputMode="decimal"
          maxLength={24}
          placeholder="1.234,56"
        />
        <TextField label="Moeda" {...field('currency')} maxLength={3} autoCapitalize="characters" />
      </div>
      <TextField label="Nota" optional {...field('note')} maxLength={SPEND_NOTE_MAX} />
      <div className="mt-1 flex justify-end gap-2">
        <Button look="outline" onClick={onDone}>
          Voltar
        </Button>
        <Button type="submit" disabled={enter.isPending}>
          {enter.isPending ? 'Salvando...' : 'Salvar gasto'}
        </Button>
      </div>
    </form>
  );
}

const EMPTY: SpendInput = { day: '', source: '', amount: '', currency: BRL, note: '' };

const inputOf = ({ day, source, amount, currency, note }: SpendRow): SpendInput => ({
  ...{ day, source, currency, note },
  amount: amount.replace('.', ','),
});
