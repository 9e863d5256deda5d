import { Coins, Trash2, TriangleAlert } from 'lucide-react';
import { useState } from 'react';
import { failureToast } from '../../data/failure-toast.ts';
import { FetchedCard } from '../../data/fetched-card.tsx';
import { formatDay } from '../../format/days.ts';
import { formatCount, formatCounted } from '../../format/figures.ts';
import { Button } from '../../ui/button.tsx';
import { type Column, DataTable, TableSkeleton } from '../../ui/data-table.tsx';
import { TextField } from '../../ui/field.tsx';
import { Empty } from '../../ui/message.tsx';
import { Progress } from '../../ui/progress.tsx';
import { toast } from '../../ui/toast-store.ts';
import { useForm } from '../../ui/use-form.ts';
import { useScrollToHash } from '../../ui/use-scroll-to-hash.ts';
import { useBankRates, useMissingRates, useRates, useRecomputing, useSetRates } from './rate-queries.ts';
import { formatRate, type RateInput, rateOf } from './rates.ts';

type Rate = NonNullable<ReturnType<typeof useRates>['data']>[number];

const EMPTY: RateInput = { currency: '', day: '', rate: '' };

/** Rates of foreign currencies; warnings about conversions without a rate link to `id`. */
export function RatesCard() {
  const query = useRates();
  useScrollToHash(query.isSuccess);
  const form = useForm(EMPTY);
  const [changedAtMs, setChangedAtMs] = useState(0);
  const onChanged = () => setChangedAtMs(Date.now());
  return (
    <div id="cotacoes" className="scroll-mt-20">
      <FetchedCard
        title="Cotações de moedas"
        note="Vendas e gastos em outra moeda entram nos números em reais pela cotação do dia; sem ela, pela última anterior."
        query={query}
        loading={<TableSkeleton rows={3} />}
        isEmpty={() => false}
      >
        {(rates) => (
          <>
            <BankRates />
            <Recomputing changedAtMs={changedAtMs} />
            <MissingRates changedAtMs={changedAtMs} onChoose={(currency, day) => form.change({ currency, day })} />
            <RateForm form={form} onChanged={onChanged} />
            {rates.length === 0 ? (
              <Empty
                icon={Coins}
                title="Nenhuma cotação cadastrada"
                text="Só é preciso quando há vendas ou gastos em outra moeda, e você não usa a do Banco Central."
              />
            ) : (
              <RatesTable rates={rates} onChanged={onChanged} />
            )}
          </>
        )}
      </FetchedCard>
    </div>
  );
}

/** Which rates hold without an own one; nothing where the installation does not ask the bank. */
function BankRates() {
  const { data: rates = [] } = useBankRates();
  if (rates.length === 0) return null;
  return (
    <p className="mx-4 mb-4 text-[13px] text-muted sm:mx-5">
      Sem cotação sua, vale a PTAX de venda do Banco Central, atualizada toda noite:{' '}
      {rates.map(({ currency, rate, day }) => `${currency} ${formatRate(rate)} em ${formatDay(day)}`).join(' · ')}.
    </p>
  );
}

/** Until all conversions of a currency have the new rates, figures have some of both. */
function Recomputing({ changedAtMs }: { changedAtMs: number }) {
  const { data: running = [] } = useRecomputing(changedAtMs);
  if (running.length === 0) return null;
  return (
    <ul aria-label="Vendas em recálculo" className="mx-4 mb-4 flex flex-col gap-3 sm:mx-5">
      {running.map(({ currency, computed, conversions }) => (
        <li key={currency} className="text-[13px]">
          <p className="mb-1.5">
            Recalculando vendas em {currency} pelas novas cotações:{' '}
            <span className="figure">
              {formatCount(computed)} de {formatCount(conversions)}
            </span>
            . Até o fim, os números misturam as duas.
          </p>
          <Progress label={`Vendas em ${currency} recalculadas`} percent={percentOf(computed, conversions)} />
        </li>
      ))}
    </ul>
  );
}

const percentOf = (part: number, all: number): number => (all === 0 ? 100 : Math.floor((100 * part) / all));

interface MissingRatesProps {
  changedAtMs: number;
  onChoose: (currency: string, day: string) => void;
}

