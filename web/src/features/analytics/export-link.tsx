import type { Dimension } from '@tracker/schemas/metrics/dimensions';
import { Download } from 'lucide-react';
import type { DateRange } from '../../date-range/date-range.ts';
import { Button } from '../../ui/button.tsx';
import { exportUrl } from './queries.ts';

interface ExportLinkProps {
  groupBy: readonly Dimension[];
  range: DateRange;
  filters: readonly string[];
}

/** All groups as a file; it has no filters yet. */
export const ExportLink = ({ groupBy, range, filters }: ExportLinkProps) =>
  filters.length === 0 && (
    <Button asChild look="outline" size="small">
      <a href={exportUrl(groupBy, range)} download>
        <Download size={14} aria-hidden /> Exportar CSV
      </a>
    </Button>
  );
