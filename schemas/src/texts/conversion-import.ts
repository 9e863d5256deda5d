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
  'amount-unclear': ({ text }: { readonly text: string }) =>
    `“${text}” pode ser mil ou um: o arquivo não diz. Responda à pergunta sobre os valores.`,
  interest: () =>
    'O valor pode ter os juros do parcelamento. Inclua a coluna do valor sem juros, ou a do número de parcelas.',
  'currency-missing': () => 'A linha não diz a moeda.',
  'currency-differs': ({ written, column }: { readonly written: string; readonly column: string }) =>
    `O valor está em ${written}, e a coluna da moeda diz “${column}”.`,
  status: ({ text }: { readonly text: string }) => `O status “${text}” não é conhecido. Use aprovada ou reembolsada.`,
  'status-missing': () => 'A linha não diz o status.',
  'refund-missing': () => 'A venda foi reembolsada em parte, e o arquivo não diz quanto voltou.',
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
  ...['amountWithInterest', 'interest', 'installments', 'net', 'refunded', 'type', 'test', 'counted'],
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

/**
 * As the reports call them, in any case, with or without accents, spaces and brackets. The first of the names that has something in a row counts. A
 * format is recognised by all of `marks`; of a list, any.
 */
export const CONVERSION_FILES = {
  hotmart: {
    marks: ['código da transação', 'status da transação'],
    columns: {
      ...UTM,
      transaction: ['código da transação'],
      date: ['confirmação do pagamento', 'data da transação'],
      // What is beyond it in 'com impostos' is the interest of the instalments; Brazil has no such taxes.
      amount: ['valor de compra sem impostos', 'faturamento bruto (sem impostos)'],
      amountWithInterest: ['valor de compra com impostos'],
      installments: ['quantidade total de parcelas'],
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
      date: ['data de aprovação', 'data de criação'],
      amount: ['preço base do produto'],
      amountWithInterest: ['total com acréscimo'],
      installments: ['parcelas'],
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
  /** Further items of an order are lines of their own, with nothing but the item. */
  shopify: {
    marks: ['financial status', 'lineitem name', 'id', 'created at'],
    columns: {
      transaction: ['id'],
      // As by its webhook, which does not say when an order was paid.
      date: ['created at'],
      amount: ['total'],
      refunded: ['refunded amount'],
      currency: ['currency'],
      status: ['financial status'],
      product: ['lineitem name'],
    },
  },
  /**
   * Of the plugins of WooCommerce's own documentation (Import Export Suite, Customer/Order/Coupon Export). Each item of an order may be a line with all of the
   * order, so that what was sold is left out.
   */
  woocommerce: {
    marks: ['order id', 'order total', 'order currency', 'payment method'],
    columns: {
      transaction: ['order id'],
      date: ['paid date', 'date paid', 'order date', 'date'],
      amount: ['order total'],
      refunded: ['refunded total'],
      currency: ['order currency'],
      status: ['status', 'order status'],
    },
  },
  /** As stores in Brazil and elsewhere export it, by the number of the order. Further items of an order are lines with its number. */
  nuvemshop: {
    marks: [
      ['número do pedido', 'número de orden'],
      ['status do pagamento', 'estado del pago'],
      ['status do envio', 'estado del envío'],
      ['valor do frete', 'costo de envío'],
      ['nome do comprador', 'nombre del comprador'],
    ],
    columns: {
      transaction: ['número do pedido', 'número de orden'],
      date: ['data de pagamento', 'fecha de pago', 'data', 'fecha'],
      amount: ['total'],
      currency: ['moeda', 'moneda'],
      status: ['status do pagamento', 'estado del pago'],
      product: ['nome do produto', 'nombre del producto'],
    },
  },
  /** The product's own file of conversions. */
  export: {
    marks: ['conversion id', 'transaction id', 'provider', 'net value'],
    columns: {
      transaction: ['transaction id'],
      date: ['created at'],
      amount: ['value'],
      net: ['net value'],
      currency: ['currency'],
      status: ['status'],
      product: ['product'],
      checkout: ['provider'],
      click: ['click id'],
      type: ['type'],
      test: ['test'],
      counted: ['counted'],
    },
  },
  generic: {
    marks: [],
    columns: {
      ...UTM,
      transaction: [
        ...[
          'transação',
          'transaction',
          'transaction id',
          'id da transação',
          'código da transação',
          'order id',
          'pedido',
        ],
        ...[
          'número do pedido',
          'id do pedido',
          'código do pedido',
          'order number',
          'id da venda',
          'código da venda',
          'número pedido',
          'order',
          'número de orden',
          'fatura',
          'código da fatura',
          'id',
        ],
      ],
      date: [
        ...[
          'data',
          'dia',
          'date',
          'day',
          'paid at',
          'pago em',
          'data de pagamento',
          'data do pagamento',
          'data de aprovação',
        ],
        ...[
          'approved at',
          'data da venda',
          'data da compra',
          'data do pedido',
          'data de criação',
          'criado em',
          'created at',
        ],
        ...['data e hora', 'order date', 'purchase date', 'fecha'],
      ],
      amount: [
        'valor',
        'value',
        'amount',
        'total',
        'price',
        'preço',
        'valor da venda',
        'valor total',
        'total do pedido',
        'valor total do pedido',
        'order total',
        'monto',
      ],
      amountWithInterest: ['total com juros', 'valor com juros', 'total com acréscimo', 'valor pago', 'total pago'],
      interest: ['juros', 'valor dos juros', 'juros do parcelamento', 'acréscimo', 'interest'],
      installments: ['parcelas', 'número de parcelas', 'quantidade de parcelas', 'installments'],
      currency: ['moeda', 'currency', 'código da moeda', 'currency code', 'order currency', 'moneda'],
      // What was paid goes before what became of the order.
      status: [
        ...[
          'status do pagamento',
          'situação do pagamento',
          'payment status',
          'financial status',
          'status da transação',
          'estado del pago',
        ],
        ...['status', 'situação', 'status da venda', 'status da compra', 'situação da venda', 'transaction status'],
        ...['status do pedido', 'situação do pedido', 'order status', 'estado', 'estado de la orden'],
      ],
      product: ['produto', 'product', 'product name', 'nome do produto'],
      checkout: ['plataforma', 'checkout', 'platform', 'provider'],
      click: ['click id', 'sck', 'src'],
    },
  },
} as const satisfies Record<
  string,
  { readonly marks: readonly (string | readonly string[])[]; readonly columns: ColumnNames }
>;

export const ConversionFile = z.enum(Object.keys(CONVERSION_FILES) as [keyof typeof CONVERSION_FILES]);
export type ConversionFile = z.infer<typeof ConversionFile>;
