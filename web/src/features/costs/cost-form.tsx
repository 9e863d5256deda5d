import { CHECKOUT_IDS } from '@tracker/schemas/checkouts/registry';
import type { Cost } from '@tracker/schemas/contracts/costs.contract';
import { SPEND_NOTE_MAX } from '@tracker/schemas/contracts/spend.contract';
import { type CostKind, DEFAULT_SPEND_TAX, DEFAULT_SPEND_TAX_SOURCE } from '@tracker/schemas/costs/cost-rules';
import type { TenantDay } from '@tracker/schemas/primitives/tenant-day';
import { CheckoutFilter } from '../../checkouts/checkout-filter.tsx';
import { CallError } from '../../data/call.ts';
import { failureToast, sentenceOf } from '../../data/failure-toast.ts';
import { TheirValues, useEdit } from '../../data/use-edit.tsx';
import { formatRate } from '../../format/rates.ts';
import { Button } from '../../ui/button.tsx';
import { Combobox, type ComboboxOption } from '../../ui/combobox.tsx';
import { Field, TextField } from '../../ui/field.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import { toast } from '../../ui/toast-store.ts';
import { type Choice, withChosen } from '../../ui/with-chosen.ts';
import { type CostInput, costOf, hasField, inputOf } from './cost-input.ts';
import { type Names, useChangeCost, useCreateCost } from './queries.ts';

interface CostFormProps {
  kind: CostKind;
  /** What is changed; without it one is added. */
  cost: Cost | undefined;
  today: TenantDay;
  names: Names;
  onDone: () => void;
}

const NOT_SAVED = 'Nada foi salvo. Tente de novo.';

const LABELS = {
  ...{ percent: 'Porcentagem', fixed: 'Valor', source: 'Fonte', checkout: 'Checkout', productId: 'Produto' },
  ...{ campaignId: 'Campanha', every: 'Repetição', from: 'Desde', until: 'Até', note: 'Observação' },
};

