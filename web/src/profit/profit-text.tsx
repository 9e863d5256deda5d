import { formatMoney, isLoss } from '../format/figures.ts';

/** A profit in words and colour: below zero it is red, and its sign says so, too. */
export const ProfitText = ({ profit }: { profit: number | null }) =>
  isLoss(profit) ? <span className="text-bad">{formatMoney(profit)}</span> : formatMoney(profit);
