import { SPEND_FILE_BYTES_MAX, SPEND_FILE_ROWS_MAX, type SpendImport } from '@tracker/schemas/contracts/spend.contract';
import { type ReactNode, useState } from 'react';
import { failureToast } from '../../data/failure-toast.ts';
import { formatCount, formatCounted } from '../../format/figures.ts';
import { ImportResult } from '../../imports/import-result.tsx';
import { PasteOrFile } from '../../imports/paste-or-file.tsx';
import { Button } from '../../ui/button.tsx';
import { toast } from '../../ui/toast-store.ts';
import { useCheckSpendFile, useImportSpend, useUndoImport } from './spend-queries.ts';
import { contentText, countsText, importLabel } from './spend-texts.ts';

/** Paste or choose, look at what would happen, import; and undo. Nothing is stored before the second step. */
export function SpendImportForm({ onDone }: { onDone: () => void }) {
  const [file, setFile] = useState<Blob>();
  const check = useCheckSpendFile();
  const store = useImportSpend();
  if (store.data) return <Stored result={store.data} onDone={onDone} />;
  if (file && check.data) {
    const confirm = () =>
      store.mutate(file, {
        onError: (error) => failureToast('Erro ao importar', error, 'Nada foi importado. Tente de novo.'),
      });
    return (
      <Result result={check.data}>
        <Button look="outline" onClick={() => check.reset()}>
          Voltar
        </Button>
        {check.data.imported > 0 && (
          <Button disabled={store.isPending} onClick={confirm}>
            {store.isPending ? 'Importando...' : importLabel(check.data.imported)}
          </Button>
        )}
      </Result>
    );
  }
  return (
    <PasteOrFile
      hint={`Colunas dia, campanha (ID ou nome), fonte e custo; moeda e nota, se quiser. Até ${formatCount(SPEND_FILE_ROWS_MAX)} linhas.`}
      example={EXAMPLE}
      bytesMax={SPEND_FILE_BYTES_MAX}
      isPending={check.isPending}
      action={['Conferir', 'Conferindo...']}
      onFile={(chosen) => {
        setFile(chosen);
        check.mutate(chosen, {
          onError: (error) => failureToast('Erro ao ler o arquivo', error, 'O arquivo não pôde ser lido.'),
        });
      }}
      onCancel={onDone}
    />
  );
}

const EXAMPLE = 'dia;campanha;fonte;custo\n20/11/2026;black-friday;google;1.234,56';

function Result({ result, children }: { result: SpendImport; children: ReactNode }) {
  return (
    <ImportResult counts={countsText(result)} content={contentText(result)} errors={result.errors}>
      {children}
    </ImportResult>
  );
}

function Stored({ result, onDone }: { result: SpendImport; onDone: () => void }) {
  const undo = useUndoImport();
  const { importId, imported } = result;
  const takeBack = () => {
    if (importId === null || undo.isPending) return;
    undo.mutate(importId, {
      onSuccess: () => {
        toast({ title: 'Importação desfeita', description: 'Os valores de antes voltaram.' });
        onDone();
      },
      onError: (error) => failureToast('Erro ao desfazer', error, 'Nada foi desfeito. Tente de novo.'),
    });
  };
  return (
    <Result result={result}>
      <p role="status" className="mr-auto self-center text-[13px] text-good">
        {formatCounted(imported, 'linha importada', 'linhas importadas')}
      </p>
      {importId !== null && (
        <Button look="outline" disabled={undo.isPending} onClick={takeBack}>
          {undo.isPending ? 'Desfazendo...' : 'Desfazer importação'}
        </Button>
      )}
      <Button onClick={onDone}>Concluir</Button>
    </Result>
  );
}
