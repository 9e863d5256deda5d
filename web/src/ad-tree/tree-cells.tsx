import { Link } from '@tanstack/react-router';
import type { ListedAdObject } from '@tracker/schemas/contracts/ad-objects.contract';
import type { FigureMetric } from '@tracker/schemas/figures/metrics';
import { SpendText } from '../breakdown/figure-columns.tsx';
import type { Logs } from '../breakdown/logs-link.ts';
import { ChangeText } from '../compare/change-text.tsx';
import { isLoss, NO_FIGURE } from '../format/figures.ts';
import { cn } from '../ui/cn.ts';
import type { Days } from '../verdicts/queries.ts';
import { VerdictBadge } from '../verdicts/verdict-badge.tsx';
import { judgedOf } from '../verdicts/verdict-texts.ts';
import { figureOf, figureText, type TreeColumn } from './columns.tsx';
import { FatigueChip, type TiringAd } from './fatigue.tsx';
import { ownBudgetText } from './object-state.tsx';
import type { TreeRow } from './tree-rows.ts';

interface FigureCellProps {
  column: TreeColumn;
  row: Pick<TreeRow, 'group' | 'name'>;
  object: ListedAdObject | undefined;
  changed: FigureMetric;
  days: Days;
  /** To the clicks and sales behind its counts. */
  logs?: Logs;
  tiring?: TiringAd | undefined;
  tabIndex: number;
  /** There is room for all that is known of it. */
  isWhole?: boolean;
}

/** One column of a row. */
export function FigureCell(props: FigureCellProps) {
  const { column, row, object, changed, days, logs, tiring, tabIndex, isWhole = false } = props;
  const { group, name } = row;
  if (column === 'budget') {
    const { text, note } = ownBudgetText(object);
    return (
      <span title={note}>
        {text}
        {note && text !== NO_FIGURE && <span className="block text-[11px] text-muted leading-3">{note}</span>}
        {note && text === NO_FIGURE && <span className="sr-only">{note}</span>}
      </span>
    );
  }
  if (column === 'change') {
    return <ChangeText metric={changed} compared={group.compared ?? group} isWhole={isWhole} />;
  }
  if (column === 'verdict') {
    const judged = judgedOf(group);
    return (
      <>
        {judged ? (
          <VerdictBadge judged={judged} of={name} {...{ days, tabIndex }} />
        ) : (
          !tiring && <span className="text-muted">{NO_FIGURE}</span>
        )}
        {tiring && <FatigueChip tiring={tiring} of={name} tabIndex={tabIndex} />}
      </>
    );
  }
  if (column === 'spend') {
    const { spend = null, trackedSpend = null } = group.values;
    return <SpendText spend={spend} trackedSpend={trackedSpend} />;
  }
  const value = figureOf(column, group.values);
  const isRed = (column === 'netProfit' || column === 'netRevenue') && isLoss(value);
  const text = <span className={cn(isRed && 'text-bad')}>{figureText(column, group.values)}</span>;
  const link = column === 'clicks' ? logs?.clicks : column === 'conversions' ? logs?.conversions : undefined;
  // Of nothing there is no list.
  if (!link || !value) return text;
  return (
    <Link {...link} tabIndex={tabIndex} className="underline-offset-2 hover:text-accent-ink hover:underline">
      {text}
    </Link>
  );
}
