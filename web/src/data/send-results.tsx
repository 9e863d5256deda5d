import type { SendResults as Results } from '@tracker/schemas/contracts/send-back.contract';
import type { TimeZone } from '@tracker/schemas/primitives/time';
import { formatInstantTime } from '../format/instants.ts';
import { resultsText } from '../format/sends.ts';

/** A conversion is sent within some seconds. */
const RESULTS_POLL_MS = 10_000;
export const resultsPolled = { refetchInterval: RESULTS_POLL_MS, staleTime: RESULTS_POLL_MS } as const;

/** How sending goes, and what went wrong last. */
export const SendResults = ({ results, timeZone }: { results: Results; timeZone: TimeZone }) => (
  <div className="flex min-w-0 flex-col gap-0.5 text-[13px] text-muted">
    <p className="figure">
      {resultsText(results)}
      {results.lastSentAt && `. Última em ${formatInstantTime(results.lastSentAt, timeZone)}`}
    </p>
    {results.lastError && <p className="break-words text-bad">Última falha: {results.lastError}</p>}
  </div>
);
