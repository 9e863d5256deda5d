import { SPEND_FILE_BYTES_MAX, SPEND_FILE_ROWS_MAX, type SpendImport } from '@tracker/schemas/contracts/spend.contract';
import { type ComponentProps, type ReactNode, useState } from 'react';
import { failureToast } from '../../data/failure-toast.ts';
import { formatCount, formatCounted } from '../../format/figures.ts';
import type { FileAnswers } from '../../imports/file-questions.tsx';
import { ImportResult } from '../../imports/import-result.tsx';
import { PasteOrFile } from '../../imports/paste-or-file.tsx';
import { Button } from '../../ui/button.tsx';
import { toast } from '../../ui/toast-store.ts';
import { useCheckSpendFile, useImportSpend, useUndoImport } from './spend-queries.ts';
import { contentText, countsText, importLabel, notesOn } from './spend-texts.ts';

/** Paste or choose, look at what would happen, import; and undo. Nothing is stored before the second step. */
export function SpendImportForm({ onDone }: { onDone: () => void }) {
  const [file, setFile] = useState<Blob>();
  const [answers, setAnswers] = useState<FileAnswers>({});
  const [found, setFound] = useState<SpendImport>();
  const check = useCheckSpendFile();
  const store = useImportSpend();
  const look = (body: Blob, given: FileAnswers) => {
    setFile(body);
    setAnswers(given);
    check.mutate(
      { body, answers: given },
      {
        onSuccess: setFound,
        onError: (error) => failureToast('Erro ao ler o arquivo', error, 'O arquivo não pôde ser lido.'),
      },
    );
  };
  if (store.data) return <Stored result={store.data} onDone={onDone} />;
  if (file && found) {
    const confirm = () =>
      store.mutate(
        { body: file, answers },
        { onError: (error) => failureToast('Erro ao importar', error, 'Nada foi importado. Tente de novo.') },
      );
    const ask = { isPending: check.isPending, onAnswer: (more: FileAnswers) => look(file, { ...answers, ...more }) };
    return (
      <Result result={found} ask={ask}>
        <Button look="outline" onClick={() => setFound(undefined)}>
          Voltar
        </Button>
        {found.imported > 0 && (
          <Button disabled={store.isPending || check.isPending} onClick={confirm}>
            {store.isPending ? 'Importando...' : importLabel(found.imported)}
          </Button>
        )}
      </Result>
    );
  }
  return (
    <PasteOrFile
      hint={`O relatório da Meta, do Google ou do TikTok, ou as colunas dia, campanha (ID ou nome), fonte e custo; moeda e nota, se quiser. Até ${formatCount(SPEND_FILE_ROWS_MAX)} linhas.`}
      example={EXAMPLE}
      bytesMax={SPEND_FILE_BYTES_MAX}
      isPending={check.isPending}
      action={['Conferir', 'Conferindo...']}
      onFile={(chosen) => look(chosen, {})}
      onCancel={onDone}
    />
  );
}

type Ask = ComponentProps<typeof ImportResult>['ask'];

const EXAMPLE = 'dia;campanha;fonte;custo\n20/11/2026;black-friday;google;1.234,56';

function Result({ result, ask, children }: { result: SpendImport; ask?: Ask; children: ReactNode }) {
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
