import { describe, expect, test } from 'vitest';
import { OnboardingStepId } from '../contracts/onboarding.contract.ts';
import { DAY_MS, HOUR_MS } from '../primitives/durations.ts';
import { instantFromMs } from '../primitives/time.ts';
import { type FirstStepsFacts, firstSteps, newlyDone } from './first-steps-rules.ts';

const NOW = Date.parse('2036-11-20T15:00:00.000Z');
const AT = NOW - HOUR_MS;

const none = { found: 0, firstMs: 0 };
const seen = { found: 2, firstMs: AT };
const noView = { ...none, raw: 0, rawNetworks: [], unknownHost: null, ofRobots: 0 };
const noClick = {
  ...{ ...none, clicks: 0, networks: [], raw: 0, rawNetworks: [], ofRobots: 0 },
  ...{ networksOfAds: 0, seenAgain: 0 },
};
const noDelivery = { ...none, tests: { ...none, checkout: '' }, refused: 0 };
const REST = { tested: null, networks: [], host: null };
const ads = { clicks: 3, networks: ['198.51.100.0'] };
const connection = { endedMs: null, expiresMs: null };

/** Of a tenant to which nothing has come. */
const NOTHING: FirstStepsFacts = {
  ...{ nowMs: NOW, known: {} },
  deliveries: noDelivery,
  views: noView,
  clicks: noClick,
  spend: { ...none, connections: [] },
  conversions: { ...none, direct: 0 },
};
const stepOf = (id: OnboardingStepId, given: Partial<FirstStepsFacts>) =>
  firstSteps({ ...NOTHING, ...given }).find((one) => one.id === id);

test('waits for all five steps in their order', () => {
  expect(firstSteps(NOTHING)).toEqual(
    OnboardingStepId.options.map((id) => ({ id, done: false, at: null, warning: null, ...REST })),
  );
});

test.each<[OnboardingStepId, Partial<FirstStepsFacts>]>([
  ['checkout', { deliveries: { ...noDelivery, ...seen, tests: { ...seen, checkout: 'kiwify' }, refused: 1 } }],
  ['script', { views: { ...noView, ...seen, unknownHost: 'outra.example' }, clicks: { ...noClick, ...ads } }],
  ['ad-link', { clicks: { ...noClick, ...seen, ...ads, networksOfAds: 2, raw: 2 } }],
  ['ad-link', { clicks: { ...noClick, ...seen, ...ads, networksOfAds: 1, seenAgain: 1 } }],
  ['spend', { spend: { ...seen, connections: [{ ...connection, endedMs: AT }] } }],
  ['first-sale', { conversions: { ...seen, direct: 9 } }],
])('ticks %s by the first that came, also when something else is wrong', (id, given) => {
  const at = instantFromMs(AT);
  expect(stepOf(id, given)).toEqual({ id, done: true, at, warning: null, ...REST });
  expect(newlyDone({}, firstSteps({ ...NOTHING, ...given }))).toEqual({ [id]: at });
});

test('half ticks the checkout by a test from here, and goes on waiting for the checkout', () => {
  const tests = { ...seen, checkout: 'kiwify' };
  const tested = { at: instantFromMs(AT), checkout: 'kiwify' };
  const step = { id: 'checkout', done: false, at: null, warning: null, ...REST, tested };
  expect(stepOf('checkout', { deliveries: { ...noDelivery, tests } })).toEqual(step);
  const refused = { ...noDelivery, tests, refused: 1 };
  expect(stepOf('checkout', { deliveries: refused })).toEqual({ ...step, warning: 'deliveries-refused' });
  expect(newlyDone({}, firstSteps({ ...NOTHING, deliveries: refused }))).toEqual({});
});

