import type { Cost } from '@tracker/schemas/contracts/costs.contract';
import { COST_KINDS, type CostKind } from '@tracker/schemas/costs/cost-rules';
import { hasRole } from '@tracker/schemas/roles';
import { useState } from 'react';
import { failureToast } from '../../data/failure-toast.ts';
import { QueryView } from '../../data/query-view.tsx';
import { useToday } from '../../date-range/use-today.ts';
import { useSession } from '../../session/session.ts';
import { PageHeader } from '../../shell/page-header.tsx';
import { Busy } from '../../ui/busy.tsx';
import { Card } from '../../ui/card.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { toast } from '../../ui/toast-store.ts';
import { UndoNotice } from '../../ui/undo-notice.tsx';
import { type CostActions, CostCard } from './cost-card.tsx';
import { CostForm } from './cost-form.tsx';
import { costName, KIND_TEXTS } from './cost-texts.ts';
import { type Names, useCosts, useCreateCost, useNames, useRemoveCost } from './queries.ts';

/** What is open in the dialog: a cost, or a kind of which one is added. */
type Edited = { readonly kind: CostKind; readonly cost?: Cost };

/** What profit subtracts, with the days for which each holds. Administrators change it, all others read it. */
export default function CostsScreen() {
  const isAdmin = hasRole(useSession().user.role, 'admin');
  const query = useCosts();
  const today = useToday();
  const names = useNames(today);
  const [edited, setEdited] = useState<Edited>();
  const [removing, setRemoving] = useState<Cost>();
  const [removed, setRemoved] = useState<Cost>();
  const actions: CostActions | undefined = isAdmin
    ? {
        onAdd: (kind) => setEdited({ kind }),
        onEdit: (cost) => setEdited({ kind: cost.kind, cost }),
        onRemove: setRemoving,
      }
    : undefined;
  return (
    <>
      <PageHeader
        title="Custos"
        note="O que o lucro líquido desconta da receita, com o dia desde o qual cada um vale."
      />
      {removed && <Removed cost={removed} names={names} onDone={() => setRemoved(undefined)} />}
      <QueryView query={query} frame={Card} loading={<SkeletonCards />}>
        {(costs) =>
          names.arePending ? (
            <Busy>
              <SkeletonCards />
            </Busy>
          ) : (
            <div className="flex flex-col gap-3 sm:gap-4">
              {COST_KINDS.map((kind) => (
                <CostCard key={kind} kind={kind} costs={costs} today={today} names={names} actions={actions} />
              ))}
              <p className="px-1 text-[13px] text-muted">
                {isAdmin
                  ? 'Um valor mudou? Adicione outro com o dia em que ele começa: os dias de antes ficam como estão.'
                  : 'Só administradores mudam os custos.'}
              </p>
            </div>
          )
        }
      </QueryView>
      <Dialog
        isOpen={edited !== undefined}
        onOpenChange={(isOpen) => !isOpen && setEdited(undefined)}
        title={edited && !edited.cost ? KIND_TEXTS[edited.kind].add : 'Editar custo'}
        description={edited ? KIND_TEXTS[edited.kind].title : ''}
      >
        {edited && (
          <CostForm {...edited} cost={edited.cost} today={today} names={names} onDone={() => setEdited(undefined)} />
        )}
      </Dialog>
      <RemoveCost
        cost={removing}
        names={names}
        onClose={() => setRemoving(undefined)}
        onRemoved={(cost) => {
          setRemoving(undefined);
          setRemoved(cost);
        }}
      />
    </>
  );
}

interface RemoveCostProps {
  cost: Cost | undefined;
  names: Names;
  onClose: () => void;
  onRemoved: (cost: Cost) => void;
}

function RemoveCost({ cost, names, onClose, onRemoved }: RemoveCostProps) {
  const remove = useRemoveCost();
  const confirm = () => {
    if (!cost || remove.isPending) return;
    remove.mutate(cost.id, {
      onSuccess: () => onRemoved(cost),
      onError: (error) => failureToast('Erro ao remover custo', error, 'Nada foi removido. Tente de novo.'),
    });
  };
  return (
    <ConfirmDialog
      isOpen={cost !== undefined}
      onClose={onClose}
      title="Remover custo"
      label="Remover"
      pendingLabel="Removendo..."
      isPending={remove.isPending}
      onConfirm={confirm}
    >
      {cost && (
        <>
          <p className="font-medium">
            {KIND_TEXTS[cost.kind].title}: {costName(cost, names)}
          </p>
          <p>
            O lucro líquido deixa de descontá-lo, também nos dias passados. Se ele só acabou, edite e informe até quando
            vale.
          </p>
        </>
      )}
    </ConfirmDialog>
  );
}

/** Until it is undone, another one is removed, or the screen is left. */
function Removed({ cost, names, onDone }: { cost: Cost; names: Names; onDone: () => void }) {
  const create = useCreateCost();
  const undo = () => {
    if (create.isPending) return;
    const { id: _, ...same } = cost;
    create.mutate(same, {
      onSuccess: () => {
        toast({ title: 'Custo de volta' });
        onDone();
      },
      onError: (error) => failureToast('Erro ao desfazer', error, 'O custo continua removido. Tente de novo.'),
    });
  };
  return (
    <UndoNotice isPending={create.isPending} onUndo={undo}>
      Custo removido: {costName(cost, names)}.
    </UndoNotice>
  );
}

const SkeletonCards = () => (
  <div className="flex flex-col gap-3 sm:gap-4">
    {COST_KINDS.map((kind) => (
      <Card key={kind} className="p-5">
        <Skeleton className="h-5 w-1/2" />
        <Skeleton className="mt-2 h-4 w-4/5" />
        <Skeleton className="mt-4 h-9" />
      </Card>
    ))}
  </div>
);
