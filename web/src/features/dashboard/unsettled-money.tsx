import type { DateRange } from '../../date-range/date-range.ts';
import { PendingCard } from './pending-card.tsx';
import { UncountedCard } from './uncounted-card.tsx';

/** The money of a range that is in no figure: what waits or went back, and what is held back. */
export default function UnsettledMoney({ range }: { range: DateRange }) {
  return (
    <>
      <PendingCard range={range} />
      <UncountedCard range={range} />
    </>
  );
}
