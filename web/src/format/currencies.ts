const formats = new Map<string, Intl.NumberFormat>();

/** '30.00' of USD → 'US$ 30,00'. An unknown currency code gets the generic currency sign. */
export function formatCurrency(value: string, currency: string): string {
  let format = formats.get(currency);
  if (!format) {
    format = new Intl.NumberFormat('pt-BR', {
      style: 'currency',
      currency: /^[A-Z]{3}$/.test(currency) ? currency : 'XXX',
      minimumFractionDigits: 2,
      maximumFractionDigits: 2,
    });
    formats.set(currency, format);
  }
  return format.format(Number(value));
}
