import { useState } from 'react';
import { Button } from '../ui/button.tsx';
import { cn } from '../ui/cn.ts';
import { Field } from '../ui/field.tsx';
import { Input } from '../ui/input.tsx';
import { Textarea } from '../ui/textarea.tsx';
import { useForm } from '../ui/use-form.ts';

interface PasteOrFileProps {
  /** The columns, and how many rows there may be. */
  hint: string;
  example: string;
  bytesMax: number;
  /** Reports come as files; sheets are pasted. */
  isFileFirst?: boolean;
  isPending: boolean;
  /** What the button says, and while the file is read. */
  action: readonly [idle: string, pending: string];
  onFile: (file: Blob) => void;
  onCancel?: () => void;
  className?: string;
}

/** The rows of a CSV file, pasted or chosen. */
export function PasteOrFile({
  hint,
  example,
  bytesMax,
  isFileFirst = false,
  isPending,
  action,
  onFile,
  onCancel,
  className,
}: PasteOrFileProps) {
  const [file, setFile] = useState<File>();
  const { errors, values, fail, text, form } = useForm({ pasted: '', file: '' });
  const submit = () => {
    if (isPending) return;
    const chosen = file ?? new Blob([values.pasted]);
    if (!file && values.pasted.trim() === '') return fail({ pasted: 'Cole as linhas ou escolha um arquivo.' });
    if (chosen.size > bytesMax) {
      const tooLarge = `O arquivo pode ter até ${bytesMax / 2 ** 20} MB. Divida-o em partes.`;
      return fail(file ? { file: tooLarge } : { pasted: tooLarge });
    }
    fail({});
    onFile(chosen);
  };
  const rows = (
    <Field key="rows" label={isFileFirst ? 'Ou as linhas' : 'Linhas'} hint={hint} error={errors.pasted}>
      {(control) => (
        <Textarea
          {...control}
          {...text('pasted')}
          rows={5}
          spellCheck={false}
          placeholder={example}
          className="font-mono text-xs"
        />
      )}
    </Field>
  );
  const chosenFile = (
    <Field key="file" label={isFileFirst ? 'Arquivo CSV' : 'Ou um arquivo CSV'} error={errors.file}>
      {(control) => (
        <Input
          {...control}
          name="file"
          type="file"
          accept=".csv,.tsv,.txt,text/csv"
          onChange={(event) => setFile(event.target.files?.[0])}
          className="h-auto py-1.5 text-[13px] file:mr-3 file:rounded-md file:border file:border-field file:bg-page file:px-2.5 file:py-1 file:font-medium"
        />
      )}
    </Field>
  );
  return (
    <form {...form(submit)} className={cn('flex flex-col gap-4', className)}>
      {isFileFirst ? [chosenFile, rows] : [rows, chosenFile]}
      <div className="mt-1 flex justify-end gap-2">
        {onCancel && (
          <Button look="outline" onClick={onCancel}>
            Cancelar
          </Button>
        )}
        <Button type="submit" disabled={isPending}>
          {isPending ? action[1] : action[0]}
        </Button>
      </div>
    </form>
  );
}
