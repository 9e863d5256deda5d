import { unknownSpendText } from '@tracker/schemas/texts/unknown-spend';
import { CircleAlert } from 'lucide-react';
import type { DateRange } from '../date-range/date-range.ts';
import { RefusedSpend } from './refused-spend.tsx';
import { useSummary } from './use-summary.ts';

/** Above figures of a range: of how many days spend was read by no run, what that leaves blank, and which accounts refuse. */
export default function UnknownSpend({ range }: { range: DateRange }) {
  const { unknownSpendDays, refusedSpend = [] } = useSummary(range) ?? {};
  const days = unknownSpendDays?.range ?? 0;
  return (
    <>
      {days > 0 && (
        <p role="status" className="mb-3 flex gap-2 rounded-lg bg-warn-soft px-3 py-2 text-[13px] text-warn">
          <CircleAlert size={15} aria-hidden className="mt-0.5 shrink-0" />
          <span>
            {unknownSpendText(days).replace('gasto', 'Gasto')} deste período, que nenhuma leitura trouxe: onde um deles
            conta, gasto, ROAS, CPA, ROI e lucro são “–”, e nada se conclui deles.
          </span>
        </p>
      )}
      {refusedSpend.length > 0 && <RefusedSpend accounts={refusedSpend} />}
    </>
  );
}
