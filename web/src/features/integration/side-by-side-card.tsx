import { useMutation } from '@tanstack/react-query';
import {
  COMPARED_BYTES_MAX,
  COMPARED_ROWS_MAX,
  type ComparedDay,
  type ComparedFigure,
  compareSideBySide,
  type SideBySide,
} from '@tracker/schemas/contracts/side-by-side.contract';
import { useEffect, useRef } from 'react';
import { call } from '../../data/call.ts';
import { failureToast } from '../../data/failure-toast.ts';
import { formatDay } from '../../format/days.ts';
import { formatCount, formatCounted, formatMoney, NO_FIGURE } from '../../format/figures.ts';
import { PasteOrFile } from '../../imports/paste-or-file.tsx';
import { Card, CardHeader } from '../../ui/card.tsx';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { REASON_TEXTS } from './reason-texts.ts';

const EXAMPLE = 'dia;vendas;receita;gasto\n20/11/2026;12;3.564,00;1.234,56';

/** For the first week next to the tool that people come from: which days differ, and why. */
export function SideBySideCard() {
  const compare = useMutation({ mutationFn: (body: Blob) => call(compareSideBySide, { body }) });
  return (
    <>
      <Card aria-labelledby="lado-a-lado" className="min-w-0">
        <CardHeader
          id="lado-a-lado"
          title="Lado a lado"
          note="Cole o relatório diário da outra ferramenta: cada diferença aparece com o motivo. Nada é gravado."
        />
        <PasteOrFile
          hint={`Coluna dia e ao menos uma de vendas, receita e gasto. Até ${formatCount(COMPARED_ROWS_MAX)} linhas; as de um mesmo dia são somadas.`}
          example={EXAMPLE}
          bytesMax={COMPARED_BYTES_MAX}
          isPending={compare.isPending}
          action={['Comparar', 'Comparando...']}
          className="px-4 pb-5 sm:px-5"
          onFile={(file) =>
            compare.mutate(file, {
              onError: (error) => failureToast('Erro ao ler o arquivo', error, 'O arquivo não pôde ser lido.'),
            })
          }
        />
      </Card>
      {compare.data && <Result key={compare.submittedAt} result={compare.data} />}
    </>
  );
}

const FIGURES: Readonly<Record<ComparedFigure, { label: string; format: (value: number | null) => string }>> = {
  conversions: { label: 'Conversões', format: formatCount },
  revenue: { label: 'Receita', format: formatMoney },
  spend: { label: 'Gasto', format: formatMoney },
};

/** Of a figure of a day: ours, theirs, and the difference where there is one. */
function Compared({ figure, ours, theirs }: { figure: ComparedFigure; ours: number | null; theirs: number | null }) {
  const { format } = FIGURES[figure];
  if (theirs === null) return <span>{format(ours)}</span>;
  const difference = differenceText(figure, differenceOf(ours, theirs));
  return (
    <span className="block">
      <span className={difference === '' ? '' : 'font-semibold'}>
        {format(ours)} <span className="text-muted">· {format(theirs)}</span>
      </span>
      {difference !== '' && <span className="block text-warn text-xs">{difference}</span>}
    </span>
  );
}

/** '−R$ 13,83'; '' for none. */
function differenceText(figure: ComparedFigure, exact: number): string {
  const difference = Math.round(exact * 100) / 100;
  if (difference === 0) return '';
  return `${difference > 0 ? '+' : '−'}${FIGURES[figure].format(Math.abs(difference))}`;
}

/** What is not known does not differ. */
const differenceOf = (ours: number | null, theirs: number | null): number => (ours === null ? 0 : ours - (theirs ?? 0));

/** Both know it, or the file does not have it. */
const isKnown = ({ ours, theirs }: ComparedDay, figures: readonly ComparedFigure[]): boolean =>
  figures.every((figure) => ours[figure] !== null || theirs[figure] === null);

