import { useMutation } from '@tanstack/react-query';
import { AD_SELECTION_MAX, UNUSUAL_FACTOR } from '@tracker/schemas/ad-platforms/ad-action';
import type { ListedAdObject } from '@tracker/schemas/contracts/ad-objects.contract';
import type { FigureAnswer } from '@tracker/schemas/contracts/figures.contract';
import { DAY_MS } from '@tracker/schemas/primitives/durations';
import type { TimeZone } from '@tracker/schemas/primitives/time';
import { type ReactNode, useState } from 'react';
import { sentenceOf } from '../data/failure-toast.ts';
import { serverTime } from '../data/server-clock.ts';
import { newKey } from '../data/use-creating.ts';
import { formatCurrency } from '../format/currencies.ts';
import { formatCount, formatMoney, NO_FIGURE } from '../format/figures.ts';
import { formatInstantShort } from '../format/instants.ts';
import { decimalOf } from '../format/typed-decimals.ts';
import { useTenant } from '../session/session.ts';
import { Busy } from '../ui/busy.tsx';
import { Button } from '../ui/button.tsx';
import { Checkbox } from '../ui/checkbox.tsx';
import { Dialog, DialogClose } from '../ui/dialog.tsx';
import { Field } from '../ui/field.tsx';
import { Input } from '../ui/input.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { ACTION_LABELS, type ActionKind, budgetText, changedBy, countedObjects, staleOf } from './action-texts.ts';
import { type Asked, askFor, type Brought, broughtBy, useActionsAgain, useMoneyOf } from './queries.ts';

interface ActionDialogProps {
  kind: ActionKind;
  /** Of one level; of several a budget changes by a percentage. */
  objects: readonly ListedAdObject[];
  /** Of a budget of several. */
  percent?: number;
  /** Where an object runs: several have one name. */
  whereOf?: ((object: ListedAdObject) => string | undefined) | undefined;
  onClose: () => void;
}

const AT_ONCE = 4;
/** More of them are counted alone. */
const NAMED_MAX = 8;

interface Refused {
  readonly name: string;
  readonly reason: string;
}

/** Asks once more, with the money it concerns; then the worker acts, and the rows show the outcome. */
export default function ActionDialog({ kind, objects: given, percent, whereOf, onClose }: ActionDialogProps) {
  const objects = given.slice(0, AD_SELECTION_MAX);
  const [first] = objects;
  const [typed, setTyped] = useState(
    first?.budget ? changedBy(first.budget.amount, percent ?? 20).replace('.', ',') : '',
  );
  const [isSure, setSure] = useState(false);
  /** Of each object in this dialog: a call that is repeated is the first one. */
  const [keys] = useState(() => new Map(objects.map(({ id }) => [id, newKey()])));
  const [done, setDone] = useState(0);
  const [refused, setRefused] = useState<readonly Refused[]>();
  const askAgain = useActionsAgain();
  const wantedOf = ({ budget }: ListedAdObject): string | null => {
    if (kind !== 'budget' || !budget) return null;
    return percent === undefined ? decimalOf(typed) : changedBy(budget.amount, percent);
  };
  const isUnusual = objects.some((object) => isFar(object.budget?.amount, wantedOf(object)));
  const run = useMutation({
    mutationFn: async () => {
      const failures: Refused[] = [];
      const waiting = [...objects];
      const askNext = async (): Promise<void> => {
        const object = waiting.shift();
        if (!object) return;
        const asked = bodyOf(kind, object, { amount: wantedOf(object), confirm: isSure, key: keys.get(object.id) });
        await askFor(object, asked).catch((error: Error) =>
          failures.push({ name: object.name, reason: sentenceOf(error, 'Não deu certo. Tente de novo.') }),
        );
        setDone((count) => count + 1);
      };
      const askRest = async (): Promise<void> => {
        while (waiting.length > 0) await askNext();
      };
      // The first one alone: it may ask for the password.
      await askNext();
      await Promise.all(Array.from({ length: AT_ONCE }, askRest));
      return failures;
    },
    onSuccess: async (failures) => {
      await askAgain();
      if (failures.length === 0) onClose();
      else setRefused(failures);
    },
  });
  if (!first) return null;
  const where = whereOf?.(first);
  const what = objects.length === 1 ? `“${first.name}”` : countedObjects(first.level, objects.length);
  return (
    <Dialog isOpen onOpenChange={onClose} title={`${ACTION_LABELS[kind]}: ${what}`}>
      {refused ? (
        <Outcome all={objects.length} refused={refused} />
      ) : (
        <div className="flex flex-col gap-3">
          {objects.length === 1 && where && <p className="break-words text-muted text-xs">{where}</p>}
          {objects.length > 1 && (
            <ul aria-label="Selecionados" className="text-[13px] text-soft-ink">
              {objects.slice(0, NAMED_MAX).map((object) => (
                <li key={object.id} className="truncate" title={`${object.name} (${object.id})`}>
                  {object.name} <span className="text-muted text-xs">{whereOf?.(object)}</span>
                </li>
              ))}
              {objects.length > NAMED_MAX && <li className="text-muted">e mais {objects.length - NAMED_MAX}</li>}
            </ul>
          )}
          <Money kind={kind} objects={objects} wantedOf={wantedOf} />
          {kind === 'budget' && percent === undefined && first.budget && (
            <Amount budget={first.budget} typed={typed} onTyped={setTyped} />
          )}
          {isUnusual && (
            <Checkbox
              label="Sim, o novo orçamento é mais que o dobro, ou menos que a metade, do atual"
              isChecked={isSure}
              onChange={setSure}
            />
          )}
        </div>
      )}
      <div className="mt-5 flex items-center justify-end gap-2">
        {run.isPending && (
          <span role="status" className="figure mr-auto text-muted text-xs">
            {done} de {objects.length}
          </span>
        )}
        <DialogClose asChild>
          <Button look="outline">{refused ? 'Entendi' : 'Cancelar'}</Button>
        </DialogClose>
        {!refused && (
          <Button disabled={run.isPending || (isUnusual && !isSure)} onClick={() => run.mutate()}>
            {run.isPending ? 'Enviando…' : ACTION_LABELS[kind]}
          </Button>
        )}
      </div>
    </Dialog>
  );
}

