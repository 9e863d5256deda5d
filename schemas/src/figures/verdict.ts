// Whether an ad brings the conversions that its target asks for, and how sure that is. An ad exactly on target brings λ = spend ÷ target CPA conversions on average;
// how many it brings is chance, and follows a Poisson distribution. Only what that chance can hardly explain is called below or above (ADR 95).

export const VERDICTS = ['little-data', 'below', 'on-target', 'above'] as const;
export type Verdict = (typeof VERDICTS)[number];

/** With fewer expected conversions even none of them would be no evidence: P(X = 0) is 5 % at λ = 3. */
const EXPECTED_MIN = 3;
/** How probable a count may be at most to be called below or above. */
export const RARE_CHANCE = 0.05;

/** What a conversion may cost, or what a real of spend must bring; null: not set. Where both are set, the CPA decides. */
export interface Target {
  readonly cpa: number | null;
  readonly roas: number | null;
}

export const TARGET_CPA_MAX = 1_000_000;
export const TARGET_ROAS_MAX = 1_000;

/**
 * What a conversion may cost at most to be on target.
 * @param ticket what a conversion brings on average: at a target ROAS one may cost ticket ÷ ROAS
 * @returns null without a target, and for a ROAS without a ticket
 */
export function allowedCost(target: Target | null, ticket: number | null): number | null {
  if (!target) return null;
  if (target.cpa !== null) return target.cpa;
  return target.roas !== null && ticket !== null && ticket > 0 ? ticket / target.roas : null;
}

export interface Judged {
  readonly verdict: Verdict;
  /** How sure 'below' or 'above' is: one less the probability of so few, or so many, conversions of an ad on target. Null for the others. */
  readonly probability: number | null;
}

export function judge(conversions: number, expected: number): Judged {
  if (expected < EXPECTED_MIN) return { verdict: 'little-data', probability: null };
  const [atMost, atLeast] = poissonTails(conversions, expected);
  if (atMost < RARE_CHANCE) return { verdict: 'below', probability: 1 - atMost };
  if (atLeast < RARE_CHANCE) return { verdict: 'above', probability: 1 - atLeast };
  return { verdict: 'on-target', probability: null };
}

/** Beyond it both counts are made smaller alike, which makes a verdict less sure and never surer: a sum of millions of terms would take seconds. */
const SUMMED_MAX = 1_000_000;

/** P(X ≤ n) and P(X ≥ n) of a Poisson distribution: the smaller tail is summed from its greatest term on, so that no digit of it is lost. */
export function poissonTails(n: number, lambda: number): readonly [atMost: number, atLeast: number] {
  if (lambda > SUMMED_MAX) return poissonTails(Math.round((n / lambda) * SUMMED_MAX), SUMMED_MAX);
  const term = Math.exp(n * Math.log(lambda) - lambda - logFactorial(n));
  if (n <= lambda) {
    const atMost = sumOf(term, n, (k) => k / lambda, -1);
    return [atMost, 1 - atMost + term];
  }
  const atLeast = sumOf(term, n + 1, (k) => lambda / k, 1);
  return [1 - atLeast + term, atLeast];
}

/** A series whose terms become smaller, until the next one changes nothing. */
function sumOf(first: number, from: number, ratio: (k: number) => number, step: 1 | -1): number {
  let sum = 0;
  for (let [term, k] = [first, from]; sum + term > sum; k += step) {
    sum += term;
    term *= ratio(k);
  }
  return sum;
}

/** ln(n!): of few factors their sum, else Stirling's series, whose error is below 1e-13 there. */
export function logFactorial(n: number): number {
  if (n < 16) return Array.from({ length: n }, (_, index) => Math.log(index + 1)).reduce((sum, log) => sum + log, 0);
  return n * Math.log(n) - n + Math.log(2 * Math.PI * n) / 2 + 1 / (12 * n) - 1 / (360 * n ** 3) + 1 / (1260 * n ** 5);
}
