// What the columns of a file of spend are called, and what is wrong with a row: a stable code for programs, and its Portuguese sentence.
import { z } from 'zod';
import { dayText } from './days.ts';

/** For the error of a single entry, and of a row. */
export const spendTexts = {
  reported: ({ source, day: on }: { readonly source: string; readonly day: string }) =>
    `Os gastos de ${source} em ${dayText(on)} já vêm da plataforma conectada a esta campanha.`,
  'placement-unanswered': ({ source, platform }: { readonly source: string; readonly platform: string }) =>
    `O gasto de ${source} já está no relatório do ${platform}? Responda uma vez, e a resposta vale para esta fonte.`,
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
  'amount-unclear': ({ text }: { readonly text: string }) =>
    `“${text}” pode ser mil ou um: o arquivo não diz. Responda à pergunta sobre os valores.`,
  negative: () => 'O valor não pode ser negativo.',
  period: ({ days, first, last }: { readonly days: number; readonly first: string; readonly last: string }) =>
    `A linha é de um período de ${days} dias (${dayText(first)} a ${dayText(last)}): exporte por dia, ou distribua o valor pelos dias.`,
  'period-backwards': () => 'O período termina antes de começar.',
  'period-too-long': ({ max }: { readonly max: number }) =>
    `O arquivo distribuiria valores por mais de ${max.toLocaleString('pt-BR')} dias. Exporte por dia.`,
  'currency-missing': () => 'A linha não diz a moeda.',
  currency: ({ text }: { readonly text: string }) => `“${text}” não é uma moeda. Use três letras, como BRL.`,
  'currency-differs': ({ written, column }: { readonly written: string; readonly column: string }) =>
    `O valor está em ${written}, e a coluna da moeda diz “${column}”.`,
  note: ({ max }: { readonly max: number }) => `A nota pode ter até ${max} caracteres.`,
  contradiction: ({ line }: { readonly line: number }) =>
    `A linha ${line} traz outra moeda para o mesmo dia, campanha e fonte.`,
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
  day: { pt: ['dia', 'data', 'por dia', 'data do relatório'], en: ['day', 'date', 'by day', 'reporting date'] },
  campaign: { pt: ['campanha', 'nome da campanha'], en: ['campaign', 'campaign name'] },
  campaignId: {
    pt: ['id da campanha', 'identificação da campanha', 'código da campanha'],
    en: ['campaign id', 'campaignid'],
  },
  source: { pt: ['fonte', 'origem'], en: ['source'] },
  cost: {
    pt: ['custo', 'gasto', 'valor', 'valor usado', 'valor gasto', 'valor investido', 'investimento', 'custo total'],
    en: ['cost', 'spend', 'amount', 'amount spent', 'total cost'],
  },
  currency: { pt: ['moeda', 'código da moeda', 'moeda da conta'], en: ['currency', 'currency code'] },
  note: { pt: ['nota', 'observação'], en: ['note', 'notes'] },
  /** Of a row of several days. */
  start: { pt: ['início dos relatórios', 'data de início'], en: ['reporting starts', 'start date'] },
  end: {
    pt: ['término dos relatórios', 'encerramento dos relatórios', 'fim dos relatórios', 'data de término'],
    en: ['reporting ends', 'end date'],
  },
} as const;

/** What else a source is called where no report of a platform is recognised: in those it is a part of the platform. */
export const OTHER_SOURCE_NAMES = { pt: ['plataforma', 'canal'], en: ['platform', 'channel'] } as const;

/** Any of these columns is in no report but that of this source. */
export const SPEND_REPORTS = {
  facebook: [
    ...['início dos relatórios', 'reporting starts', 'valor usado', 'valor gasto', 'amount spent'],
    ...['nome do conjunto de anúncios', 'ad set name', 'veiculação da campanha', 'campaign delivery'],
  ],
  tiktok: [
    ...['por dia', 'by day', 'nome do grupo de anúncios', 'ad group name', 'cliques (destino)', 'clicks (destination)'],
    ...['cpc (destino)', 'cpc (destination)', 'ctr (destino)', 'ctr (destination)'],
  ],
  google: [
    ...['código da moeda', 'currency code', 'tipo de campanha', 'campaign type', 'grupo de anúncios', 'ad group'],
    ...[
      'impr.',
      'cpc méd.',
      'avg. cpc',
      'status da campanha',
      'campaign state',
      'taxa de interação',
      'interaction rate',
    ],
  ],
} as const satisfies Record<string, readonly string[]>;
