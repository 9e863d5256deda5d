import type { NetFigures } from '@tracker/schemas/contracts/dashboard.contract';
import { type DateRange, rangeText } from '../date-range/date-range.ts';
import { formatCounted, formatMoney, isLoss, NO_FIGURE } from '../format/figures.ts';
import { StatCards } from '../ui/stat-cards.tsx';
import { sumOfProfits } from './net-lines.ts';
import ProfitPopover from './profit-popover.tsx';
import { useNetOfCampaigns } from './queries.ts';

/** The company's profit as its campaigns and what belongs to none of them: the second and third figure are the first. */
export function ProfitTotals({ range }: { range: DateRange }) {
  const { data, isError } = useNetOfCampaigns(range);
  const period = rangeText(range);
  const figure = (profit: number | null | undefined) =>
    profit === undefined
      ? { text: isError ? NO_FIGURE : undefined }
      : { text: formatMoney(profit), isLoss: isLoss(profit) };
  return (
    <StatCards
      columns={3}
      stats={[
        {
          name: 'Lucro líquido',
          ...figure(data?.total.profit),
          note: <Note text="Da empresa toda" of={`da empresa, ${period}`} net={data?.total} />,
        },
        {
          name: 'Lucro das campanhas',
          ...figure(data && sumOfProfits(data.campaigns)),
          note: (
            <Note text={data ? formatCounted(data.campaigns.length, 'campanha', 'campanhas') : isError ? '' : '…'} />
          ),
        },
        {
          name: 'Lucro sem campanha',
          ...figure(data?.withoutCampaign.profit),
          note: <Note text="Despesas gerais" of={`sem campanha, ${period}`} net={data?.withoutCampaign} />,
        },
      ]}
    />
  );
}

/** Of one height, with the control and without it. */
const Note = ({ text, of, net }: { text: string; of?: string; net?: NetFigures | undefined }) => (
  <span className="flex h-8 items-center justify-between gap-2">
    <span className="min-w-0 leading-4">{text}</span>
    {of && net && <ProfitPopover net={net} of={of} />}
  </span>
);
