import { failureToast } from '../../data/failure-toast.ts';
import { FetchedCard } from '../../data/fetched-card.tsx';
import { TheirValues, useEdit } from '../../data/use-edit.tsx';
import { decimalOf } from '../../format/typed-decimals.ts';
import { useSession } from '../../session/session.ts';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/field.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { toast } from '../../ui/toast-store.ts';
import { useChangeTenant, useTenantSettings } from './queries.ts';

/** What a slip of the finger or a stolen session may cost at most. */
export function BudgetLimitCard() {
  const query = useTenantSettings(useSession().tenant.id);
  return (
    <FetchedCard
      title="Limite de orçamento"
      note="Quanto os orçamentos de anúncios podem subir daqui por dia, somando todos. Reduzir e desfazer não contam."
      query={query}
      loading={<Skeleton className="mx-4 mb-5 h-28 sm:mx-5" />}
    >
      {({ id, budgetRaisePerDay }) => <LimitForm tenantId={id} limit={budgetRaisePerDay} />}
    </FetchedCard>
  );
}

interface Limit {
  readonly budgetRaisePerDay: string;
}

const inputOf = ({ budgetRaisePerDay }: Limit) => ({
  budgetRaisePerDay: String(Number(budgetRaisePerDay)).replace('.', ','),
});
function bodyOf(input: Limit): Limit | undefined {
  const budgetRaisePerDay = decimalOf(input.budgetRaisePerDay);
  return budgetRaisePerDay === null ? undefined : { budgetRaisePerDay };
}

function LimitForm({ tenantId, limit }: { tenantId: string; limit: string }) {
  const save = useChangeTenant(tenantId);
  const edit = useEdit({ entity: { budgetRaisePerDay: limit }, inputOf, bodyOf });
  const submit = () => {
    if (save.isPending) return;
    const body = bodyOf(edit.values);
    if (!body) return edit.fail({ budgetRaisePerDay: 'Informe um valor em reais, como 500,00.' });
    edit.fail({});
    save.mutate(edit.changeOf(body), {
      onError: (failure) =>
        edit.refuse(failure, failureToast('Erro ao salvar', failure, 'Nada foi salvo. Tente de novo.')),
      onSuccess: (saved) => {
        edit.saved(saved);
        toast({ title: 'Limite salvo' });
      },
    });
  };
  return (
    <form {...edit.form(submit)} className="flex flex-col gap-4 px-4 pt-1 pb-5 sm:px-5">
      <TextField
        label="Aumento por dia (R$)"
        hint="0 não deixa aumentar nenhum. Em outra moeda vale a cotação do dia."
        {...edit.field('budgetRaisePerDay')}
        inputMode="decimal"
        maxLength={14}
      />
      <TheirValues edit={edit} labels={{ budgetRaisePerDay: 'Aumento por dia (R$)' }} />
      <div>
        <Button type="submit" disabled={save.isPending}>
          {save.isPending ? 'Salvando...' : 'Salvar limite'}
        </Button>
      </div>
    </form>
  );
}