/** On a phone: 'Conversões −2', 'Gasto −R$ 13,83'. */
function notesOf(day: ComparedDay, figures: readonly ComparedFigure[]): string[] {
  const { ours, theirs } = day;
  const notes = figures.flatMap((figure) => {
    const text = differenceText(figure, differenceOf(ours[figure], theirs[figure]));
    return text === '' ? [] : [`${FIGURES[figure].label} ${text}`];
  });
  const unknown = isKnown(day, figures) ? [] : ['gasto desconhecido aqui'];
  return notes.length + unknown.length > 0 ? [...notes, ...unknown] : ['igual'];
}

const isEqual = (day: ComparedDay, figures: readonly ComparedFigure[]) =>
  isKnown(day, figures) &&
  figures.every((figure) => Math.round(differenceOf(day.ours[figure], day.theirs[figure]) * 100) === 0);

function Reasons({ day, figures }: { day: ComparedDay; figures: readonly ComparedFigure[] }) {
  if (isEqual(day, figures)) return <span className="text-good">igual</span>;
  if (day.reasons.length === 0) return <span className="text-muted">sem motivo conhecido</span>;
  return (
    <ul className="flex flex-col gap-0.5">
      {day.reasons.map(({ reason, count, value }) => (
        <li key={reason}>{REASON_TEXTS[reason]({ count, value })}</li>
      ))}
    </ul>
  );
}

/** Gets the focus, since it is what was asked for. */
function Result({ result }: { result: SideBySide }) {
  const { days, figures, period, total, errors } = result;
  const summary = useRef<HTMLDivElement>(null);
  useEffect(() => summary.current?.focus(), []);
  const equal = days.filter((day) => isEqual(day, figures)).length;
  const columns: readonly Column<ComparedDay>[] = [
    { key: 'day', label: 'Dia', cell: ({ day }) => <span className="figure">{formatDay(day)}</span> },
    ...figures.map((figure) => ({
      key: figure,
      label: `${FIGURES[figure].label} · dela`,
      numeric: true,
      cell: ({ ours, theirs }: ComparedDay) => <Compared figure={figure} ours={ours[figure]} theirs={theirs[figure]} />,
    })),
    { key: 'reasons', label: 'Motivo', cell: (day) => <Reasons day={day} figures={figures} />, className: 'min-w-56' },
  ];
  return (
    <Card aria-labelledby="resultado" className="min-w-0">
      <div ref={summary} tabIndex={-1} role="status" className="px-4 pt-4 pb-3 sm:px-5">
        <h2 id="resultado" className="font-semibold text-[15px]">
          {formatDay(period.from)} a {formatDay(period.to)}: {formatCounted(equal, 'dia igual', 'dias iguais')} de{' '}
          {formatCount(days.length)}
        </h2>
        <p className="figure text-[13px] text-muted">
          {figures
            .map((figure) => {
              const theirs = total.theirs[figure];
              const { label, format } = FIGURES[figure];
              return `${label}: ${format(total.ours[figure])} aqui, ${theirs === null ? NO_FIGURE : format(theirs)} lá`;
            })
            .join(' · ')}
        </p>
      </div>
      <DataTable
        label="Dias comparados"
        columns={columns}
        items={days}
        keyOf={({ day }) => day}
        detailLabel={({ day }) => `Detalhes de ${formatDay(day)}`}
        summary={(day) => ({
          title: formatDay(day.day),
          notes: notesOf(day, figures),
        })}
      />
      {errors.length > 0 && (
        <div className="border-line border-t px-4 py-3 text-[13px] sm:px-5">
          <h3 className="font-medium">Linhas que ficaram de fora</h3>
          <ul className="mt-1 text-soft-ink">
            {errors.map(({ line, message }) => (
              <li key={line}>
                Linha {line}: {message}
              </li>
            ))}
          </ul>
        </div>
      )}
    </Card>
  );
}
