import { SPEND_FILE_BYTES_MAX, SPEND_FILE_ROWS_MAX, type SpendImport } from '@tracker/schemas/contracts/spend.contract';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { failureToast } from '../../data/failure-toast.ts';
import { formatCount, formatCounted } from '../../format/figures.ts';
import { Button } from '../../ui/button.tsx';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { Field } from '../../ui/field.tsx';
import { Input } from '../../ui/input.tsx';
import { Textarea } from '../../ui/textarea.tsx';
import { toast } from '../../ui/toast-store.ts';
import { useForm } from '../../ui/use-form.ts';
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
        <Button disabled={store.isPending || check.data.imported === 0} onClick={confirm}>
          {store.isPending ? 'Importando...' : importLabel(check.data.imported)}
        </Button>
      </Result>
    );
  }
  return (
    <SourceForm
      isPending={check.isPending}
      onCheck={(chosen) => {
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

interface SourceFormProps {
  isPending: boolean;
  onCheck: (file: Blob) => void;
  onCancel: () => void;
}

function SourceForm({ isPending, onCheck, onCancel }: SourceFormProps) {
  const [file, setFile] = useState<File>();
  const { errors, values, fail, text, form } = useForm({ pasted: '', file: '' });
  const submit = () => {
    if (isPending) return;
    const chosen = file ?? new Blob([values.pasted]);
    if (!file && values.pasted.trim() === '') return fail({ pasted: 'Cole as linhas ou escolha um arquivo.' });
    if (chosen.size > SPEND_FILE_BYTES_MAX) {
      const tooLarge = 'O arquivo pode ter até 1 MB. Divida-o em partes.';
      return fail(file ? { file: tooLarge } : { pasted: tooLarge });
    }
    onCheck(chosen);
  };
  return (
    <form {...form(submit)} className="flex flex-col gap-4">
      <Field
        label="Linhas"
        hint={`Colunas dia, campanha (ID ou nome), fonte e custo; moeda e nota, se quiser. Até ${formatCount(SPEND_FILE_ROWS_MAX)} linhas.`}
        error={errors.pasted}
      >
        {(control) => (
          <Textarea
            {...control}
            {...text('pasted')}
            rows={6}
            spellCheck={false}
            placeholder={EXAMPLE}
            className="font-mono text-xs"
          />
        )}
      </Field>
      <Field label="Ou um arquivo CSV" error={errors.file}>
        {(control) => (
          <Input
            {...control}
            name="file"
            type="file"
            accept=".csv,.tsv,.txt,text/csv"
            onChange={(event) => setFile(event.target.files?.[0])}
            className="h-auto py-1.5 text-[13px]"
          />
        )}
      </Field>
      <div className="mt-1 flex justify-end gap-2">
        <Button look="outline" onClick={onCancel}>
          Cancelar
        </Button>
        <Button type="submit" disabled={isPending}>
          {isPending ? 'Conferindo...' : 'Conferir'}
        </Button>
      </div>
    </form>
  );
}

const ERROR_COLUMNS: readonly Column<SpendImport['errors'][number]>[] = [
  { key: 'line', label: 'Linha', numeric: true, cell: ({ line }) => formatCount(line) },
  { key: 'message', label: 'Problema', cell: ({ message }) => <span className="break-words">{message}</span> },
];

/** What the file brings, or brought; gets the focus, since what was focused is gone. */
function Result({ result, children }: { result: SpendImport; children: ReactNode }) {
  const summary = useRef<HTMLDivElement>(null);
  useEffect(() => summary.current?.focus(), []);
  return (
    <div className="flex flex-col gap-4">
      <div ref={summary} tabIndex={-1} role="status">
        <p className="font-medium">{countsText(result)}</p>
        <p className="figure text-[13px] text-muted">{contentText(result)}</p>
      </div>
      {result.errors.length > 0 && (
        <div className="-mx-5 sm:-mx-6">
          <DataTable
            label="Linhas com erro"
            columns={ERROR_COLUMNS}
            items={result.errors}
            keyOf={({ line }) => String(line)}
          />
          <p className="mt-2 px-5 text-[13px] text-muted sm:px-6">
            Corrija-as no arquivo e importe-o de novo: o que já entrou não conta duas vezes.
          </p>
        </div>
      )}
      <div className="flex flex-wrap justify-end gap-2">{children}</div>
    </div>
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
