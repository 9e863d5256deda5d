import { type DateRange, rangeText } from '../date-range/date-range.ts';
import ProfitPopover from './profit-popover.tsx';
import { useNetOfCampaigns } from './queries.ts';

interface CampaignProfitProps {
  campaign: { readonly campaignId: string; readonly name: string };
  range: DateRange;
}

/** How the profit of a campaign comes about; nothing until its lines are known, and for a campaign without any figure. */
export function CampaignProfit({ campaign: { campaignId, name }, range }: CampaignProfitProps) {
  const net = useNetOfCampaigns(range).data?.campaigns.find((one) => one.campaignId === campaignId);
  return (
    net && (
      <ProfitPopover
        net={net}
        of={`de ${name}, ${rangeText(range)}`}
        note="Com as despesas da própria campanha. As que não são de nenhuma ficam em “Sem campanha”."
      />
    )
  );
}