const isFar = (amount: string | undefined, wanted: string | null): boolean => {
  if (amount === undefined || wanted === null) return false;
  const times = Number(wanted) / Number(amount);
  return times > UNUSUAL_FACTOR || times < 1 / UNUSUAL_FACTOR;
};

function bodyOf(
  action: ActionKind,
  { status, budget }: ListedAdObject,
  {
    amount,
    confirm,
    key,
  }: { readonly amount: string | null; readonly confirm: boolean; readonly key: string | undefined },
): Asked {
  if (action !== 'budget') return { action, expected: { status }, key };
  return { action, amount: amount ?? '0', expected: { amount: budget?.amount }, confirm, key };
}

/** What was spent and sold, what stops or goes on, and how old that knowledge is. */
function Money({
  kind,
  objects,
  wantedOf,
}: Pick<ActionDialogProps, 'kind' | 'objects'> & { wantedOf: (object: ListedAdObject) => string | null }) {
  const [first] = objects;
  const money = useMoneyOf(first?.level ?? 'ad');
  const stale = staleOf(objects);
  const ids = objects.map(({ id }) => id);
  const brought = money.data && broughtBy(ids, money.data);
  const { timeZone } = useTenant();
  const since = sinceOf(money.data, timeZone);
  const pending = money.isError ? (
    NO_FIGURE
  ) : (
    <Busy>
      <Skeleton className="ml-auto h-4 w-20" />
    </Busy>
  );
  const budgets = objects.flatMap(({ budget, level }) => (budget?.level === level ? [budget] : []));
  const currencies = new Set(budgets.map(({ currency, kind: per }) => `${currency} ${per}`));
  const total = budgets.reduce((all, { amount }) => all + Number(amount), 0);
  const [budget] = budgets;
  const wanted = objects.reduce((all, object) => all + Number(wantedOf(object) ?? 0), 0);
  return (
    <dl className="grid grid-cols-[1fr_auto] gap-x-4 gap-y-1.5 text-[13px]">
      <Line
        name={`Gasto ${since.words}`}
        notes={[since.warning, stale, brought && unknownSpendText(objects.length, brought.unknownSpend)]}
      >
        {brought ? formatMoney(brought.spend) : pending}
      </Line>
      <Line name={`Conversões verificadas ${since.words}`}>
        {brought ? soldText(brought) : pending}
        {money.isError && (
          <span role="alert" className="mt-1 flex items-center gap-2 text-warn text-xs">
            Não foi possível carregar.
            <Button look="outline" size="small" onClick={() => money.refetch()}>
              Tentar de novo
            </Button>
          </span>
        )}
      </Line>
      {budget && currencies.size === 1 && (
        <Line
          name={kind === 'pause' ? 'Orçamento que para' : kind === 'resume' ? 'Orçamento que volta' : 'Orçamento agora'}
        >
          {budgetText({ ...budget, amount: total.toFixed(2) as typeof budget.amount })}
        </Line>
      )}
      {kind === 'budget' && budget && currencies.size === 1 && Number.isFinite(wanted) && wanted > 0 && (
        <Line name="Orçamento novo">
          {budgetText({ ...budget, amount: wanted.toFixed(2) as typeof budget.amount })} ({wanted >= total ? '+' : '−'}
          {formatCurrency(Math.abs(wanted - total).toFixed(2), budget.currency)})
        </Line>
      )}
    </dl>
  );
}

