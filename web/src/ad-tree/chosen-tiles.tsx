import { formatCount, formatMoney, formatRatio, isLoss, NO_FIGURE } from '../format/figures.ts';
import { type Stat, StatCards } from '../ui/stat-cards.tsx';
import { LEVEL_LABELS } from './levels.ts';
import type { Group } from './tree-rows.ts';
import type { Level } from './tree-search.ts';

interface ChosenTilesProps {
  /** Undefined: not known yet. */
  groups: readonly Group[] | undefined;
  level: Level;
}

/** The figures of the rows that a view chose, and of no others. */
export const ChosenTiles = ({ groups, level }: ChosenTilesProps) => (
  <StatCards columns={5} stats={chosenStats(groups, level)} />
);

type Summed = 'trackedSpend' | 'revenue' | 'conversions' | 'netProfit';

export function chosenStats(groups: readonly Group[] | undefined, level: Level): Stat[] {
  const sum = (name: Summed) => groups && sumOf(groups.map(({ values }) => values[name] ?? null));
  const [spend, revenue, profit] = [sum('trackedSpend'), sum('revenue'), sum('netProfit')];
  const money = (value: number | null | undefined) => (value === undefined ? undefined : formatMoney(value));
  const roas = spend && revenue != null ? revenue / spend : null;
  return [
    { name: LEVEL_LABELS[level], text: groups && formatCount(groups.length), note: 'Nesta lista' },
    { name: 'Gasto em jogo', text: money(spend), note: 'Das linhas desta lista' },
    { name: 'Receita', text: money(revenue), note: formatConversions(sum('conversions')) },
    { name: 'ROAS', text: groups && (roas === null ? NO_FIGURE : formatRatio(roas)), note: 'Receita ÷ gasto' },
    { name: 'Lucro líquido', text: money(profit), note: 'Das linhas desta lista', isLoss: isLoss(profit ?? null) },
  ];
}

const formatConversions = (count: number | null | undefined) =>
  count === undefined ? '…' : `${formatCount(count)} conversões`;

/** Of a part nothing is known of the whole. */
const sumOf = (parts: readonly (number | null)[]): number | null =>
  parts.includes(null) ? null : parts.reduce<number>((sum, part) => sum + (part ?? 0), 0);