export function CostForm({ kind, cost, today, names, onDone }: CostFormProps) {
  const create = useCreateCost();
  const edit = useChangeCost();
  const isPending = create.isPending || edit.isPending;
  const form = useEdit({
    entity: cost ?? {},
    inputOf: (known: Partial<Cost>) => (known.from ? inputOf(known as Cost) : emptyInput(kind, today)),
    bodyOf: (input) => costOf(kind, input).body,
  });
  const { values, errors, change, fail, field } = form;
  const has = (field: keyof CostInput) => hasField(kind, field, values);
  const isOnce = kind === 'expense' && values.every === 'once';

  const submit = () => {
    if (isPending) return;
    const { body, errors: wrong } = costOf(kind, values);
    if (wrong) return fail(wrong);
    fail({});
    const answer = {
      onError: (error: Error) => {
        const fields = failureToast('Erro ao salvar custo', error, NOT_SAVED);
        const isTaken = error instanceof CallError && error.code === 'cost-taken';
        form.refuse(error, isTaken ? { from: sentenceOf(error, NOT_SAVED) } : fields);
      },
      onSuccess: () => {
        toast({ title: 'Custo salvo', description: 'O lucro líquido dos dias em que ele vale já o desconta.' });
        onDone();
      },
    };
    if (!cost) return create.mutate(body, answer);
    edit.mutate({ id: cost.id, change: form.changeOf(body) }, answer);
  };

  return (
    <form {...form.form(submit)} className="grid gap-4 sm:grid-cols-2">
      {has('checkout') && (
        <Field label="Checkout" hint="Um checkout com taxa própria não usa a de todos." className="sm:col-span-2">
          {(control) => (
            <CheckoutFilter
              control={control}
              value={CHECKOUT_IDS.find((id) => id === values.checkout)}
              onChange={(checkout) => change({ checkout: checkout ?? '' })}
              all="Todos os checkouts"
            />
          )}
        </Field>
      )}
      {has('source') && (
        <TextField
          label="Fonte"
          hint="Sem fonte, vale para o gasto de todas."
          optional
          className="sm:col-span-2"
          {...field('source')}
          maxLength={40}
          placeholder="facebook, google, tiktok"
        />
      )}
      {has('productId') && (
        <Field
          label="Produto"
          hint="Escolha entre os vendidos nos últimos 90 dias, ou escreva o ID do produto no checkout."
          error={errors.productId}
          className="sm:col-span-2"
        >
          {(control) => (
            <Combobox
              control={control}
              name="productId"
              value={values.productId}
              search={(typed) => productOptions(names.products, typed, values.productId)}
              onChange={(productId) => change({ productId })}
              nothing="Nenhum produto vendido ainda: escreva o ID"
              placeholder="Nome ou ID"
            />
          )}
        </Field>
      )}
      {has('percent') && (
        <TextField
          label={kind === 'gateway-fee' ? 'Porcentagem do valor' : 'Porcentagem'}
          optional={kind === 'gateway-fee'}
          hint={PERCENT_HINTS[kind]}
          {...(!has('fixed') && { className: 'sm:col-span-2' })}
          {...field('percent')}
          inputMode="decimal"
          maxLength={12}
          placeholder="13,83"
        />
      )}
      {has('fixed') && (
        <TextField
          label={kind === 'expense' ? 'Valor em reais' : 'Valor por venda, em reais'}
          optional={kind === 'gateway-fee'}
          {...field('fixed')}
          inputMode="decimal"
          maxLength={24}
          placeholder="1.234,56"
        />
      )}
      {has('every') && (
        <SelectField
          label="Quando"
          value={values.every}
          onChange={(every) => change({ every })}
          options={[
            { value: 'month', label: 'Todo mês' },
            { value: 'once', label: 'Uma vez' },
          ]}
        />
      )}
      {has('campaignId') && (
        <SelectField
          label="Campanha"
          hint="Sem campanha, a despesa é da empresa e fica à parte das campanhas."
          error={errors.campaignId}
          className="sm:col-span-2"
          value={values.campaignId || NONE}
          onChange={(next) => change({ campaignId: next === NONE ? '' : next })}
          options={[
            { value: NONE, label: 'Sem campanha' },
            ...withChosen(names.campaigns, values.campaignId || undefined),
          ]}
        />
      )}
      <TextField
        label={isOnce ? 'Dia' : 'Vale desde'}
        hint={cost || isOnce ? undefined : 'Pode ser um dia passado.'}
        {...field('from')}
        type="date"
        required
      />
      {has('until') && (
        <TextField label="Até" optional hint="Sem data, vale sem fim." {...field('until')} type="date" />
      )}
      <TextField label="Nota" optional className="sm:col-span-2" {...field('note')} maxLength={SPEND_NOTE_MAX} />
      {cost && (
        <p className="text-[13px] text-muted sm:col-span-2">
          A mudança vale também para os dias passados. Para mudar a partir de um dia, adicione outro que comece nele.
        </p>
      )}
      <div className="empty:hidden sm:col-span-2">
        <TheirValues edit={form} labels={LABELS} />
      </div>
      <div className="flex justify-end gap-2 sm:col-span-2">
        <Button look="outline" onClick={onDone}>
          Cancelar
        </Button>
        <Button type="submit" disabled={isPending}>
          {isPending ? 'Salvando...' : 'Salvar custo'}
        </Button>
      </div>
    </form>
  );
}

const PERCENT_HINTS: Partial<Record<CostKind, string>> = {
  'spend-tax': `Sobre o gasto que a plataforma mostra. O usual é ${formatRate(DEFAULT_SPEND_TAX)}.`,
  'revenue-tax': 'Sobre a receita de cada dia.',
};

const emptyInput = (kind: CostKind, today: TenantDay): CostInput => ({
  percent: kind === 'spend-tax' ? DEFAULT_SPEND_TAX.replace('.', ',') : '',
  source: kind === 'spend-tax' ? DEFAULT_SPEND_TAX_SOURCE : '',
  ...{ fixed: '', checkout: '', productId: '', campaignId: '', every: 'month', from: today, until: '', note: '' },
});

/** A list of choices needs a value for 'none of them'. */
const NONE = 'none';

/** Products by name or id, and last what was typed, as an id. */
function productOptions(products: readonly Choice[], typed: string, chosen: string): readonly ComboboxOption[] {
  const sought = typed.trim().toLocaleLowerCase('pt-BR');
  const options = withChosen(products, chosen || undefined)
    .filter(({ value, label }) => `${label} ${value}`.toLocaleLowerCase('pt-BR').includes(sought))
    .map(({ value, label }) => ({ value, label, ...(value !== label && { detail: value }) }));
  const isKnown = sought === '' || options.some(({ value }) => value.toLocaleLowerCase('pt-BR') === sought);
  return isKnown ? options : [...options, { value: typed.trim(), label: `Usar o ID “${typed.trim()}”` }];
}
