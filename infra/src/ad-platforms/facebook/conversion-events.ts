// The Conversions API: conversions sent back to Facebook.
import type { AdPlatformAction, EventOutcome } from '../ad-platform.ts';
import { EventsAnswer } from './answers.ts';
import type { GraphCall } from './graph-call.ts';
import { GraphError } from './graph-error.ts';
import { objectPath } from './object-path.ts';

/** An event in Facebook's own form, so that what is stored is what is sent. */
export interface ConversionEvent {
  readonly event_name: string;
  /** Unix seconds, at most 7 days ago. */
  readonly event_time: number;
  /** The same as the browser pixel's; Facebook takes (event_name, event_id) once in 48 hours. */
  readonly event_id: string;
  /** One of a website must name the page and, in `user_data`, the browser. */
  readonly action_source: 'website' | 'system_generated';
  readonly event_source_url?: string;
  /** em, ph, fn, … as lists of SHA-256 in hex; client_ip_address, client_user_agent, fbc, fbp as they are. */
  readonly user_data: Readonly<Record<string, string | readonly string[]>>;
  readonly custom_data: Readonly<Record<string, unknown>>;
}

export interface ConversionEvents {
  /**
   * One outcome for each event, in order; never rejects for what Facebook or the network does. An event not accepted may have
   * arrived all the same when its error is 'retry'. `testCode` shows them in Facebook's test screen and counts them nowhere.
   */
  sendEvents(
    pixelId: string,
    token: string,
    events: readonly ConversionEvent[],
    options?: { readonly testCode?: string; readonly signal?: AbortSignal },
  ): Promise<EventOutcome[]>;
}

const EVENTS_A_CALL_MAX = 1000;

export function createConversionEvents(call: GraphCall): ConversionEvents {
  return {
    async sendEvents(pixelId, token, events, { testCode, signal } = {}) {
      const outcomes: EventOutcome[] = [];
      const post = async (some: readonly ConversionEvent[]) => {
        const json = { data: some, test_event_code: testCode };
        const request = { name: 'send events', method: 'POST', json, token, isTokenOfOtherApp: true, signal } as const;
        await call({ ...request, to: `${objectPath(pixelId)}/events` }, EventsAnswer);
      };
      for (let from = 0; from < events.length; from += EVENTS_A_CALL_MAX) {
        outcomes.push(...(await sendHalving(post, events.slice(from, from + EVENTS_A_CALL_MAX), signal)));
      }
      return outcomes;
    },
  };
}

/** One bad event has the whole call refused: halves find it in twenty calls of a thousand events. */
async function sendHalving(
  post: (some: readonly ConversionEvent[]) => Promise<void>,
  events: readonly ConversionEvent[],
  signal: AbortSignal | undefined,
): Promise<EventOutcome[]> {
  try {
    await post(events);
    return events.map(({ event_id }) => ({ eventId: event_id, accepted: true }));
  } catch (caught) {
    if (!signal?.aborted && !(caught instanceof GraphError)) throw caught;
    const error = caught instanceof GraphError ? ofPixel(caught) : stopped();
    if (error.action !== 'permanent' || events.length === 1) {
      return events.map(({ event_id }) => ({ eventId: event_id, accepted: false, error }));
    }
  }
  const middle = Math.ceil(events.length / 2);
  const first = await sendHalving(post, events.slice(0, middle), signal);
  return [...first, ...(await sendHalving(post, events.slice(middle), signal))];
}

/** The caller's signal: what was accepted before it must not be forgotten, so it is an outcome and no exception. */
const stopped = () => new GraphError('retry', { problem: { code: 'no_answer' }, reason: 'stopped' });

/** The tenant's connection has no part in it: a pixel has a token of its own. */
function ofPixel(error: GraphError): GraphError {
  const code = PIXEL_PROBLEMS[error.action];
  return code ? new GraphError(error.action, { ...error, problem: { code } }) : error;
}

const PIXEL_PROBLEMS: Partial<Record<AdPlatformAction, 'pixel_token_ended' | 'pixel_not_seen'>> = {
  reconnect: 'pixel_token_ended',
  permission: 'pixel_not_seen',
};