/** What was before tracking began proves nothing: since when it is counted, and whether that is a day yet. */
export function sinceOf(
  answer: Pick<FigureAnswer, 'period' | 'trackedSince' | 'trackedFrom'> | undefined,
  timeZone: TimeZone,
  nowMs = serverTime(),
): { words: string; warning?: string } {
  const { period, trackedSince, trackedFrom } = answer ?? {};
  if (!period || (trackedSince && trackedSince < period.from)) return { words: 'em 7 dias' };
  if (!trackedFrom) return { words: 'em 7 dias', warning: 'ainda sem rastreio: nada prova se vende' };
  return {
    words: `desde ${formatInstantShort(trackedFrom, timeZone)}`,
    ...(nowMs - Date.parse(trackedFrom) < DAY_MS && { warning: 'menos de 24 h de rastreio' }),
  };
}

const soldText = ({ sold, revenue }: Brought): string =>
  sold === null ? NO_FIGURE : `${formatCount(sold)} · ${formatMoney(revenue)}`;

const unknownSpendText = (all: number, unknown: number): string | undefined =>
  unknown === 0 ? undefined : unknown < all ? `sem o de ${unknown} de ${all}, que não é conhecido` : 'não é conhecido';

interface LineProps {
  name: string;
  notes?: readonly (string | undefined)[];
  children: ReactNode;
}

const Line = ({ name, notes = [], children }: LineProps) => (
  <>
    <dt className="text-muted">
      {name}
      {notes.map(
        (note) =>
          note && (
            <span key={note} className="block text-warn text-xs">
              {note}
            </span>
          ),
      )}
    </dt>
    <dd className="figure text-right font-medium">{children}</dd>
  </>
);

function Amount({
  budget,
  typed,
  onTyped,
}: {
  budget: NonNullable<ListedAdObject['budget']>;
  typed: string;
  onTyped: (typed: string) => void;
}) {
  return (
    <Field label={`Novo orçamento (${budget.currency})`} hint={`Hoje: ${budgetText(budget)}`}>
      {(control) => (
        <div className="flex gap-2">
          <Input
            {...control}
            value={typed}
            onChange={(event) => onTyped(event.target.value)}
            inputMode="decimal"
            maxLength={16}
          />
          {[-20, 20].map((percent) => (
            <Button
              key={percent}
              look="outline"
              onClick={() => onTyped(changedBy(budget.amount, percent).replace('.', ','))}
            >
              {percent > 0 ? '+' : '−'}20 %
            </Button>
          ))}
        </div>
      )}
    </Field>
  );
}

const Outcome = ({ all, refused }: { all: number; refused: readonly Refused[] }) => (
  <div role="status" className="flex flex-col gap-2 text-soft-ink">
    {all > refused.length && (
      <p>
        {all - refused.length} de {all} em andamento. As linhas mostram o resultado.
      </p>
    )}
    <ul className="flex flex-col gap-1 text-[13px]">
      {refused.map(({ name, reason }) => (
        <li key={`${name} ${reason}`}>
          <span className="font-medium">{name}</span>: <span className="text-bad">{reason}</span>
        </li>
      ))}
    </ul>
  </div>
);
