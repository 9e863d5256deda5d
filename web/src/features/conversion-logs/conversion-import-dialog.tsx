import { useMutation } from '@tanstack/react-query';
import {
  CONVERSION_FILE_BYTES_MAX,
  CONVERSION_FILE_ROWS_MAX,
  type ConversionImport,
  importConversions,
} from '@tracker/schemas/contracts/conversion-imports.contract';
import { type ComponentProps, type ReactNode, useState } from 'react';
import type { z } from 'zod';
import { CallError, call } from '../../data/call.ts';
import { failureToast } from '../../data/failure-toast.ts';
import { useCreating } from '../../data/use-creating.ts';
import { formatCurrency } from '../../format/currencies.ts';
import { formatDay } from '../../format/days.ts';
import { formatCount, formatCounted } from '../../format/figures.ts';
import { ColumnForm } from '../../imports/column-form.tsx';
import type { FileAnswers } from '../../imports/file-questions.tsx';
import { ImportResult } from '../../imports/import-result.tsx';
import { FORMATS, useAskAfterImport, useUndoImport } from '../../imports/imports.ts';
import { PasteOrFile } from '../../imports/paste-or-file.tsx';
import { type FileText, readFileText } from '../../imports/rename-columns.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';

/** Each answer is one of the choices of its question. */
type Query = z.input<(typeof importConversions)['query']>;

/** Paste or choose, look at what would happen, import; and undo. Nothing is stored before the second step. */
export default function ConversionImportDialog({ onClose }: { onClose: () => void }) {
  return (
    <Dialog
      isOpen
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title="Importar vendas antigas"
      description="O relatório de vendas da Hotmart, Kiwify, Shopify, WooCommerce ou Nuvemshop, ou outro CSV: você diz qual coluna é qual. O que o webhook entregar da mesma transação vale mais, e nada é enviado a pixels ou postbacks."
    >
      <ImportForm onDone={onClose} />
    </Dialog>
  );
}

function ImportForm({ onDone }: { onDone: () => void }) {
  const [file, setFile] = useState<Blob>();
  const [unknown, setUnknown] = useState<FileText>();
  const [answers, setAnswers] = useState<FileAnswers>({});
  const [found, setFound] = useState<ConversionImport>();
  const refresh = useAskAfterImport();
  const check = useMutation({
    mutationFn: ({ body, given }: { body: Blob; given: FileAnswers }) =>
      call(importConversions, { query: { ...(given as Query), dryRun: '1' }, body }),
    onSuccess: async (result, { body }) => {
      if (result.missing.length > 0 && !unknown) setUnknown(await readFileText(body));
      else setFound(result);
    },
    onError: async (error, { body }) => {
      if (!unknown && error instanceof CallError && error.code === 'file-columns-missing')
        return setUnknown(await readFileText(body));
      failureToast('Erro ao ler o arquivo', error, 'O arquivo não pôde ser lido.');
    },
  });
  const store = useMutation({
    mutationFn: useCreating(importConversions, (body: Blob) => ({ query: answers as Query, body })),
    onSuccess: refresh,
    onError: (error) => failureToast('Erro ao importar', error, 'Nada foi importado. Tente de novo.'),
  });
  const undo = useUndoImport(onDone);
  const look = (body: Blob, given: FileAnswers = {}) => {
    setFile(body);
    setAnswers(given);
    check.mutate({ body, given });
  };
  if (store.data) {
    const { importId, imported } = store.data;
    return (
      <Result result={store.data}>
        <p role="status" className="mr-auto self-center text-[13px] text-good">
          {formatCounted(imported, 'venda importada', 'vendas importadas')}
        </p>
        {importId !== null && (
          <Button look="outline" disabled={undo.isPending} onClick={() => undo.mutate(importId)}>
            {undo.isPending ? 'Desfazendo...' : 'Desfazer importação'}
          </Button>
        )}
        <Button onClick={onDone}>Concluir</Button>
      </Result>
    );
  }
  if (file && found) {
    const { imported } = found;
    const ask = { isPending: check.isPending, onAnswer: (more: FileAnswers) => look(file, { ...answers, ...more }) };
    return (
      <Result result={found} ask={ask}>
        <Button look="outline" onClick={() => setFound(undefined)}>
          Voltar
        </Button>
        {imported > 0 && (
          <Button disabled={store.isPending || check.isPending} onClick={() => store.mutate(file)}>
            {store.isPending ? 'Importando...' : `Importar ${formatCounted(imported, 'venda', 'vendas')}`}
          </Button>
        )}
      </Result>
    );
  }
  return unknown ? (
    <ColumnForm
      file={unknown}
      isPending={check.isPending}
      onFile={(body) => look(body)}
      onBack={() => setUnknown(undefined)}
    />
  ) : (
    <PasteOrFile
      hint={`Em um CSV seu: data, transação, valor, status e moeda; produto, plataforma, click_id e utm, se quiser. Até ${formatCount(CONVERSION_FILE_ROWS_MAX)} linhas.`}
      example={EXAMPLE}
      bytesMax={CONVERSION_FILE_BYTES_MAX}
      isFileFirst
      isPending={check.isPending}
      action={['Conferir', 'Conferindo...']}
      onFile={(body) => look(body)}
      onCancel={onDone}
    />
  );
}

const EXAMPLE = 'data;transação;valor;status;moeda;produto\n20/11/2026 14:30;HP123;1.234,56;aprovada;BRL;Curso';

/** 'Relatório da Hotmart: 9 vendas novas, 2 já registradas, 1 sem pagamento, 3 com erro' */
const countsText = ({ format, imported, duplicates, skipped, errors }: ConversionImport): string =>
  `${FORMATS[format]}: ${[
    formatCounted(imported, 'venda nova', 'vendas novas'),
    ...(duplicates > 0 ? [formatCounted(duplicates, 'já registrada', 'já registradas')] : []),
    ...(skipped > 0 ? [`${formatCount(skipped)} sem pagamento`] : []),
    ...(errors.length > 0 ? [`${formatCount(errors.length)} com erro`] : []),
  ].join(', ')}`;

function contentText({ days, totals }: ConversionImport): string {
  if (!days) return '';
  const from =
    days.first === days.last ? formatDay(days.first) : `De ${formatDay(days.first)} a ${formatDay(days.last)}`;
  return [from, totals.map(({ amount, currency }) => formatCurrency(amount, currency)).join(' + ')]
    .filter(Boolean)
    .join(' · ');
}

const notesOn = ({ unknownStatuses }: ConversionImport): string[] =>
  unknownStatuses.length === 0
    ? []
    : [
        `Status desconhecidos, que não contam: ${unknownStatuses.map(({ status, rows }) => `${status} (${formatCount(rows)})`).join(', ')}`,
      ];

interface ResultProps {
  result: ConversionImport;
  ask?: ComponentProps<typeof ImportResult>['ask'];
  children: ReactNode;
}

function Result({ result, ask, children }: ResultProps) {
  return (
    <ImportResult
      counts={countsText(result)}
      content={contentText(result)}
      notes={notesOn(result)}
      result={result}
      {...(ask && { ask })}
    >
      {children}
    </ImportResult>
  );
}
