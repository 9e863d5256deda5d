import type { Cost } from '@tracker/schemas/contracts/costs.contract';
import type { CostKind } from '@tracker/schemas/costs/cost-rules';
import type { TenantDay } from '@tracker/schemas/primitives/tenant-day';
import { Pencil, Plus, Trash2 } from 'lucide-react';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Card, CardHeader } from '../../ui/card.tsx';
import { costName, daysText, KIND_TEXTS, scopeText, statusOf, valueText } from './cost-texts.ts';
import type { Names } from './queries.ts';

/** What may be done; none of it by those who only look. */
export interface CostActions {
  onAdd: (kind: CostKind) => void;
  onEdit: (cost: Cost) => void;
  onRemove: (cost: Cost) => void;
}

interface CostCardProps {
  kind: CostKind;
  /** Of all kinds, newest first. */
  costs: readonly Cost[];
  today: TenantDay;
  names: Names;
  actions: CostActions | undefined;
}

/** One kind of cost with its history: what holds today, what did, what will. */
export function CostCard({ kind, costs, today, names, actions }: CostCardProps) {
  const { title, explanation, add } = KIND_TEXTS[kind];
  const own = costs.filter((cost) => cost.kind === kind);
  return (
    <Card aria-labelledby={`custo-${kind}`} className="min-w-0">
      <CardHeader id={`custo-${kind}`} title={title} note={explanation}>
        {actions && (
          <Button look="outline" size="small" onClick={() => actions.onAdd(kind)}>
            <Plus size={15} aria-hidden /> {add}
          </Button>
        )}
      </CardHeader>
      {own.length === 0 ? (
        <p className="border-line border-t px-4 py-3.5 text-[13px] text-muted sm:px-5">
          Nada cadastrado: o lucro líquido não desconta nada aqui.
        </p>
      ) : (
        <ul aria-label={title}>
          {own.map((cost) => (
            <CostRow key={cost.id} cost={cost} all={costs} today={today} names={names} actions={actions} />
          ))}
        </ul>
      )}
    </Card>
  );
}

interface CostRowProps extends Omit<CostCardProps, 'kind' | 'costs'> {
  cost: Cost;
  all: readonly Cost[];
}

function CostRow({ cost, all, today, names, actions }: CostRowProps) {
  const scope = scopeText(cost, names);
  const status = statusOf(cost, all, today);
  return (
    <li className="flex items-center gap-3 border-line border-t px-4 py-2.5 sm:px-5">
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-0.5">
          <span className="figure font-semibold">{valueText(cost)}</span>
          {scope && <span className="min-w-0 break-words text-soft-ink">{scope}</span>}
          <Badge look={status.look}>{status.text}</Badge>
        </p>
        <p className="figure break-words text-[13px] text-muted">
          {daysText(cost)}
          {cost.note && ` · ${cost.note}`}
        </p>
      </div>
      {actions && (
        <div className="flex shrink-0">
          <Button
            look="ghost"
            size="icon"
            aria-label={`Editar ${costName(cost, names)}`}
            onClick={() => actions.onEdit(cost)}
          >
            <Pencil size={15} aria-hidden />
          </Button>
          <Button
            look="ghost"
            size="icon"
            aria-label={`Remover ${costName(cost, names)}`}
            onClick={() => actions.onRemove(cost)}
          >
            <Trash2 size={15} aria-hidden />
          </Button>
        </div>
      )}
    </li>
  );
}
