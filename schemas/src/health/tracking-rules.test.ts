import { describe, expect, test } from 'vitest';
import { HEALTH_NAMES_MAX, type HealthLineId } from '../contracts/tracking-health.contract.ts';
import { DAY_MS, HOUR_MS } from '../primitives/durations.ts';
import {
  areClicksLost,
  areDeliveriesRefused,
  areMacrosRaw,
  areViewsMissing,
  isOfOneNetwork,
  type TrackingFacts,
  trackingFindings,
} from './tracking-rules.ts';

const NOW = Date.parse('2036-11-20T15:00:00.000Z');
const ago = (ms: number) => NOW - ms;

const NOTHING: TrackingFacts = {
  ...{ nowMs: NOW, views: 0, rawViews: 0, botClicks: 0, notices: [], brokenLinks: [] },
  ...{ pages: [], rawClicks: [], conversions: null, checkouts: [], campaigns: [] },
};
type Page = TrackingFacts['pages'][number];
type Conversions = NonNullable<TrackingFacts['conversions']>;
type Checkout = TrackingFacts['checkouts'][number];
type Campaign = TrackingFacts['campaigns'][number];

const page = (given: Partial<Page> = {}): Page => ({
  ...{ page: 'loja.example/oferta', isOwn: true, views: 20, raw: 0, lastMs: ago(HOUR_MS) },
  ...given,
});
const sold = (given: Partial<Conversions> = {}): Conversions => ({
  ...{ counted: 10, tracked: 8, before: { counted: 0, tracked: 0 }, noId: 1, unknownClick: 1, utmOnly: 0 },
  ...given,
});
const checkout = (given: Partial<Checkout> = {}): Checkout => ({
  ...{ checkout: 'kiwify', taken: 3, firstMs: ago(3 * DAY_MS), lastMs: ago(HOUR_MS), refused: 0, refusedMs: 0 },
  ...{ unreadable: 0, unreadableFirstMs: 0, unreadableLastMs: 0 },
  ...given,
});
const campaign = (given: Partial<Campaign> = {}): Campaign => ({
  ...{ campaignId: 'c1', name: 'Oferta', clicks: 20, paidClicks: 20, paidViews: 18, spend: 5 },
  ...given,
});

/** Nothing is wrong. */
const CALM: TrackingFacts = {
  ...NOTHING,
  ...{ views: 20, pages: [page()], conversions: sold(), checkouts: [checkout()], campaigns: [campaign()] },
};
const findingOf = (id: HealthLineId, given: Partial<TrackingFacts>) => {
  const finding = trackingFindings({ ...CALM, ...given }).find((one) => one.id === id);
  if (!finding) throw new Error(`no finding ${id}`);
  return finding;
};
const warningsOf = (given: Partial<TrackingFacts>) =>
  trackingFindings({ ...CALM, ...given }).flatMap(({ id, level }) => (level === 'warn' ? [id] : []));

const ORDER = [
  ...['script', 'tracked-sales', 'direct-sales', 'raw-macros', 'silent-checkouts', 'refused-deliveries'],
  ...['clicks-without-views', 'spend-without-clicks', 'bots', 'button-without-link', 'script-copied'],
  ...['broken-links', 'unreadable-bodies'],
];
const levelsOf = (facts: TrackingFacts) => trackingFindings(facts).map(({ id, level }) => [id, level]);

test('judges nothing without facts', () => {
  expect(levelsOf(NOTHING)).toEqual(ORDER.map((id) => [id, 'none']));
});

test('judges clicks of ads only where there are some', () => {
  expect(findingOf('clicks-without-views', { campaigns: [campaign({ paidClicks: 0 })] }).level).toBe('none');
});

test('is calm when everything fits', () => {
  expect(levelsOf(CALM)).toEqual(ORDER.map((id) => [id, 'ok']));
  expect(trackingFindings(CALM).map(({ cause }) => cause)).toEqual(ORDER.map(() => null));
});

