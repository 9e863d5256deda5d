import type { FileQuestion } from '@tracker/schemas/contracts/file-import';
import { BRL, type Currency, type MoneySum } from '@tracker/schemas/primitives/money';
import { type ReactNode, useEffect, useRef } from 'react';
import { formatCurrency } from '../format/currencies.ts';
import { formatCount } from '../format/figures.ts';
import { type Column, DataTable } from '../ui/data-table.tsx';
import { type FileAnswers, FileQuestions } from './file-questions.tsx';

interface LineError {
  line: number;
  message: string;
}

const ERROR_COLUMNS: readonly Column<LineError>[] = [
  { key: 'line', label: 'Linha', numeric: true, cell: ({ line }) => formatCount(line) },
  { key: 'message', label: 'Problema', cell: ({ message }) => <span className="break-words">{message}</span> },
];

type Sums = readonly { currency: Currency | null; amount: MoneySum }[];

interface LookedAt {
  columns: readonly string[];
  missing: readonly string[];
  questions: readonly FileQuestion[];
  sums: { file: Sums; read: Sums };
  errors: readonly LineError[];
}

interface ImportResultProps {
  counts: string;
  content: string;
  /** What else a person should know of the file. */
  notes: readonly string[];
  result: LookedAt;
  /** Before it is stored; the file is read again with the answers. */
  ask?: { isPending: boolean; onAnswer: (answers: FileAnswers) => void };
  /** What can be done next. */
  children: ReactNode;
}

/** What a file brings, or brought; gets the focus, since what was focused is gone. */
export function ImportResult({ counts, content, notes, result, ask, children }: ImportResultProps) {
  const summary = useRef<HTMLDivElement>(null);
  useEffect(() => summary.current?.focus(), []);
  const { columns, missing, questions, sums, errors } = result;
  return (
    <div className="flex flex-col gap-4">
      <div ref={summary} tabIndex={-1} role="status" className="break-words">
        <p className="font-medium">{counts}</p>
        <p className="figure text-[13px] text-muted">{content}</p>
        {sums.file.length > 0 && (
          <p className="figure text-[13px] text-muted">
            Soma do arquivo: {sumsText(sums.file)} · contam: {sumsText(sums.read)}
          </p>
        )}
        {notes.map((note) => (
          <p key={note} className="text-[13px] text-muted">
            {note}
          </p>
        ))}
        {missing.length > 0 && <p className="text-[13px] text-bad">Falta no arquivo: {missing.join(', ')}.</p>}
        {columns.length > 0 && (
          <p className="text-[13px] text-muted">Colunas do arquivo: {columns.filter(Boolean).join(', ')}</p>
        )}
      </div>
      {ask && questions.length > 0 && <FileQuestions questions={questions} {...ask} />}
      {errors.length > 0 && (
        <div className="-mx-5 sm:-mx-6">
          <DataTable
            label="Linhas com erro"
            columns={ERROR_COLUMNS}
            items={errors}
            keyOf={({ line, message }) => `${line} ${message}`}
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

const sumsText = (sums: Sums): string =>
  sums
    .map(
      ({ amount, currency }) =>
        `${formatCurrency(amount, currency ?? BRL)}${currency === null ? ' (moeda a confirmar)' : ''}`,
    )
    .join(' + ') || formatCurrency('0', BRL);
