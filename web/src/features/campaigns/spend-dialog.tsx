import type { Campaign } from '@tracker/schemas/contracts/campaigns.contract';
import type { SpendRow } from '@tracker/schemas/contracts/spend.contract';
import { FileUp, Pencil, Plus, Receipt, Trash2, Undo2 } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { failureToast } from '../../data/failure-toast.ts';
import { QueryView } from '../../data/query-view.tsx';
import { type DateRange, rangeText } from '../../date-range/date-range.ts';
import { formatCurrency } from '../../format/currencies.ts';
import { formatDay } from '../../format/days.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { type Column, DataTable, TableSkeleton } from '../../ui/data-table.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Empty } from '../../ui/message.tsx';
import { toast } from '../../ui/toast-store.ts';
import { SpendForm } from './spend-form.tsx';
import { SpendImportForm } from './spend-import.tsx';
import { useEnterSpend, useSpend, useUndoImport } from './spend-queries.ts';
import { sourceLabel, totalText } from './spend-texts.ts';

interface SpendDialogProps {
  campaign: Campaign;
  range: DateRange;
  canEdit: boolean;
  onClose: () => void;
}

/** What a campaign cost, by day and source: what platforms report, and what people enter here. */
export default function SpendDialog({ onClose, ...shown }: SpendDialogProps) {
  return (
    <Dialog
      isOpen
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title="Gastos"
      description={`${shown.campaign.name} · ${rangeText(shown.range)}`}
    >
      <Spend {...shown} />
    </Dialog>
  );
}

type View = { readonly name: 'list' | 'import' } | { readonly name: 'form'; readonly row?: SpendRow };

function Spend({ campaign, range, canEdit }: Omit<SpendDialogProps, 'onClose'>) {
  const [view, setView] = useState<View>({ name: 'list' });
  const back = () => setView({ name: 'list' });
  if (view.name === 'form') return <SpendForm campaignId={campaign.campaignId} row={view.row} onDone={back} />;
  if (view.name === 'import') return <SpendImportForm onDone={back} />;
  const actions = canEdit && (
    <div className="flex flex-wrap gap-2">
      <Button size="small" onClick={() => setView({ name: 'form' })}>
        <Plus size={16} aria-hidden /> Lançar gasto
      </Button>
      <Button size="small" look="outline" onClick={() => setView({ name: 'import' })}>
        <FileUp size={16} aria-hidden /> Colar ou importar CSV
      </Button>
    </div>
  );
  return (
    <SpendList
      campaignId={campaign.campaignId}
      range={range}
      actions={actions}
      {...(canEdit && { onEdit: (row: SpendRow) => setView({ name: 'form', row }) })}
    />
  );
}

interface SpendListProps {
  campaignId: string;
  range: DateRange;
  actions: ReactNode;
  onEdit?: (row: SpendRow) => void;
}

function SpendList({ campaignId, range, actions, onEdit }: SpendListProps) {
  const query = useSpend(campaignId, range);
  const [removing, setRemoving] = useState<SpendRow>();
  return (
    <QueryView query={query} loading={<TableSkeleton rows={4} />}>
      {(rows) =>
        rows.length === 0 ? (
          <Empty
            icon={Receipt}
            title="Nenhum gasto neste período"
            text="O que uma plataforma conectada gasta aparece sozinho. Lance aqui o das outras fontes."
          >
            {actions}
          </Empty>
        ) : (
          <>
            <div className="mb-3 flex flex-wrap items-center justify-between gap-2">
              {actions}
              <p className="text-[13px] text-muted">
                Total: <span className="figure font-medium text-ink">{totalText(rows)}</span>
              </p>
            </div>
            <div className="-mx-5 sm:-mx-6">
              <DataTable
                label="Gastos da campanha"
                columns={onEdit && rows.some(isEntered) ? [...COLUMNS, actionsColumn(onEdit, setRemoving)] : COLUMNS}
                items={rows}
                keyOf={({ day, source, origin, currency }) => `${day} ${source} ${origin} ${currency}`}
              />
            </div>
            <UndoImports rows={onEdit ? rows : []} />
            <RemoveSpend campaignId={campaignId} row={removing} onClose={() => setRemoving(undefined)} />
          </>
        )
      }
    </QueryView>
  );
}

