import { failureToast } from '../../data/failure-toast.ts';
import { FetchedCard } from '../../data/fetched-card.tsx';
import { useSession } from '../../session/session.ts';
import { Checkbox } from '../../ui/checkbox.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { toast } from '../../ui/toast-store.ts';
import { useChangeTenant, useTenantSettings } from './queries.ts';

export function SecurityCard() {
  const { tenant } = useSession();
  const query = useTenantSettings(tenant.id);
  const save = useChangeTenant(tenant.id);
  const change = (requireSecondFactor: boolean) => {
    if (save.isPending) return;
    save.mutate(
      { requireSecondFactor },
      {
        onSuccess: () => toast({ title: requireSecondFactor ? 'Verificação exigida' : 'Verificação opcional' }),
        onError: (error) => failureToast('Erro ao salvar', error, 'Não foi possível salvar. Tente novamente.'),
      },
    );
  };
  return (
    <FetchedCard title="Segurança" query={query} loading={<Skeleton className="mx-4 mb-5 h-20 sm:mx-5" />}>
      {({ requireSecondFactor }) => (
        <div className="px-4 pt-1 pb-5 sm:px-5">
          <Checkbox
            name="requireSecondFactor"
            label="Exigir verificação em duas etapas"
            hint="Quem ainda não a ativou só pode ativá-la, antes de qualquer outra coisa. Chaves de API não mudam."
            isChecked={(save.isPending ? save.variables.requireSecondFactor : undefined) ?? requireSecondFactor}
            onChange={change}
          />
        </div>
      )}
    </FetchedCard>
  );
}
