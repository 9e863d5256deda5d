// What the columns of another tool's file are called, and what is wrong with one of its rows.

export const COMPARED_COLUMNS = {
  day: { pt: ['dia', 'data'], en: ['day', 'date'] },
  conversions: {
    pt: ['vendas', 'vendas aprovadas', 'quantidade', 'quantidade de vendas', 'pedidos', 'conversões'],
    en: ['sales', 'conversions', 'orders', 'purchases'],
  },
  revenue: {
    pt: ['receita', 'faturamento', 'faturamento bruto', 'faturamento líquido', 'valor', 'valor das vendas'],
    en: ['revenue', 'total revenue'],
  },
  spend: {
    pt: ['gasto', 'gastos', 'gastos com anúncios', 'investimento', 'custo', 'valor usado'],
    en: ['spend', 'cost', 'amount spent'],
  },
} as const;

export const comparedRowTexts = {
  day: (text: string) => `“${text}” não é um dia. Use 2026-11-20 ou 20/11/2026.`,
  count: (text: string) => `“${text}” não é um número de vendas.`,
  amount: (text: string) => `“${text}” não é um valor. Use 1.234,56 ou 1234.56.`,
};