const COLUMNS: readonly Column<SpendRow>[] = [
  { key: 'day', label: 'Dia', cell: ({ day }) => <span className="figure">{formatDay(day)}</span> },
  {
    key: 'source',
    label: 'Fonte e nota',
    cell: ({ source, note, origin, isSetAside }) => (
      <div className="min-w-24">
        <span className="flex flex-wrap items-center gap-1.5">
          {sourceLabel(source)}
          {origin === 'platform' && <Badge look="secondary">da plataforma</Badge>}
          {isSetAside && <Badge look="warn">não conta</Badge>}
        </span>
        {isSetAside && <p className="text-muted text-xs">A plataforma já informa este dia.</p>}
        {note && <p className="break-words text-muted text-xs">{note}</p>}
      </div>
    ),
  },
  {
    key: 'amount',
    label: 'Valor',
    numeric: true,
    cell: ({ amount, currency }) => formatCurrency(amount, currency),
  },
];

const nameOf = ({ source, day }: SpendRow) => `${sourceLabel(source)} em ${formatDay(day)}`;

/** Only what people entered can be changed: a platform's figures are the platform's. */
const isEntered = ({ origin }: SpendRow) => origin === 'manual';

const actionsColumn = (onEdit: (row: SpendRow) => void, onRemove: (row: SpendRow) => void): Column<SpendRow> => ({
  key: 'actions',
  label: 'Ações',
  className: 'py-1',
  cell: (row) =>
    isEntered(row) && (
      <div className="flex">
        <Button look="ghost" size="small-icon" aria-label={`Editar ${nameOf(row)}`} onClick={() => onEdit(row)}>
          <Pencil size={15} aria-hidden />
        </Button>
        <Button look="ghost" size="small-icon" aria-label={`Remover ${nameOf(row)}`} onClick={() => onRemove(row)}>
          <Trash2 size={15} aria-hidden />
        </Button>
      </div>
    ),
});

interface RemoveSpendProps {
  campaignId: string;
  row: SpendRow | undefined;
  onClose: () => void;
}

function RemoveSpend({ campaignId, row, onClose }: RemoveSpendProps) {
  const enter = useEnterSpend(campaignId);
  const confirm = () => {
    if (!row || enter.isPending) return;
    enter.mutate(
      { day: row.day, source: row.source, currency: row.currency, amount: null },
      {
        onSuccess: () => {
          toast({ title: 'Gasto removido' });
          onClose();
        },
        onError: (error) => failureToast('Erro ao remover gasto', error, 'Nada foi removido. Tente de novo.'),
      },
    );
  };
  return (
    <ConfirmDialog
      isOpen={row !== undefined}
      onClose={onClose}
      title="Remover gasto"
      label="Remover"
      pendingLabel="Removendo..."
      isPending={enter.isPending}
      onConfirm={confirm}
    >
      {row && (
        <p>
          {nameOf(row)}, {formatCurrency(row.amount, row.currency)}: deixa de contar no ROAS e no lucro.
        </p>
      )}
    </ConfirmDialog>
  );
}

/** One line for each file whose rows are in the list. */
function UndoImports({ rows }: { rows: readonly SpendRow[] }) {
  const undo = useUndoImport();
  const imports = Map.groupBy(
    rows.filter(({ importId }) => importId !== null),
    ({ importId }) => importId ?? '',
  );
  const take = (importId: string) =>
    undo.mutate(importId, {
      onSuccess: () => toast({ title: 'Importação desfeita', description: 'Os valores de antes voltaram.' }),
      onError: (error) => failureToast('Erro ao desfazer', error, 'Nada foi desfeito. Tente de novo.'),
    });
  if (imports.size === 0) return null;
  return (
    <ul className="mt-3 flex flex-col gap-1 text-[13px] text-muted">
      {[...imports].map(([importId, own]) => (
        <li key={importId} className="flex flex-wrap items-center justify-between gap-2">
          <span>
            De um arquivo, aqui: {own.length} {own.length === 1 ? 'linha' : 'linhas'}, {totalText(own)}
          </span>
          <Button look="ghost" size="small" disabled={undo.isPending} onClick={() => take(importId)}>
            <Undo2 size={15} aria-hidden /> Desfazer o arquivo inteiro
          </Button>
        </li>
      ))}
    </ul>
  );
}