const CASES: readonly (readonly [name: string, given: Partial<TrackingFacts>, warnings: readonly HealthLineId[]])[] = [
  ['clicks without any view', { views: 0, pages: [] }, ['script']],
  ['views without clicks', { campaigns: [] }, []],
  ['a view of another site alone', { views: 0, pages: [page({ isOwn: false })] }, ['script']],
  ['seven of ten tracked', { conversions: sold({ tracked: 7 }) }, []],
  [
    'fewer than seven of ten tracked',
    { conversions: sold({ counted: 100, tracked: 69 }) },
    ['tracked-sales', 'direct-sales'],
  ],
  ['ten points fewer than before', { conversions: sold({ before: { counted: 10, tracked: 9 } }) }, []],
  [
    'more than ten points fewer than before',
    { conversions: sold({ before: { counted: 100, tracked: 91 } }) },
    ['tracked-sales', 'direct-sales'],
  ],
  ['more than before', { conversions: sold({ before: { counted: 10, tracked: 1 } }) }, []],
  ['no conversion', { conversions: null }, []],
  ['one click with a raw macro', { rawClicks: [{ campaign: 'Oferta', raw: 1, lastMs: NOW }] }, []],
  ['two clicks with a raw macro', { rawClicks: [{ campaign: 'Oferta', raw: 2, lastMs: NOW }] }, ['raw-macros']],
  ['one click without a view', { views: 0, pages: [], campaigns: [campaign({ clicks: 1 })] }, []],
  ['one click of a bot', { botClicks: 1, campaigns: [] }, []],
  ['a view with a raw macro', { rawViews: 1, pages: [page({ raw: 1 })] }, ['raw-macros']],
  ['a raw macro on another site', { pages: [page(), page({ isOwn: false, raw: 4 })] }, []],
  ['a checkout without a delivery for a day', { checkouts: [checkout({ lastMs: ago(DAY_MS) })] }, []],
  [
    'a checkout without a delivery for longer than a day and three pauses',
    { checkouts: [checkout({ taken: 25, firstMs: ago(3 * DAY_MS), lastMs: ago(DAY_MS + 1) })] },
    ['silent-checkouts'],
  ],
  [
    'a checkout that sells once a week',
    { checkouts: [checkout({ taken: 3, firstMs: ago(20 * DAY_MS), lastMs: ago(6 * DAY_MS) })] },
    [],
  ],
  [
    'a checkout with a single delivery',
    { checkouts: [checkout({ taken: 1, firstMs: ago(2 * DAY_MS), lastMs: ago(2 * DAY_MS) })] },
    ['silent-checkouts'],
  ],
  [
    'a checkout that waited for exactly three of its pauses',
    { checkouts: [checkout({ taken: 3, firstMs: ago(20 * DAY_MS), lastMs: ago(12 * DAY_MS) })] },
    [],
  ],
  ['a checkout that never delivered', { checkouts: [checkout({ taken: 0, firstMs: 0, lastMs: 0 })] }, []],
  [
    'a broken link that one visitor followed',
    { brokenLinks: [{ campaign: 'Oferta', path: '/view/oferta', times: 1, firstMs: ago(DAY_MS), lastMs: NOW }] },
    [],
  ],
  [
    'a broken link',
    { brokenLinks: [{ campaign: 'Oferta', path: '/view/oferta', times: 2, firstMs: ago(DAY_MS), lastMs: NOW }] },
    ['broken-links'],
  ],
  [
    'a body that could not be read',
    { checkouts: [checkout({ unreadable: 1, unreadableFirstMs: ago(DAY_MS), unreadableLastMs: NOW })] },
    ['unreadable-bodies'],
  ],
  ['a body that could not be read, before this week', { checkouts: [checkout({ unreadableFirstMs: 1 })] }, []],
  ['a refused delivery', { checkouts: [checkout({ refused: 1, refusedMs: NOW })] }, ['refused-deliveries']],
  [
    'nothing but refused deliveries',
    { checkouts: [checkout({ taken: 0, firstMs: 0, lastMs: 0, refused: 2, refusedMs: NOW })] },
    ['refused-deliveries'],
  ],
  ['half as many views as clicks of ads', { campaigns: [campaign({ paidViews: 10 })] }, []],
  ['fewer views than half of the clicks of ads', { campaigns: [campaign({ paidViews: 9 })] }, ['clicks-without-views']],
  [
    'ten clicks of ads without a view',
    { campaigns: [campaign({ paidClicks: 10, paidViews: 0 })] },
    ['clicks-without-views'],
  ],
  ['few clicks of ads without a view', { campaigns: [campaign({ paidClicks: 9, paidViews: 0 })] }, []],
  ['clicks without a source and without a view', { campaigns: [campaign({ paidClicks: 0, paidViews: 0 })] }, []],
  [
    'spend without a click',
    { campaigns: [campaign(), campaign({ campaignId: 'c2', clicks: 0, paidClicks: 0, paidViews: 0 })] },
    ['spend-without-clicks'],
  ],
  [
    'neither spend nor a click',
    { campaigns: [campaign(), campaign({ clicks: 0, paidClicks: 0, paidViews: 0, spend: 0 })] },
    [],
  ],
  ['three of ten clicks of bots', { campaigns: [campaign({ clicks: 7 })], botClicks: 3 }, []],
  ['more than three of ten clicks of bots', { campaigns: [campaign({ clicks: 69 })], botClicks: 31 }, ['bots']],
];
test.each(CASES)('judges %s', (_, given, warnings) => {
  expect(warningsOf(given)).toEqual(warnings);
});

