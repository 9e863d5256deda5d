// The first steps of a tenant: facts in, steps out, nothing asked. `readFirstStepsFacts` of the figures reads the facts.
import { type OnboardingStep, OnboardingStepId, type OnboardingWarning } from '../contracts/onboarding.contract.ts';
import { type Instant, instantFromMs } from '../primitives/time.ts';
import { areClicksLost, areDeliveriesRefused, areMacrosRaw, areSeveral, areViewsMissing } from './tracking-rules.ts';

/** How many came of what a step waits for, and the first of them, meaningless when there is none. */
export interface First {
  readonly found: number;
  readonly firstMs: number;
}

/** What is kept with the tenant: when each step was first seen done, and when a person put them away. */
export type KnownSteps = Readonly<Partial<Record<OnboardingStepId | 'dismissed', Instant>>>;

/** Null: not read, because the steps that ask for it are known as done. */
export interface FirstStepsFacts {
  readonly nowMs: number;
  readonly known: KnownSteps;
  /** Accepted ones that checkouts sent, those that were sent from here as a test, and those that were refused or not understood. */
  readonly deliveries: (First & { readonly tests: Tests; readonly refused: number }) | null;
  /** On the tenant's own sites; of all other hosts the one with most views. */
  readonly views: (First & Raw & { readonly unknownHost: string | null; readonly ofRobots: number }) | null;
  /** `found`: those that say from which ad they come. */
  readonly clicks: (First & Raw & ClicksOfAll & Senders) | null;
  /** Links and entries of spend, and the connections to ad platforms, each with its end. */
  readonly spend: (First & { readonly connections: readonly Connection[] }) | null;
  /** Those with a click, and those without. */
  readonly conversions: (First & { readonly direct: number }) | null;
}
interface Tests extends First {
  /** To which most of them went. */
  readonly checkout: string;
}
interface ClicksOfAll {
  /** Of people, also without an ad, and the networks from which most of them came. */
  readonly clicks: number;
  readonly networks: readonly string[];
  readonly ofRobots: number;
}
/** Of clicks of ads: from how many networks they came, and how many of them a page of the tenant saw afterwards. */
interface Senders {
  readonly networksOfAds: number;
  readonly seenAgain: number;
}
/** With raw macros, and the networks from which most of these came. */
interface Raw {
  readonly raw: number;
  readonly rawNetworks: readonly string[];
}
/** The platform ended it, or it expires by itself; null: neither is known. */
interface Connection {
  readonly endedMs: number | null;
  readonly expiresMs: number | null;
}

/** What is in the way of a step. */
interface Obstacle {
  readonly warning: OnboardingWarning;
  readonly networks?: readonly string[] | undefined;
  readonly host?: string | undefined;
}

interface Rule {
  /** What the step waits for. */
  readonly done: (facts: FirstStepsFacts) => First | null;
  /** Judged while it has not come. */
  readonly obstacle: (facts: FirstStepsFacts) => Obstacle | null;
}

const RULES: Readonly<Record<OnboardingStepId, Rule>> = {
  checkout: {
    done: ({ deliveries }) => deliveries,
    obstacle: ({ deliveries }) =>
      deliveries && areDeliveriesRefused(deliveries) ? { warning: 'deliveries-refused' } : null,
  },
  script: {
    done: ({ views }) => views,
    obstacle({ views, clicks }) {
      if (!views || !clicks) return null;
      if (views.unknownHost !== null) return { warning: 'unknown-site', host: views.unknownHost };
      if (areViewsMissing({ clicks: clicks.clicks, views: views.found })) {
        return { warning: 'clicks-without-views', networks: clicks.networks };
      }
      return views.ofRobots > 0 ? { warning: 'only-robots' } : null;
    },
  },
  'ad-link': {
    // A click needs no key: of one network, and seen nowhere else, it may be of a stranger, or of the person who wrote the link.
    done: ({ clicks }) => (clicks && (areSeveral(clicks.networksOfAds) || clicks.seenAgain > 0) ? clicks : null),
    obstacle({ clicks, views }) {
      if (!clicks || !views) return null;
      if (areMacrosRaw({ rawClicks: clicks.raw, rawViews: views.raw })) {
        return { warning: 'raw-macros', networks: (clicks.raw > 0 ? clicks : views).rawNetworks };
      }
      return clicks.clicks === 0 && areSeveral(clicks.ofRobots) ? { warning: 'only-robots' } : null;
    },
  },
  spend: {
    done: ({ spend }) => spend,
    obstacle({ spend, nowMs }) {
      if (!spend || spend.connections.length === 0) return null;
      const hasEnded = spend.connections.some((one) => isOver(one, nowMs));
      return { warning: hasEnded ? 'connection-ended' : 'nothing-linked' };
    },
  },
  'first-sale': {
    done: ({ conversions }) => conversions,
    obstacle({ conversions }) {
      if (!conversions) return null;
      const { found, direct } = conversions;
      return areClicksLost({ counted: found + direct, tracked: found }) ? { warning: 'sales-without-click' } : null;
    },
  },
};

const isOver = ({ endedMs, expiresMs }: Connection, nowMs: number): boolean =>
  endedMs !== null || (expiresMs !== null && expiresMs <= nowMs);

/** In their order. */
export const firstSteps = (facts: FirstStepsFacts): OnboardingStep[] =>
  OnboardingStepId.options.map((id) => {
    const at = facts.known[id] ?? instantOf(RULES[id].done(facts));
    const obstacle = at === null ? RULES[id].obstacle(facts) : null;
    const tested = at === null && id === 'checkout' ? testedIn(facts) : null;
    return {
      ...{ id, done: at !== null, at, tested, warning: obstacle?.warning ?? null },
      ...{ networks: [...(obstacle?.networks ?? [])], host: obstacle?.host ?? null },
    };
  });

/** Half a tick: the address and the secret work, and whether the checkout knows them is open. */
function testedIn({ deliveries }: FirstStepsFacts): OnboardingStep['tested'] {
  const at = deliveries && instantOf(deliveries.tests);
  return at && { at, checkout: deliveries.tests.checkout };
}

const instantOf = (first: First | null): Instant | null =>
  first && first.found > 0 ? instantFromMs(first.firstMs) : null;

/** Steps that were not known as done. */
export const newlyDone = (known: KnownSteps, steps: readonly OnboardingStep[]): KnownSteps =>
  Object.fromEntries(steps.flatMap(({ id, at }) => (at !== null && known[id] === undefined ? [[id, at]] : [])));
