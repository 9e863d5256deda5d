import type {
  ConversionEvent,
  ConversionEvents,
  EventOutcome,
} from '@tracker/infra/ad-platforms/facebook/conversion-events';
import type { GraphError } from '@tracker/infra/ad-platforms/facebook/graph-error';
import { type Attempted, retryAt } from './attempted.ts';
import type { DueSale } from './destinations.ts';
import { sentences } from './judge-sale.ts';
import type { SaleToSend } from './read-sales.ts';
import { toConversionEvent } from './to-conversion-event.ts';

export interface SendEventsDeps {
  readonly graph: Pick<ConversionEvents, 'sendEvents'>;
  readonly pixelId: string;
  readonly token: string;
  readonly nowMs: number;
  readonly random: () => number;
  readonly signal: AbortSignal;
}

interface Ready {
  readonly due: DueSale;
  readonly event: ConversionEvent;
}

/** Tells the Conversions API of these sales, in one call. */
export async function sendEvents(
  deps: SendEventsDeps,
  sales: readonly { readonly due: DueSale; readonly sale: SaleToSend }[],
): Promise<Attempted> {
  const ready: Ready[] = [];
  const never: Attempted['results'][number][] = [];
  for (const { due, sale } of sales) {
    const event = sale.buyer === 'erased' ? undefined : toConversionEvent(sale, due.approvedAtMs);
    if (event) ready.push({ due, event });
    else {
      const error = sale.buyer === 'erased' ? sentences.erased : sentences.nobody;
      never.push({ conversionId: due.conversionId, state: 'failed', error, wasTried: false });
    }
  }
  if (ready.length === 0) return { results: never };
  const { graph, pixelId, token, signal } = deps;
  const outcomes = await graph.sendEvents(
    pixelId,
    token,
    ready.map(({ event }) => event),
    { signal },
  );
  return { ...read(deps, ready, outcomes), results: [...never, ...resultsOf(deps, ready, outcomes)] };
}

/** What the refusals mean for the whole destination. */
function read({ nowMs }: SendEventsDeps, _: readonly Ready[], outcomes: readonly EventOutcome[]) {
  const errors = outcomes.flatMap((outcome) => (outcome.accepted ? [] : [outcome.error]));
  const final = errors.find(({ action }) => STOPS.has(action));
  const throttled = errors.find(({ action }) => action === 'throttled');
  return {
    ...(final && { stopReason: sentenceOf(final) }),
    ...(throttled && { pauseUntilMs: nowMs + (throttled.waitMs ?? 60_000) }),
  };
}

function resultsOf(
  { nowMs, random, signal }: SendEventsDeps,
  ready: readonly Ready[],
  outcomes: readonly EventOutcome[],
) {
  return ready.flatMap(({ due }, index): Attempted['results'][number][] => {
    const outcome = outcomes[index];
    const { conversionId } = due;
    if (!outcome) return [];
    if (outcome.accepted) return [{ conversionId, state: 'sent', error: null, wasTried: true }];
    // We end, and it is not the platform's doing: the sale is due as before.
    if (signal.aborted) return [];
    const error = sentenceOf(outcome.error);
    if (outcome.error.action === 'permanent') return [{ conversionId, state: 'failed', error, wasTried: true }];
    // When the destination is mended or free again, the sale goes at once.
    const isHeld = STOPS.has(outcome.error.action) || outcome.error.action === 'throttled';
    const nextAtMs = isHeld ? undefined : retryAt(nowMs, due.attempts, random);
    return [{ conversionId, state: 'waiting', error, wasTried: true, nextAtMs }];
  });
}

/** Only a person can do something; another attempt would end as this one did. */
const STOPS: ReadonlySet<GraphError['action']> = new Set(['reconnect', 'permission', 'blocked']);

const sentenceOf = ({ action, sentence }: GraphError): string =>
  action === 'permission' ? sentences.pixelAccess : sentence;
