import type { StoredConversionImport } from '@tracker/schemas/contracts/conversion-imports.contract';
import { useState } from 'react';
import { FetchedCard } from '../../data/fetched-card.tsx';
import { formatDay } from '../../format/days.ts';
import { formatCounted } from '../../format/figures.ts';
import { formatInstantTime } from '../../format/instants.ts';
import { FORMATS, useImports, useUndoImport } from '../../imports/imports.ts';
import { useSession } from '../../session/session.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { LinkButton } from '../../ui/link-button.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';

/** The files of old conversions that were imported, each with its undo. */
export function ImportsCard() {
  return (
    <FetchedCard
      title="Vendas importadas"
      note="Arquivos de vendas antigas, o mais novo primeiro"
      query={useImports()}
      loading={<Skeleton className="mx-4 mb-4 h-10 sm:mx-5" />}
      empty={<p className="px-4 pb-4 text-muted sm:px-5">Nenhum arquivo foi importado.</p>}
      actions={
        <LinkButton to="/conversion-logs" search={{ import: 'open' }}>
          Importar em Logs Conversão
        </LinkButton>
      }
    >
      {(imports) => (
        <ul
          aria-label="Arquivos importados"
          className="max-h-96 divide-y divide-line overflow-y-auto border-line border-t"
        >
          {imports.map((one) => (
            <Import key={one.importId} stored={one} />
          ))}
        </ul>
      )}
    </FetchedCard>
  );
}

/** 'De 02/03/2026 a 04/03/2026' */
const daysText = ({ days }: StoredConversionImport) =>
  days && (days.first === days.last ? formatDay(days.first) : `De ${formatDay(days.first)} a ${formatDay(days.last)}`);

function Import({ stored }: { stored: StoredConversionImport }) {
  const { at, by, format, rows, undone, importId } = stored;
  const { timeZone } = useSession().tenant;
  const [isAsking, setAsking] = useState(false);
  const undo = useUndoImport(() => setAsking(false));
  const when = formatInstantTime(at, timeZone);
  const file = format ? FORMATS[format] : 'Arquivo';
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-1 px-4 py-2.5 sm:px-5">
      <div className="min-w-0 flex-1 basis-60">
        <p className="font-medium">
          {file}: {formatCounted(rows, 'venda', 'vendas')}
        </p>
        <p className="figure text-muted text-xs">
          {[daysText(stored), `importado em ${when}`, by && `por ${by}`].filter(Boolean).join(' · ')}
        </p>
      </div>
      {undone ? (
        <Badge look="gray">Desfeita</Badge>
      ) : (
        <Button
          look="outline"
          size="small"
          aria-label={`Desfazer a importação de ${when}`}
          onClick={() => setAsking(true)}
        >
          Desfazer
        </Button>
      )}
      <ConfirmDialog
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        title="Desfazer importação?"
        label="Desfazer importação"
        pendingLabel="Desfazendo..."
        isPending={undo.isPending}
        onConfirm={() => undo.mutate(importId)}
      >
        <p>
          {formatCounted(rows, 'venda sai', 'vendas saem')} dos números. Ficam as que o checkout também avisou, ou que
          outro arquivo trouxe.
        </p>
      </ConfirmDialog>
    </li>
  );
}
