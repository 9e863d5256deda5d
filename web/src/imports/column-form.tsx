import { CONVERSION_FILES } from '@tracker/schemas/texts/conversion-import';
import { useState } from 'react';
import { Button } from '../ui/button.tsx';
import { SelectField } from '../ui/select-field.tsx';
import { type FileText, renamed } from './rename-columns.ts';

const { columns } = CONVERSION_FILES.generic;
interface Wanted {
  readonly label: string;
  /** What the import calls it. */
  readonly names: readonly [string, ...string[]];
}
const NEEDED: readonly Wanted[] = [
  { label: 'Data da venda', names: columns.date },
  { label: 'Código da transação', names: columns.transaction },
  { label: 'Valor', names: columns.amount },
];
const OPTIONAL: readonly Wanted[] = [
  { label: 'Status', names: columns.status },
  { label: 'Produto', names: columns.product },
  { label: 'Checkout da venda', names: columns.checkout },
  { label: 'Moeda', names: columns.currency },
  { label: 'ID do click', names: columns.click },
  { label: 'utm_source', names: ['utm_source'] },
  { label: 'utm_medium', names: ['utm_medium'] },
  { label: 'utm_campaign', names: ['utm_campaign'] },
  { label: 'utm_content', names: ['utm_content'] },
  { label: 'utm_term', names: ['utm_term'] },
];
const NONE = '-';

interface ColumnFormProps {
  file: FileText;
  isPending: boolean;
  onFile: (file: Blob) => void;
  onBack: () => void;
}

/** Which column of a file is which, for files that the import does not know: UTMify's and those of other tools. */
export function ColumnForm({ file, isPending, onFile, onBack }: ColumnFormProps) {
  const called = file.header.map((cell) => cell.toLowerCase());
  const [places, setPlaces] = useState<Readonly<Record<string, string>>>(() =>
    Object.fromEntries(
      [...NEEDED, ...OPTIONAL].map(({ label, names }) => {
        const place = names.map((name) => called.indexOf(name)).find((one) => one >= 0);
        return [label, place === undefined ? NONE : String(place)];
      }),
    ),
  );
  const isComplete = NEEDED.every(({ label }) => places[label] !== NONE);
  const options = [
    { value: NONE, label: 'Não está no arquivo' },
    ...file.header.map((cell, place) => ({ value: String(place), label: cell || `Coluna ${place + 1}` })),
  ];
  const submit = () => {
    const chosen = [...NEEDED, ...OPTIONAL].flatMap(({ label, names }): [string, number][] =>
      places[label] === NONE ? [] : [[names[0], Number(places[label])]],
    );
    onFile(renamed(file, new Map(chosen)));
  };
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (isComplete && !isPending) submit();
      }}
      className="flex flex-col gap-3"
    >
      <p className="text-[13px] text-muted">
        As colunas deste arquivo têm outros nomes. Diga qual é qual: data, código e valor são necessários. Com o
        checkout, o que o webhook dele entregar da mesma transação não conta duas vezes.
      </p>
      <div className="grid grid-cols-1 gap-3 sm:grid-cols-2">
        {[...NEEDED, ...OPTIONAL].map(({ label }) => (
          <SelectField
            key={label}
            label={label}
            value={places[label] ?? NONE}
            onChange={(place) => setPlaces({ ...places, [label]: place })}
            options={options}
          />
        ))}
      </div>
      <div className="mt-1 flex justify-end gap-2">
        <Button look="outline" onClick={onBack}>
          Voltar
        </Button>
        <Button type="submit" disabled={isPending || !isComplete}>
          {isPending ? 'Conferindo...' : 'Conferir'}
        </Button>
      </div>
    </form>
  );
}
