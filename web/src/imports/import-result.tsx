import { type ReactNode, useEffect, useRef } from 'react';
import { formatCount } from '../format/figures.ts';
import { type Column, DataTable } from '../ui/data-table.tsx';

interface LineError {
  line: number;
  message: string;
}

const ERROR_COLUMNS: readonly Column<LineError>[] = [
  { key: 'line', label: 'Linha', numeric: true, cell: ({ line }) => formatCount(line) },
  { key: 'message', label: 'Problema', cell: ({ message }) => <span className="break-words">{message}</span> },
];

interface ImportResultProps {
  counts: string;
  content: string;
  errors: readonly LineError[];
  /** What can be done next. */
  children: ReactNode;
}

/** What a file brings, or brought; gets the focus, since what was focused is gone. */
export function ImportResult({ counts, content, errors, children }: ImportResultProps) {
  const summary = useRef<HTMLDivElement>(null);
  useEffect(() => summary.current?.focus(), []);
  return (
    <div className="flex flex-col gap-4">
      <div ref={summary} tabIndex={-1} role="status">
        <p className="font-medium">{counts}</p>
        <p className="figure text-[13px] text-muted">{content}</p>
      </div>
      {errors.length > 0 && (
        <div className="-mx-5 sm:-mx-6">
          <DataTable
            label="Linhas com erro"
            columns={ERROR_COLUMNS}
            items={errors}
            keyOf={({ line }) => String(line)}
          />
          <p className="mt-2 px-5 text-[13px] text-muted sm:px-6">
            Corrija o que falta e importe de novo: o que já entrou não conta duas vezes.
          </p>
        </div>
      )}
      <div className="flex flex-wrap justify-end gap-2">{children}</div>
    </div>
  );
}
