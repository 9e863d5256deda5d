export const FILTER_TEXTS = {
  tooManyNamed: (most: number): string =>
    `Mais de ${most.toLocaleString('pt-BR')} nomes contêm este texto. Escreva mais dele ou escolha um período menor.`,
};

/** Why a list cannot be filtered by a dimension. */
export const unknownFilter = (fact: 'clicks' | 'sales', dimension: string): string =>
  `${fact === 'clicks' ? 'Clicks' : 'Conversões'} não têm ${dimension}: a lista não pode ser filtrada assim.`;