describe('a finding', () => {
  const silentFirst = {
    checkouts: [
      checkout(),
      checkout({ checkout: 'eduzz', taken: 5, lastMs: ago(2 * DAY_MS), firstMs: ago(2 * DAY_MS) }),
    ],
  };
  const refusing = {
    checkouts: [checkout({ refused: 2, refusedMs: ago(HOUR_MS) }), checkout({ checkout: 'eduzz', refused: 1 })],
  };
  const pages = {
    pages: [page(), page({ page: '', views: 3 }), page({ page: 'golpe.example/pix', isOwn: false, views: 9 })],
  };
  const raw = {
    rawClicks: [{ campaign: 'Oferta', raw: 2, lastMs: NOW }],
    ...{
      rawViews: 3,
      pages: [page({ raw: 3 }), page({ page: 'limpa' }), page({ page: 'alheia', isOwn: false, raw: 9 })],
    },
  };
  const unseen = { campaigns: [campaign({ campaignId: 'c2', paidViews: 1 }), campaign()] };
  const costly = { campaigns: [campaign({ name: 'Parada', clicks: 0, paidClicks: 0, paidViews: 0, spend: 7.5 })] };

  test.each<[HealthLineId, Partial<TrackingFacts>, value: number | null, details: unknown[][]]>([
    [
      'script',
      pages,
      20,
      [
        ['loja.example/oferta', 20],
        ['golpe.example/pix', 9],
      ],
    ],
    ['tracked-sales', {}, 80, [['sales', 10]]],
    [
      'tracked-sales',
      { conversions: sold({ before: { counted: 4, tracked: 3 } }) },
      80,
      [
        ['sales', 10],
        ['before', 75],
      ],
    ],
    ['tracked-sales', { conversions: null }, null, []],
    [
      'direct-sales',
      {},
      2,
      [
        ['no-id', 1],
        ['unknown-click', 1],
      ],
    ],
    ['direct-sales', { conversions: sold({ noId: 0, unknownClick: 0, utmOnly: 2 }) }, 2, [['utm-only', 2]]],
    [
      'raw-macros',
      raw,
      5,
      [
        ['Oferta', 2],
        ['loja.example/oferta', 3],
      ],
    ],
    [
      'silent-checkouts',
      silentFirst,
      1,
      [
        ['eduzz', 5],
        ['kiwify', 3],
      ],
    ],
    ['silent-checkouts', { checkouts: [] }, null, []],
    [
      'refused-deliveries',
      refusing,
      3,
      [
        ['kiwify', 2],
        ['eduzz', 1],
      ],
    ],
    ['clicks-without-views', unseen, 1, [['Oferta', 20]]],
    ['spend-without-clicks', costly, 1, [['Parada', 7.5]]],
    [
      'bots',
      { botClicks: 20 },
      50,
      [
        ['bots', 20],
        ['clicks', 40],
      ],
    ],
    ['bots', { campaigns: [] }, null, []],
  ])('of %s has its value and names what it comes from (%#)', (id, given, value, details) => {
    const found = findingOf(id, given);
    expect(found.value).toBe(value);
    expect(found.detail.map((one) => [one.name, one.value])).toEqual(details);
  });

  test('says when the last of it came, and which page is not the tenant’s', () => {
    expect(findingOf('script', pages).detail).toEqual([
      { name: 'loja.example/oferta', value: 20, at: '2036-11-20T14:00:00.000Z', isUnknown: false },
      { name: 'golpe.example/pix', value: 9, at: '2036-11-20T14:00:00.000Z', isUnknown: true },
    ]);
    expect(findingOf('raw-macros', raw).detail.map(({ isUnknown }) => isUnknown)).toEqual([false, false]);
    expect(findingOf('refused-deliveries', refusing).detail[0]?.at).toBe('2036-11-20T14:00:00.000Z');
    expect(findingOf('bots', { botClicks: 1 }).detail[0]?.at).toBe(null);
  });

  test.each<[HealthLineId, Partial<TrackingFacts>, cause: object]>([
    ['script', { views: 0, pages: [] }, { of: 'all', campaignIds: [] }],
    ['raw-macros', raw, { of: 'raw', campaignIds: [] }],
    ['clicks-without-views', unseen, { of: 'campaigns', campaignIds: ['c2'] }],
  ])('of %s names the clicks that caused it', (id, given, cause) => {
    expect(findingOf(id, given).cause).toEqual(cause);
  });

  test('names no more than people read', () => {
    const campaigns = Array.from({ length: HEALTH_NAMES_MAX + 3 }, () => campaign({ paidViews: 0 }));
    const found = findingOf('clicks-without-views', { campaigns });
    expect([found.value, found.detail.length]).toEqual([HEALTH_NAMES_MAX + 3, HEALTH_NAMES_MAX]);
  });
});

