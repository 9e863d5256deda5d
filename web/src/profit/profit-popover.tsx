import type { NetFigures } from '@tracker/schemas/contracts/dashboard.contract';
import { Sigma } from 'lucide-react';
import { Button } from '../ui/button.tsx';
import { Popover, PopoverContent, PopoverTrigger } from '../ui/popover.tsx';
import { ProfitSum } from './profit-sum.tsx';

interface ProfitPopoverProps {
  net: NetFigures;
  /** Whose profit, and of which days: 'da empresa, Últimos 30 dias'. */
  of: string;
  /** What these lines leave out. */
  note?: string | undefined;
}

/** Next to a profit: how it comes about, line by line. */
export default function ProfitPopover({ net, of, note }: ProfitPopoverProps) {
  return (
    <Popover>
      <PopoverTrigger asChild>
        <Button look="ghost" size="small-icon" aria-label={`Ver a conta do lucro líquido ${of}`}>
          <Sigma size={15} aria-hidden className="text-muted" />
        </Button>
      </PopoverTrigger>
      <PopoverContent aria-label={`Conta do lucro líquido ${of}`} className="w-80">
        <ProfitSum net={net} of={of} note={note} />
      </PopoverContent>
    </Popover>
  );
}
