import type { PerformanceSummary } from '@tracker/schemas/contracts/dashboard.contract';
import { CircleAlert } from 'lucide-react';
import { formatInstantTime } from '../format/instants.ts';
import { useTenant } from '../session/session.ts';

/** Further ones are counted. */
const CAMPAIGNS_NAMED = 3;

/** Ad accounts whose spend does not come, named where figures are read. */
export function RefusedSpend({ accounts }: { accounts: PerformanceSummary['refusedSpend'] }) {
  const { timeZone } = useTenant();
  return (
    <ul aria-label="Gastos que não vieram" className="mb-3 flex flex-col gap-2">
      {accounts.map(({ account, since, reason, campaigns }) => (
        <li key={account} className="flex gap-2 rounded-lg bg-warn-soft px-3 py-2 text-[13px] text-warn">
          <CircleAlert size={15} aria-hidden className="mt-0.5 shrink-0" />
          <span className="min-w-0">
            O gasto de “{account}” não vem desde {formatInstantTime(since, timeZone)}: falta o de{' '}
            {namesOf(campaigns.map(({ name }) => name))}. {reason}
          </span>
        </li>
      ))}
    </ul>
  );
}

function namesOf(names: readonly string[]): string {
  const named = names.slice(0, CAMPAIGNS_NAMED).join(', ');
  const more = names.length - CAMPAIGNS_NAMED;
  return more > 0 ? `${named} e mais ${more}` : named;
}
