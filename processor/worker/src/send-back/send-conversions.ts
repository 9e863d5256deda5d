import type {
  AdPlatformDestination,
  AdPlatformError,
  DestinationAccess,
  EventOutcome,
  SentConversion,
} from '@tracker/infra/ad-platforms/ad-platform';
import { isolate } from '@tracker/infra/lifecycle/isolate';
import { HOUR_MS } from '@tracker/schemas/primitives/durations';
import { conversionEventId } from '@tracker/schemas/send-back/event-id';
import { type Attempted, type OnDefect, retryAt } from './attempted.ts';
import type { DueConversion } from './destinations.ts';
import type { ConversionToSend } from './read-conversions.ts';

export interface SendConversionsDeps {
  readonly destination: Pick<AdPlatformDestination, 'send' | 'credential'>;
  readonly access: DestinationAccess;
  readonly nowMs: number;
  readonly random: () => number;
  readonly signal: AbortSignal;
  readonly onDefect: OnDefect;
}

/** A new consent is seen so soon. */
export const NO_CONNECTION_PAUSE_MS = HOUR_MS;

interface Ready {
  readonly due: DueConversion;
  readonly conversion: SentConversion;
}

/** Sends these conversions to the destination of an ad platform, in one call. */
export async function sendConversions(
  deps: SendConversionsDeps,
  conversions: readonly { readonly due: DueConversion; readonly conversion: ConversionToSend }[],
): Promise<Attempted> {
  const ready: Ready[] = [];
  const never: Attempted['results'][number][] = [];
  for (const { due, conversion } of conversions) {
    const sent = toSentConversion(conversion, due.approvedAtMs);
    if (sent) ready.push({ due, conversion: sent });
    else {
      const { conversionId } = due;
      never.push({ conversionId, state: 'failed', error: { code: 'buyer_erased' }, wasTried: false });
    }
  }
  if (ready.length === 0) return { results: never };
  const { destination, access, signal, onDefect } = deps;
  const outcomes = new Map<Ready, EventOutcome>();
  // What the platform answers never rejects: the adapter cannot make an event of one of them. What went out already keeps its event id.
  const defects = await isolate(
    ready,
    () => '',
    async (some) => {
      const conversions = some.map(({ conversion }) => conversion);
      const given = await destination.send(access, conversions, { signal });
      for (const [index, one] of some.entries()) if (given[index]) outcomes.set(one, given[index]);
    },
    { isRepeatable: false },
  );
  // A process that stops is no defect: they are due as before.
  const failed = signal.aborted ? [] : defects.map(({ key, error }) => onDefect(key.due, error));
  return {
    ...effectOn(deps, [...outcomes.values()]),
    results: [...never, ...failed, ...resultsOf(deps, ready, outcomes)],
  };
}

/** Undefined when the buyer's data were erased. */
function toSentConversion(
  { state, click, buyer, conversionId }: ConversionToSend,
  approvedAtMs: number,
): SentConversion | undefined {
  if (buyer === 'erased') return undefined;
  return {
    eventId: conversionEventId({
      provider: state.provider,
      transactionId: state.transactionId,
      conversionId,
    }),
    soldAtMs: approvedAtMs,
    currency: state.currency,
    value: state.value,
    orderId: state.transactionId || conversionId,
    buyer,
    click: click && {
      pageUrl: click.pageUrl,
      userAgent: click.userAgent,
      ipAddress: click.ipAddress,
      ids: click.ids,
    },
  };
}

/** What the refusals mean for the whole destination. */
function effectOn({ nowMs, destination }: SendConversionsDeps, outcomes: readonly EventOutcome[]) {
  const errors = outcomes.flatMap((outcome) => (outcome.accepted ? [] : [outcome.error]));
  const final = errors.find(({ action }) => STOPS.has(action));
  const throttled = errors.find(({ action }) => action === 'throttled');
  // The conversions wait for a new consent, which repairs the destination without a change of it.
  if (final?.action === 'reconnect' && destination.credential === 'connection') {
    return { endsConnection: final.problem, pauseUntilMs: nowMs + NO_CONNECTION_PAUSE_MS };
  }
  return {
    ...(final && { stopReason: final.problem }),
    ...(throttled && { pauseUntilMs: nowMs + (throttled.waitMs ?? 60_000) }),
  };
}

function resultsOf(
  { nowMs, random, signal }: SendConversionsDeps,
  ready: readonly Ready[],
  outcomes: ReadonlyMap<Ready, EventOutcome>,
) {
  return ready.flatMap((one): Attempted['results'][number][] => {
    const outcome = outcomes.get(one);
    const { due } = one;
    const { conversionId } = due;
    if (!outcome) return [];
    if (outcome.accepted) return [{ conversionId, state: 'sent', error: null, wasTried: true }];
    const { action, problem: error } = outcome.error;
    // Nothing was sent.
    if (error.code === 'buyer_unknown') return [{ conversionId, state: 'failed', error, wasTried: false }];
    // This process stops, and the platform has not refused: the conversion is due as before.
    if (signal.aborted) return [];
    if (action === 'permanent') return [{ conversionId, state: 'failed', error, wasTried: true }];
    // When the destination is repaired or free again, the conversion goes at once.
    const isHeld = STOPS.has(action) || action === 'throttled';
    const nextAtMs = isHeld ? undefined : retryAt(nowMs, due.attempts, random);
    return [{ conversionId, state: 'waiting', error, wasTried: true, nextAtMs }];
  });
}

/** Only a person can do something; another attempt would end in the same way. */
const STOPS: ReadonlySet<AdPlatformError['action']> = new Set(['reconnect', 'permission', 'blocked']);
