// What goes wrong: on command, or for a share of all calls, by a seed.
import { fraction } from './random.ts';
import { type Refusal, refusals } from './refusal.ts';

/**
 * `refuse` is answered before anything is done. The others strike when the work is done and only its answer is lost:
 * - `reset`: the connection breaks without an answer; `cut`: in the middle of one
 * - `truncated`: half of the JSON, as if it were all · `not-json`: the page of a proxy
 * - `hang`: no answer at all · `slow`: after so many real milliseconds
 */
export type Fault =
  | { readonly kind: 'refuse'; readonly refusal: Refusal }
  | { readonly kind: 'reset' | 'cut' | 'truncated' | 'not-json' | 'hang' }
  | { readonly kind: 'slow'; readonly ms: number };

export interface Faults {
  /** The next `times` calls whose method and path ('GET /act_111/insights') match get it, after `after` that do not; several are served in order. */
  next(fault: Fault, options?: { times?: number; after?: number; match?: RegExp }): void;
  /** From 0 to 1: this share of all calls of the API, beside the scripted ones. */
  rate: number;
  /** One of them for each such call. No `hang`, which would cost a test the client's whole deadline each time. */
  kinds: readonly Fault[];
  take(call: string): Fault | undefined;
}

const usualFaults: readonly Fault[] = [
  { kind: 'reset' },
  { kind: 'cut' },
  { kind: 'truncated' },
  { kind: 'not-json' },
  { kind: 'refuse', refusal: refusals.unknown },
  { kind: 'refuse', refusal: refusals.service },
  { kind: 'refuse', refusal: refusals.userThrottled },
  { kind: 'refuse', refusal: refusals.reduceData },
];

export function createFaults(seed: string): Faults {
  const scripted: { fault: Fault; match: RegExp; after: number; left: number }[] = [];
  let calls = 0;

  function random({ rate, kinds }: Faults): Fault | undefined {
    calls += 1;
    if (fraction(seed, 'fault', calls) >= rate) return undefined;
    return kinds[Math.floor(fraction(seed, 'kind', calls) * kinds.length)];
  }

  return {
    rate: 0,
    kinds: usualFaults,
    next(fault, { times = 1, after = 0, match = /^/ } = {}) {
      scripted.push({ fault, match, after, left: times });
    },
    take(call) {
      const found = scripted.find(({ match, left }) => left > 0 && match.test(call));
      if (!found || found.after > 0) {
        if (found) found.after -= 1;
        return random(this);
      }
      found.left -= 1;
      return found.fault;
    },
  };
}
