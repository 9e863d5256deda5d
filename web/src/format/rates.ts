const rate = new Intl.NumberFormat('pt-BR', { maximumFractionDigits: 4 });
const price = new Intl.NumberFormat('pt-BR', { style: 'currency', currency: 'BRL', maximumFractionDigits: 4 });

/** A percentage as it was set, all its digits: '13.83' → '13,83%', '5' → '5%'. */
export const formatRate = (percent: string): string => `${rate.format(Number(percent))}%`;

/** An amount as it was set: '0.0049' → 'R$ 0,0049', '1.50' → 'R$ 1,50'. */
export const formatPrice = (amount: string): string => price.format(Number(amount));
