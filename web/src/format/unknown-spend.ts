import { formatCounted } from './figures.ts';

/** Days that no run has read; a sum with one is at least what is known. */
export const unknownSpendText = (days: number): string => `gasto desconhecido em ${formatCounted(days, 'dia', 'dias')}`;
