// What the columns of a file of spend are called, and what is wrong with a row: a stable code for programs, and its Portuguese sentence.
import { z } from 'zod';
import { dayText } from './days.ts';

/** For the error of a single entry, and of a row. */
export const spendTexts = {
  reported: ({ source, day: on }: { readonly source: string; readonly day: string }) =>
    `Os gastos de ${source} em ${dayText(on)} já vêm da plataforma conectada a esta campanha.`,
  future: ({ day: on }: { readonly day: string }) => `O dia ${dayText(on)} ainda não chegou.`,
  'too-old': ({ from }: { readonly from: string }) => `A empresa não guarda dados de antes de ${dayText(from)}.`,
};

const ROWS = {
  ...spendTexts,
  day: ({ text }: { readonly text: string }) => `“${text}” não é um dia. Use 2026-11-20 ou 20/11/2026.`,
  campaign: ({ text }: { readonly text: string }) => `A campanha “${text}” não existe. Use o ID ou o nome exato.`,
  'campaign-unclear': ({ text }: { readonly text: string }) =>
    `Há mais de uma campanha chamada “${text}”. Use o ID dela.`,
  source: () => 'Informe a fonte com até 40 letras, números ou espaços, como google.',
  amount: ({ text }: { readonly text: string }) => `“${text}” não é um valor. Use 1.234,56 ou 1234.56.`,
  negative: () => 'O valor não pode ser negativo.',
  currency: ({ text }: { readonly text: string }) => `“${text}” não é uma moeda. Use três letras, como BRL.`,
  note: ({ max }: { readonly max: number }) => `A nota pode ter até ${max} caracteres.`,
  contradiction: ({ line }: { readonly line: number }) =>
    `A linha ${line} traz outro valor para o mesmo dia, campanha e fonte. Some os dois em uma linha.`,
};
type Rows = typeof ROWS;

export const SpendRowProblem = z.enum(Object.keys(ROWS) as [keyof Rows, ...(keyof Rows)[]]);
export type SpendRowProblem = z.infer<typeof SpendRowProblem>;

/** What the sentence of a code is made of; `[]` when of nothing. */
export type SpendRowParams<Code extends SpendRowProblem> = Parameters<Rows[Code]>;

export const spendRowText = <Code extends SpendRowProblem>(code: Code, ...params: SpendRowParams<Code>): string =>
  (ROWS[code] as (...given: SpendRowParams<Code>) => string)(...params);

/** What a column is called, in Portuguese and in English; also by the platforms' own exports. */
export const SPEND_COLUMNS = {
  day: { pt: ['dia', 'data', 'início dos relatórios'], en: ['day', 'date', 'reporting starts'] },
  campaign: {
    pt: ['campanha', 'id da campanha', 'nome da campanha'],
    en: ['campaign', 'campaignid', 'campaign id', 'campaign name'],
  },
  source: { pt: ['fonte', 'origem', 'plataforma', 'canal'], en: ['source', 'platform', 'channel'] },
  cost: {
    pt: ['custo', 'gasto', 'valor', 'valor usado', 'valor usado (brl)'],
    en: ['cost', 'spend', 'amount', 'amount spent', 'amount spent (brl)'],
  },
  currency: { pt: ['moeda', 'código da moeda'], en: ['currency', 'currency code'] },
  note: { pt: ['nota', 'observação', 'observacao'], en: ['note', 'notes'] },
} as const;
