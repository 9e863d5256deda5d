/** Days that no run has read, on screens and in files: a sum with one is at least what is known. */
export const unknownSpendText = (days: number): string =>
  `gasto desconhecido em ${days.toLocaleString('pt-BR')} ${days === 1 ? 'dia' : 'dias'}`;
