import { Link } from '@tanstack/react-router';
import type { TenantDay } from '@tracker/schemas/primitives/tenant-day';
import type { ReactElement } from 'react';
import { formatDayMonth } from '../format/days.ts';
import { useHasRole } from '../session/session.ts';
import type { DateRange } from './date-range.ts';

/**
 * Of a range that begins before tracking did: from which day its ratios and profit are, and what would move that day back. Comes late, so it goes
 * on a line that is there before it.
 */
interface TrackedSinceProps {
  since: TenantDay | null | undefined;
  range: DateRange;
}

export function TrackedSince({ since, range }: TrackedSinceProps): ReactElement | null {
  const canImport = useHasRole('editor');
  if (!since || since <= range.from) return null;
  return (
    <span className="inline-block text-[13px] text-muted leading-6">
      <span title="ROAS, CPA, ROI e lucro contam só os dias desde então; o gasto de antes aparece, mas não entra neles.">
        rastreando desde {formatDayMonth(since)}
      </span>
      {canImport && (
        <>
          {' · '}
          <Link to="/conversion-logs" search={{ import: 'open' }} className="underline underline-offset-2">
            {/* One line on a phone: two would move what is below. */}
            importar <span className="max-sm:sr-only">vendas antigas</span>
          </Link>
        </>
      )}
    </span>
  );
}
