import { type FileQuestion, NO_STATUS_COLUMN } from '@tracker/schemas/contracts/file-import';
import { checkoutLabel } from '@tracker/schemas/texts/conversions';
import { fileQuestionText } from '@tracker/schemas/texts/file-questions';
import { useState } from 'react';
import { Button } from '../ui/button.tsx';
import { SelectField } from '../ui/select-field.tsx';

/** By the question's id, as the call takes them. */
export type FileAnswers = Partial<Record<FileQuestion['id'], string>>;

const LABELS: Readonly<Record<FileQuestion['id'], Readonly<Record<string, string>>>> = {
  checkout: { generic: 'Outra plataforma' },
  'status-column': { [NO_STATUS_COLUMN]: 'Nenhuma: todas as vendas foram pagas' },
  currency: { BRL: 'Real (BRL)', USD: 'Dólar (USD)', EUR: 'Euro (EUR)' },
  source: { facebook: 'Meta Ads', google: 'Google Ads', tiktok: 'TikTok Ads' },
  period: { spread: 'Sim, em partes iguais, com uma nota em cada dia' },
  unit: { thousands: 'Milhares: mil novecentos e noventa e sete', decimals: 'Decimais: quase dois' },
  inReport: { yes: 'Sim, o Facebook já o informa', no: 'Não, é pago por fora (outra conta ou o aplicativo)' },
  interest: { none: 'Não, nenhum valor tem juros' },
};

const labelOf = (id: FileQuestion['id'], choice: string): string =>
  LABELS[id][choice] ?? (id === 'checkout' ? checkoutLabel(choice) : choice);

interface FileQuestionsProps {
  questions: readonly FileQuestion[];
  isPending: boolean;
  onAnswer: (answers: FileAnswers) => void;
}

/** What the file does not say: a person answers, and the file is read again. Nothing is assumed. */
export function FileQuestions({ questions, isPending, onAnswer }: FileQuestionsProps) {
  const [answers, setAnswers] = useState<FileAnswers>({});
  const given = Object.fromEntries(questions.flatMap(({ id }) => (answers[id] ? [[id, answers[id]]] : [])));
  const isAnswered = Object.keys(given).length > 0;
  return (
    <form
      aria-label="Perguntas sobre o arquivo"
      onSubmit={(event) => {
        event.preventDefault();
        if (isAnswered && !isPending) onAnswer(given);
      }}
      className="flex flex-col gap-3"
    >
      {questions.map(({ id, choices }) => (
        <SelectField
          key={id}
          label={fileQuestionText(id)}
          value={answers[id] ?? ''}
          placeholder="Escolha"
          onChange={(choice) => setAnswers({ ...answers, [id]: choice })}
          options={choices.map((choice) => ({ value: choice, label: labelOf(id, choice) }))}
        />
      ))}
      <Button type="submit" look="outline" className="self-end" disabled={!isAnswered || isPending}>
        {isPending ? 'Conferindo...' : 'Conferir com as respostas'}
      </Button>
    </form>
  );
}
