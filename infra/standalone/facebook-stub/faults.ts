// Faults of the stub: scripted, or for a share of all calls by a seed.
import { fraction } from './random.ts';
import { type Refusal, refusals } from './refusal.ts';

/**
 * `refuse` responds before any work is done. The others apply after the work, and only the response is lost:
 * - `reset`: the connection breaks without a response; `cut`: in the middle of one
 * - `truncated`: half of the JSON as if it were complete · `not-json`: a proxy's page
 * - `hang`: no response at all · `slow`: after so many real milliseconds · `held`: not before `until` resolves
 */
export type Fault =
  | { readonly kind: 'refuse'; readonly refusal: Refusal }
  | { readonly kind: 'reset' | 'cut' | 'truncated' | 'not-json' | 'hang' }
  | { readonly kind: 'slow'; readonly ms: number }
  | { readonly kind: 'held'; readonly until: Promise<unknown> };

export interface Faults {
  /**
   * The next `times` calls whose method and path ('GET /act_111/insights') match fail, after `after` matching calls that
   * succeed; several faults apply in order.
   */
  next(fault: Fault, options?: { times?: number; after?: number; match?: RegExp }): void;
  /** From 0 to 1: the share of API calls that fail, in addition to scripted faults. */
  rate: number;
  /** A random one of these applies to each such call. Not `hang`, which would cost a test the client's whole timeout each time. */
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
