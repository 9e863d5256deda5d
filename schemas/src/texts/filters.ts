/** Why a list cannot be filtered by a dimension. */
export const unknownFilter = (fact: 'clicks' | 'sales', dimension: string): string =>
  `${fact === 'clicks' ? 'Clicks' : 'Conversões'} não têm ${dimension}: a lista não pode ser filtrada assim.`;
