import type { SendResults as Results } from '@tracker/schemas/contracts/send-back.contract';
import { formatInstantTime } from '../../format/instants.ts';
import { useSession } from '../auth/auth.ts';
import { resultsText } from './send-texts.ts';

/** How sending goes, and what went wrong last. */
export function SendResults({ results }: { results: Results }) {
  const { timeZone } = useSession().tenant;
  const { lastSentAt, lastError } = results;
  return (
    <div className="flex min-w-0 flex-col gap-0.5 text-[13px] text-muted">
      <p className="figure">
        {resultsText(results)}
        {lastSentAt && `. Última em ${formatInstantTime(lastSentAt, timeZone)}`}
      </p>
      {lastError && <p className="break-words text-bad">Última falha: {lastError}</p>}
    </div>
  );
}