describe('what is in the way', () => {
  const raw = { raw: 2, rawNetworks: ['192.0.2.0'] };

  test.each<[string, OnboardingStepId, Partial<FirstStepsFacts>, expected: object]>([
    [
      'refused deliveries',
      'checkout',
      { deliveries: { ...noDelivery, refused: 1 } },
      { warning: 'deliveries-refused' },
    ],
    [
      'clicks without a view',
      'script',
      { clicks: { ...noClick, ...ads } },
      { warning: 'clicks-without-views', networks: ['198.51.100.0'] },
    ],
    [
      'a site that is not known, before clicks without a view',
      'script',
      { views: { ...noView, unknownHost: 'outra.example' }, clicks: { ...noClick, ...ads } },
      { warning: 'unknown-site', host: 'outra.example' },
    ],
    [
      'clicks with raw macros, before views with them',
      'ad-link',
      { clicks: { ...noClick, ...ads, ...raw }, views: { ...noView, raw: 1, rawNetworks: ['203.0.113.0'] } },
      { warning: 'raw-macros', networks: ['192.0.2.0'] },
    ],
    [
      'views with raw macros',
      'ad-link',
      { views: { ...noView, ...raw } },
      { warning: 'raw-macros', networks: ['192.0.2.0'] },
    ],
    ['views of robots alone', 'script', { views: { ...noView, ofRobots: 1 } }, { warning: 'only-robots' }],
    ['clicks of robots alone', 'ad-link', { clicks: { ...noClick, ofRobots: 2 } }, { warning: 'only-robots' }],
    [
      'clicks of an ad from one network that no page saw',
      'ad-link',
      { clicks: { ...noClick, ...seen, ...ads, networksOfAds: 1 } },
      { warning: null },
    ],
    [
      'clicks without an ad, besides those of robots',
      'ad-link',
      { clicks: { ...noClick, ...ads, ofRobots: 1 } },
      { warning: null },
    ],
    ['clicks without an ad', 'ad-link', { clicks: { ...noClick, ...ads } }, { warning: null }],
    [
      'a connection without a linked campaign',
      'spend',
      { spend: { ...none, connections: [connection, { ...connection, expiresMs: NOW + 1 }] } },
      { warning: 'nothing-linked' },
    ],
    [
      'a connection that expired, among others',
      'spend',
      { spend: { ...none, connections: [connection, { ...connection, expiresMs: NOW }] } },
      { warning: 'connection-ended' },
    ],
    [
      'a connection that the platform ended',
      'spend',
      { spend: { ...none, connections: [{ endedMs: AT, expiresMs: NOW + DAY_MS }] } },
      { warning: 'connection-ended' },
    ],
    [
      'only direct conversions',
      'first-sale',
      { conversions: { ...none, direct: 1 } },
      { warning: 'sales-without-click' },
    ],
  ])('of a step: %s', (_, id, given, expected) => {
    expect(stepOf(id, given)).toEqual({ id, done: false, at: null, ...REST, ...expected });
  });
});

test.each([
  ['of an ad', { ...none, ...{ found: 1, firstMs: AT, networksOfAds: 1, clicks: 1, networks: ['192.0.2.0'] } }],
  ['with raw macros', { raw: 1, rawNetworks: ['192.0.2.0'], clicks: 1, networks: ['192.0.2.0'] }],
  ['of a robot', { ofRobots: 1 }],
])('takes one click %s, which needs no key, for nothing: no step is done, and none warns', (_, click) => {
  expect(firstSteps({ ...NOTHING, clicks: { ...noClick, ...click } })).toEqual(firstSteps(NOTHING));
});

test('leaves known steps as they are, without their facts', () => {
  const known = Object.fromEntries(
    OnboardingStepId.options.map((id, index) => [id, instantFromMs(AT - index * DAY_MS)]),
  );
  const unread = { deliveries: null, views: null, clicks: null, spend: null, conversions: null };
  const steps = firstSteps({ nowMs: NOW, known, ...unread });
  expect(steps.map(({ id, done, at }) => [id, done, at])).toEqual(
    OnboardingStepId.options.map((id) => [id, true, known[id]]),
  );
  expect(newlyDone(known, steps)).toEqual({});
});

test('judges nothing that was not read', () => {
  const unread = { deliveries: null, views: null, clicks: null, spend: null, conversions: null };
  expect(firstSteps({ nowMs: NOW, known: {}, ...unread })).toEqual(firstSteps(NOTHING));
});

test('keeps the moment that was known when an earlier one appears', () => {
  const known = { checkout: instantFromMs(NOW) };
  const steps = firstSteps({ ...NOTHING, known, deliveries: { ...noDelivery, ...seen } });
  expect(steps[0]?.at).toBe(known.checkout);
  expect(newlyDone(known, steps)).toEqual({});
});
