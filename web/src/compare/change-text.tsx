import type { FigureMetric } from '@tracker/schemas/figures/metrics';
import { metricText } from '../breakdown/metric-text.ts';
import { NO_FIGURE } from '../format/figures.ts';
import { type Change, type Compared, changeOf } from './change.ts';

const percent = new Intl.NumberFormat('pt-BR', { maximumFractionDigits: 0, signDisplay: 'exceptZero' });

const toneOf = ({ isGood, isWeak }: Change) => {
  if (isWeak || isGood === null) return 'text-muted';
  return isGood ? 'text-good' : 'text-bad';
};

interface ChangeTextProps {
  metric: FigureMetric;
  compared: Compared | undefined;
  /** With both figures below it. */
  isWhole: boolean;
}

/** How a figure changed against another period; '–' without one to compare with. */
export function ChangeText({ metric, compared, isWhole }: ChangeTextProps) {
  const change = compared && changeOf(metric, compared);
  if (!change) return <span className="text-muted">{NO_FIGURE}</span>;
  const { now, before, isWeak } = change;
  const weak = isWeak ? '. Com menos de 5 vendas a diferença diz pouco' : '';
  const both = `De ${metricText(metric, before)} para ${metricText(metric, now)}${weak}`;
  return (
    <span className={toneOf(change)} title={isWhole ? undefined : both}>
      {percent.format(change.percent)}&nbsp;%{isWhole && <span className="block text-muted text-xs">{both}</span>}
    </span>
  );
}
