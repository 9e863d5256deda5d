import { exportClicks } from '@tracker/schemas/contracts/click-logs.contract';
import { Download, X } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { callFile } from '../../data/call.ts';
import { saveFile } from '../../data/save-file.ts';
import { formatCount, formatCounted } from '../../format/figures.ts';
import { Button } from '../../ui/button.tsx';
import { toast } from '../../ui/toast-store.ts';
import type { ClickFilters } from './queries.ts';
import { fileNameOf, readCsv } from './save-csv.ts';

interface ExportButtonProps {
  filters: ClickFilters;
  /** The expected number of rows, if known. */
  total: number | undefined;
}

export function ExportButton({ filters, total }: ExportButtonProps) {
  /** Rows that came so far; undefined when nothing is under way. */
  const [rows, setRows] = useState<number>();
  const running = useRef<AbortController>(undefined);
  // Who leaves the screen does not want the file any more.
  useEffect(() => () => running.current?.abort(), []);

  const start = async () => {
    const controller = new AbortController();
    running.current = controller;
    setRows(0);
    try {
      const response = await callFile(exportClicks, { query: filters }, { signal: controller.signal });
      const { file, rows: saved } = await readCsv(response, setRows, filters.f ? 2 : 1);
      const name = fileNameOf(response, 'clicks-export.csv');
      saveFile(file, name);
      toast({ title: 'Exportação concluída', description: `${formatCounted(saved, 'click', 'clicks')} em ${name}` });
    } catch {
      if (controller.signal.aborted) return;
      toast({
        look: 'destructive',
        title: 'Erro ao exportar',
        description: 'O arquivo não chegou inteiro e não foi salvo. Tente de novo.',
      });
    } finally {
      setRows(undefined);
    }
  };

  if (rows === undefined) {
    return (
      <Button look="outline" size="small" onClick={start}>
        <Download size={14} aria-hidden /> Exportar CSV
      </Button>
    );
  }
  const share = total ? Math.min(99, Math.floor((rows / total) * 100)) : undefined;
  return (
    <span className="flex flex-wrap items-center gap-2">
      <span role="status" className="figure text-[13px] text-muted">
        Exportando… {formatCount(rows)}
        {total !== undefined && ` de ${formatCount(Math.max(total, rows))}`}
        {share !== undefined && ` (${share}%)`}
      </span>
      <Button look="outline" size="small" onClick={() => running.current?.abort()}>
        <X size={14} aria-hidden /> Cancelar
      </Button>
    </span>
  );
}
