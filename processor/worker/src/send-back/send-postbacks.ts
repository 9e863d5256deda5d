import type { GuardedGet } from '@tracker/infra/postbacks/guarded-call';
import { AD_TAGS, mapTags } from '@tracker/schemas/events/click-tags';
import { conversionEventId } from '@tracker/schemas/send-back/event-id';
import { fillTemplate } from '@tracker/schemas/send-back/macros';
import { type Attempted, type OnDefect, retryAt } from './attempted.ts';
import type { DueConversion, Result } from './destinations.ts';
import type { ConversionToSend } from './read-conversions.ts';

/** The URL to call for a conversion. It contains nothing about the buyer. */
function toPostback(template: string, { state, click, conversionId }: ConversionToSend, approvedAtMs: number): URL {
  return fillTemplate(template, {
    clickid: click?.clickId ?? '',
    transaction: state.transactionId,
    eventid: conversionEventId({ provider: state.provider, transactionId: state.transactionId, conversionId }),
    value: state.value,
    currency: state.currency,
    status: state.status,
    campaign: click?.campaignId ?? '',
    source: click?.source ?? '',
    ...(click?.adTags ?? mapTags(AD_TAGS, () => '')),
    provider: state.provider,
    timestamp: String(Math.floor(approvedAtMs / 1000)),
  });
}

export interface SendPostbacksDeps {
  readonly get: GuardedGet;
  readonly template: string;
  readonly nowMs: number;
  readonly random: () => number;
  readonly signal: AbortSignal;
  /** No further calls begin then; those without a result are due as before. */
  readonly isTurnOver: () => boolean;
  readonly onDefect: OnDefect;
}

/** Concurrent calls to one tenant's server. */
export const CALLS_AT_ONCE = 5;
/** Long enough for a restart, and short enough that conversions are not late. */
const PAUSE_MS = 2 * 60_000;

/** Calls the address for each of these conversions. When the server does not answer several times, the rest waits. */
export async function sendPostbacks(
  { get, template, nowMs, random, signal, isTurnOver, onDefect }: SendPostbacksDeps,
  conversions: readonly { readonly due: DueConversion; readonly conversion: ConversionToSend }[],
): Promise<Attempted> {
  const results: Result[] = [];
  const ready: { due: DueConversion; url: URL }[] = [];
  for (const { due, conversion } of conversions) {
    try {
      ready.push({ due, url: toPostback(template, conversion, due.approvedAtMs) });
    } catch (error) {
      results.push(onDefect(due, error));
    }
  }
  for (let start = 0; start < ready.length; start += CALLS_AT_ONCE) {
    const some = ready.slice(start, start + CALLS_AT_ONCE);
    const outcomes = await Promise.all(some.map(async ({ due, url }) => ({ due, outcome: await get(url, signal) })));
    for (const { due, outcome } of outcomes) {
      const { conversionId } = due;
      if (outcome.ok) results.push({ conversionId, state: 'sent', error: null, wasTried: true });
      else if (!signal.aborted) {
        const nextAtMs = retryAt(nowMs, due.attempts, random);
        results.push({ conversionId, state: 'waiting', error: outcome.problem, wasTried: true, nextAtMs });
      }
    }
    const isAway =
      outcomes.length === CALLS_AT_ONCE && outcomes.every(({ outcome }) => !outcome.ok && outcome.status === null);
    if (signal.aborted) break;
    if (isAway) return { results, pauseUntilMs: nowMs + PAUSE_MS };
    if (isTurnOver()) break;
  }
  return { results };
}