describe('what lines and first steps judge alike', () => {
  test.each([
    ['a refused delivery', areDeliveriesRefused({ refused: 1 }), true],
    ['none refused', areDeliveriesRefused({ refused: 0 }), false],
    ['clicks and no view', areViewsMissing({ clicks: 2, views: 0 }), true],
    ['one click and no view', areViewsMissing({ clicks: 1, views: 0 }), false],
    ['clicks and a view', areViewsMissing({ clicks: 9, views: 1 }), false],
    ['neither click nor view', areViewsMissing({ clicks: 0, views: 0 }), false],
    ['two raw clicks', areMacrosRaw({ rawClicks: 2, rawViews: 0 }), true],
    ['a raw click', areMacrosRaw({ rawClicks: 1, rawViews: 0 }), false],
    ['a raw view', areMacrosRaw({ rawClicks: 0, rawViews: 1 }), true],
    ['nothing raw', areMacrosRaw({ rawClicks: 0, rawViews: 0 }), false],
    ['no conversion with a click', areClicksLost({ counted: 1, tracked: 0 }), true],
    ['each conversion with a click', areClicksLost({ counted: 1, tracked: 1 }), false],
    ['no conversion', areClicksLost({ counted: 0, tracked: 0 }), false],
    ['no conversion after tracked ones', areClicksLost({ counted: 0, tracked: 0 }, { counted: 5, tracked: 5 }), false],
  ])('%s', (_, judged, expected) => {
    expect(judged).toBe(expected);
  });
});

test.each([
  [[], false],
  [[80], true],
  [[79.9, 20.1], false],
  [[90, 10], true],
])('networks with %j percent: of one network %s', (percents, expected) => {
  expect(isOfOneNetwork(percents.map((percent) => ({ network: '192.0.2.0', percent })))).toBe(expected);
});
