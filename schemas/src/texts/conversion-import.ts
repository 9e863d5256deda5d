// What the columns of a file of old conversions are called, and what is wrong with a row: a stable code for programs, and its Portuguese sentence.
import { z } from 'zod';
import { dayText } from './days.ts';

const ROWS = {
  date: ({ text }: { readonly text: string }) => `“${text}” não é uma data. Use 20/11/2026 14:30 ou 2026-11-20.`,
  future: ({ day: on }: { readonly day: string }) => `O dia ${dayText(on)} ainda não chegou.`,
  'too-old': ({ from }: { readonly from: string }) => `A empresa não guarda dados de antes de ${dayText(from)}.`,
  transaction: () => 'Informe o código da transação, com até 256 caracteres.',
  amount: ({ text }: { readonly text: string }) => `“${text}” não é um valor. Use 1.234,56 ou 1234.56.`,
  negative: () => 'O valor não pode ser negativo.',
  currency: ({ text }: { readonly text: string }) => `“${text}” não é uma moeda. Use três letras, como BRL.`,
  status: ({ text }: { readonly text: string }) => `O status “${text}” não é conhecido. Use aprovada ou reembolsada.`,
  checkout: ({ text }: { readonly text: string }) => `A plataforma “${text}” não é conhecida.`,
  contradiction: ({ line }: { readonly line: number }) => `A linha ${line} traz outros dados para a mesma transação.`,
};
type Rows = typeof ROWS;

export const ConversionRowProblem = z.enum(Object.keys(ROWS) as [keyof Rows, ...(keyof Rows)[]]);
export type ConversionRowProblem = z.infer<typeof ConversionRowProblem>;

/** What the sentence of a code is made of; `[]` when of nothing. */
export type ConversionRowParams<Code extends ConversionRowProblem> = Parameters<Rows[Code]>;

export const conversionRowText = <Code extends ConversionRowProblem>(
  code: Code,
  ...params: ConversionRowParams<Code>
): string => (ROWS[code] as (...given: ConversionRowParams<Code>) => string)(...params);

const COLUMNS = [
  ...['transaction', 'date', 'amount', 'currency', 'status', 'product', 'checkout', 'click'],
  ...['utm_source', 'utm_medium', 'utm_campaign', 'utm_content', 'utm_term'],
] as const;
export type ConversionColumn = (typeof COLUMNS)[number];
type ColumnNames = Readonly<Partial<Record<ConversionColumn, readonly string[]>>>;

const UTM: ColumnNames = {
  utm_source: ['utm_source'],
  utm_medium: ['utm_medium'],
  utm_campaign: ['utm_campaign'],
  utm_content: ['utm_content'],
  utm_term: ['utm_term'],
};

/** In lower case, as the reports call them; of several names the first that the file has. A format is recognised by all of `marks`. */
export const CONVERSION_FILES = {
  hotmart: {
    marks: ['código da transação', 'status da transação'],
    columns: {
      ...UTM,
      transaction: ['código da transação'],
      date: ['confirmação do pagamento', 'data da transação'],
      amount: ['valor de compra com impostos', 'valor de compra sem impostos', 'faturamento bruto (sem impostos)'],
      currency: ['moeda de compra', 'moeda'],
      status: ['status da transação'],
      product: ['produto'],
      click: ['código sck', 'código src'],
    },
  },
  kiwify: {
    marks: ['id da venda', 'status'],
    columns: {
      transaction: ['id da venda'],
      date: ['data de criação'],
      amount: ['total com acréscimo', 'preço base do produto'],
      currency: ['moeda'],
      status: ['status'],
      product: ['produto'],
      click: ['tracking sck', 'tracking src'],
      utm_source: ['tracking utm_source'],
      utm_medium: ['tracking utm_medium'],
      utm_campaign: ['tracking utm_campaign'],
      utm_content: ['tracking utm_content'],
      utm_term: ['tracking utm_term'],
    },
  },
  generic: {
    marks: [],
    columns: {
      ...UTM,
      transaction: ['transação', 'transacao', 'transaction', 'transaction_id', 'order_id', 'pedido', 'id'],
      date: ['data', 'dia', 'date', 'day', 'created_at'],
      amount: ['valor', 'value', 'amount', 'total', 'price', 'preço'],
      currency: ['moeda', 'currency'],
      status: ['status', 'situação'],
      product: ['produto', 'product', 'product_name'],
      checkout: ['plataforma', 'checkout', 'platform'],
      click: ['click_id', 'clickid', 'sck', 'src'],
    },
  },
} as const satisfies Record<string, { readonly marks: readonly string[]; readonly columns: ColumnNames }>;

export const ConversionFile = z.enum(Object.keys(CONVERSION_FILES) as [keyof typeof CONVERSION_FILES]);
export type ConversionFile = z.infer<typeof ConversionFile>;