function MissingRates({ changedAtMs, onChoose }: MissingRatesProps) {
  const { data: missing = [] } = useMissingRates(changedAtMs);
  if (missing.length === 0) return null;
  return (
    <div className="mx-4 mb-4 rounded-lg bg-warn-soft px-4 py-3 sm:mx-5">
      <p className="flex items-start gap-2 font-medium text-sm text-warn">
        <TriangleAlert size={16} aria-hidden className="mt-0.5 shrink-0" />
        Vendas sem cotação contam como conversões, mas não entram na receita; gastos sem cotação não entram nas somas.
      </p>
      <ul aria-label="Dias sem cotação" className="mt-2 flex max-h-64 flex-col gap-1.5 overflow-y-auto">
        {missing.map(({ currency, day, conversions, value, spend }) => (
          <li key={`${currency} ${day}`} className="flex flex-wrap items-center gap-x-3 gap-y-1 text-[13px]">
            <span className="figure min-w-0 flex-1 basis-56">
              {formatDay(day)}
              {conversions > 0 &&
                ` · ${formatCounted(conversions, 'conversão', 'conversões')} · ${currency} ${formatRate(value)}`}
              {Number(spend) !== 0 && ` · gasto de ${currency} ${formatRate(spend)}`}
            </span>
            <Button look="outline" size="small" onClick={() => onChoose(currency, day)}>
              Informar cotação
              <span className="sr-only">
                {' '}
                de {currency} em {formatDay(day)}
              </span>
            </Button>
          </li>
        ))}
      </ul>
    </div>
  );
}

interface RateFormProps {
  form: ReturnType<typeof useForm<RateInput>>;
  onChanged: () => void;
}

function RateForm({ form: { values, field, fail, reset, form }, onChanged }: RateFormProps) {
  const setRates = useSetRates();
  const submit = () => {
    if (setRates.isPending) return;
    const { body, errors: wrong } = rateOf(values);
    if (wrong) return fail(wrong);
    setRates.mutate([body], {
      onError: (error) => {
        failureToast('Erro ao salvar', error, 'Não foi possível salvar a cotação.');
      },
      onSuccess: () => {
        toast({
          title: 'Cotação salva',
          description:
            'As vendas nesta moeda são recalculadas aos poucos: segundos, ou alguns minutos se forem muitas.',
        });
        reset();
        onChanged();
      },
    });
  };
  return (
    <form
      {...form(submit)}
      aria-label="Nova cotação"
      className="grid grid-cols-1 items-start gap-3 px-4 pb-4 sm:grid-cols-[7rem_11rem_minmax(0,14rem)_auto] sm:px-5"
    >
      <TextField label="Moeda" {...field('currency')} maxLength={3} autoCapitalize="characters" placeholder="USD" />
      <TextField label="Dia" {...field('day')} type="date" />
      <TextField label="Valor em reais" {...field('rate')} inputMode="decimal" maxLength={20} placeholder="5,4321" />
      <Button type="submit" size="large" className="justify-self-start sm:mt-[26px]" disabled={setRates.isPending}>
        {setRates.isPending ? 'Salvando...' : 'Salvar cotação'}
      </Button>
    </form>
  );
}

function RatesTable({ rates, onChanged }: { rates: readonly Rate[]; onChanged: () => void }) {
  const setRates = useSetRates();
  const remove = ({ currency, day }: Rate) => {
    if (setRates.isPending) return;
    setRates.mutate([{ currency, day, rate: null }], {
      onError: (error) => {
        failureToast('Erro ao remover', error, 'Não foi possível remover a cotação.');
      },
      onSuccess: () => {
        toast({ title: 'Cotação removida' });
        onChanged();
      },
    });
  };
  const columns: readonly Column<Rate>[] = [
    { key: 'currency', label: 'Moeda', cell: ({ currency }) => <span className="font-medium">{currency}</span> },
    { key: 'day', label: 'Dia', cell: ({ day }) => <span className="figure">{formatDay(day)}</span> },
    { key: 'rate', label: 'Valor em reais', numeric: true, cell: ({ rate }) => formatRate(rate) },
    {
      key: 'actions',
      label: 'Ações',
      className: 'w-16 py-1',
      cell: (one) => (
        <Button
          look="ghost"
          size="small-icon"
          aria-label={`Remover a cotação de ${one.currency} em ${formatDay(one.day)}`}
          onClick={() => remove(one)}
        >
          <Trash2 size={15} aria-hidden />
        </Button>
      ),
    },
  ];
  return (
    <div className="border-line border-t">
      <DataTable label="Cotações" columns={columns} items={rates} keyOf={({ currency, day }) => `${currency} ${day}`} />
    </div>
  );
}
