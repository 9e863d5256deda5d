import { useMutation } from '@tanstack/react-query';
import {
  CONVERSION_FILE_BYTES_MAX,
  CONVERSION_FILE_ROWS_MAX,
  type ConversionImport,
  importConversions,
} from '@tracker/schemas/contracts/conversion-imports.contract';
import { type ReactNode, useState } from 'react';
import { CallError, call } from '../../data/call.ts';
import { failureToast } from '../../data/failure-toast.ts';
import { formatCurrency } from '../../format/currencies.ts';
import { formatDay } from '../../format/days.ts';
import { formatCount, formatCounted } from '../../format/figures.ts';
import { ColumnForm } from '../../imports/column-form.tsx';
import { ImportResult } from '../../imports/import-result.tsx';
import { FORMATS, useAskAfterImport, useUndoImport } from '../../imports/imports.ts';
import { PasteOrFile } from '../../imports/paste-or-file.tsx';
import { type FileText, readFileText } from '../../imports/rename-columns.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';

/** Paste or choose, look at what would happen, import; and undo. Nothing is stored before the second step. */
export default function ConversionImportDialog({ onClose }: { onClose: () => void }) {
  return (
    <Dialog
      isOpen
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title="Importar vendas antigas"
      description="O relatório de vendas da Hotmart ou da Kiwify, ou um CSV da UTMify ou seu: você diz qual coluna é qual. O que o webhook entregar da mesma transação vale mais, e nada é enviado a pixels ou postbacks."
    >
      <ImportForm onDone={onClose} />
    </Dialog>
  );
}

function ImportForm({ onDone }: { onDone: () => void }) {
  const [file, setFile] = useState<Blob>();
  const [unknown, setUnknown] = useState<FileText>();
  const refresh = useAskAfterImport();
  const check = useMutation({
    mutationFn: (body: Blob) => call(importConversions, { query: { dryRun: '1' }, body }),
    onError: async (error, body) => {
      if (!unknown && error instanceof CallError && error.code === 'file-columns-missing')
        return setUnknown(await readFileText(body));
      failureToast('Erro ao ler o arquivo', error, 'O arquivo não pôde ser lido.');
    },
  });
  const store = useMutation({
    mutationFn: (body: Blob) => call(importConversions, { body }),
    onSuccess: refresh,
    onError: (error) => failureToast('Erro ao importar', error, 'Nada foi importado. Tente de novo.'),
  });
  const undo = useUndoImport(onDone);
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
  if (file && check.data) {
    const { imported } = check.data;
    return (
      <Result result={check.data}>
        <Button look="outline" onClick={() => check.reset()}>
          Voltar
        </Button>
        {imported > 0 && (
          <Button disabled={store.isPending} onClick={() => store.mutate(file)}>
            {store.isPending ? 'Importando...' : `Importar ${formatCounted(imported, 'venda', 'vendas')}`}
          </Button>
        )}
      </Result>
    );
  }
  const look = (chosen: Blob) => {
    setFile(chosen);
    check.mutate(chosen);
  };
  return unknown ? (
    <ColumnForm file={unknown} isPending={check.isPending} onFile={look} onBack={() => setUnknown(undefined)} />
  ) : (
    <PasteOrFile
      hint={`Em um CSV seu: data, transação e valor; moeda, status, produto, plataforma, click_id e utm, se quiser. Até ${formatCount(CONVERSION_FILE_ROWS_MAX)} linhas.`}
      example={EXAMPLE}
      bytesMax={CONVERSION_FILE_BYTES_MAX}
      isFileFirst
      isPending={check.isPending}
      action={['Conferir', 'Conferindo...']}
      onFile={look}
      onCancel={onDone}
    />
  );
}

const EXAMPLE = 'data;transação;valor;status;produto\n20/11/2026 14:30;HP123;1.234,56;aprovada;Curso';

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

function Result({ result, children }: { result: ConversionImport; children: ReactNode }) {
  return (
    <ImportResult counts={countsText(result)} content={contentText(result)} errors={result.errors}>
      {children}
    </ImportResult>
  );
}
