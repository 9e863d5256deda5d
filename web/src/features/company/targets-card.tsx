import { TargetChange } from '@tracker/schemas/contracts/targets';
import { z } from 'zod';
import { failureToast } from '../../data/failure-toast.ts';
import { FetchedCard } from '../../data/fetched-card.tsx';
import { mistakesIn } from '../../data/mistakes.ts';
import { TheirValues, useEdit } from '../../data/use-edit.tsx';
import { useSession } from '../../session/session.ts';
import { TargetFields } from '../../targets/target-fields.tsx';
import { targetInputOf, targetsOf } from '../../targets/target-input.ts';
import { Button } from '../../ui/button.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { toast } from '../../ui/toast-store.ts';
import { useChangeTenant, useTenantSettings } from './queries.ts';

/** By which ads are judged whose campaign has no target of its own. */
export function TargetsCard() {
  const query = useTenantSettings(useSession().tenant.id);
  return (
    <FetchedCard
      title="Meta"
      note="Diz se um anúncio fica abaixo, dentro ou acima do que precisa. Uma campanha pode ter a sua."
      query={query}
      loading={<Skeleton className="mx-4 mb-5 h-40 sm:mx-5" />}
    >
      {({ id, ...targets }) => <TargetsForm tenantId={id} targets={targets} />}
    </FetchedCard>
  );
}

const Targets = z.object(TargetChange);

function TargetsForm({ tenantId, targets }: { tenantId: string; targets: Parameters<typeof targetInputOf>[0] }) {
  const save = useChangeTenant(tenantId);
  const edit = useEdit({ entity: targets, inputOf: targetInputOf, bodyOf: targetsOf });
  const submit = () => {
    if (save.isPending) return;
    const body = targetsOf(edit.values);
    const { error } = Targets.safeParse(body);
    if (error) return edit.fail(mistakesIn(error));
    edit.fail({});
    save.mutate(edit.changeOf(body), {
      onError: (failure) =>
        edit.refuse(failure, failureToast('Erro ao salvar', failure, 'Nada foi salvo. Tente de novo.')),
      onSuccess: (saved) => {
        edit.saved(saved);
        toast({ title: 'Meta salva' });
      },
    });
  };
  return (
    <form {...edit.form(submit)} className="flex flex-col gap-4 px-4 pt-1 pb-5 sm:px-5">
      <TargetFields
        field={edit.field}
        hint="Com as duas, vale a de CPA. O ROAS vira um CPA pelo valor médio das vendas."
      />
      <TheirValues edit={edit} labels={{ targetCpa: 'Meta de CPA', targetRoas: 'Meta de ROAS' }} />
      <div>
        <Button type="submit" disabled={save.isPending}>
          {save.isPending ? 'Salvando...' : 'Salvar meta'}
        </Button>
      </div>
    </form>
  );
}
