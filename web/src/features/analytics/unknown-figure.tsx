import { dimensionOf, type FigureDimension } from '@tracker/schemas/figures/dimensions';
import { type FigureMetric, metricOf } from '@tracker/schemas/figures/metrics';
import { CircleHelp } from 'lucide-react';
import { Empty } from '../../ui/message.tsx';

/** Instead of a chart without a figure: it is never shared out by estimate. */
export const UnknownFigure = ({ metric, groups }: { metric: FigureMetric; groups: readonly FigureDimension[] }) => (
  <Empty
    icon={CircleHelp}
    title={`${metricOf(metric).label}: sem número nestes grupos`}
    text={`Nenhum grupo de ${groups.map((one) => dimensionOf(one).label.toLowerCase()).join(' e ')} tem esse número. Escolha outro número ou outro grupo.`}
  />
);
