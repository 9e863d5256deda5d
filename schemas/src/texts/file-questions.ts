// What the product asks about a file that people import.
import type { FileQuestion } from '../contracts/file-import.ts';

const QUESTIONS: Readonly<Record<FileQuestion['id'], string>> = {
  checkout: 'De que plataforma são as vendas?',
  'status-column': 'Qual coluna é o status do pagamento?',
  currency: 'Em que moeda estão os valores?',
  source: 'De que fonte são os gastos?',
  period: 'Há linhas de vários dias. Distribuir o valor igualmente pelos dias?',
  unit: 'O que é um valor como “1.997”, sem centavos?',
  inReport:
    'O gasto do Instagram, do Messenger, do Threads, da Audience Network ou de uma fonte como “Facebook Ads 2” já está no relatório do Facebook?',
  interest: 'Os valores têm juros de parcelamento?',
};

/** With the columns among which the answer is. */
export const fileQuestionText = (id: FileQuestion['id'], columns: readonly string[] = []): string =>
  id === 'status-column' && columns.length > 0
    ? `${QUESTIONS[id]} Colunas do arquivo: ${columns.filter(Boolean).join(', ')}.`
    : QUESTIONS[id];
