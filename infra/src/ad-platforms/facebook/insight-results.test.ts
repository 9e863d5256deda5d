import { expect, test } from 'vitest';
import { InsightAnswer } from './answers.ts';
import { readResults } from './insight-results.ts';

const read = (fields: object) =>
  readResults(
    InsightAnswer.parse({
      ...{
        account_id: '111',
        account_currency: 'BRL',
        date_start: '2026-11-20',
        date_stop: '2026-11-20',
        campaign_id: '1',
        ad_id: '2',
      },
      ...fields,
    }),
  );
const plays = (value: string) => [{ action_type: 'video_view', value }];

test('reads the claimed conversions and their value by attribution window, under each of their names', () => {
  const actions = [
    { action_type: 'link_click', value: '40', '1d_click': '38', '7d_click': '40' },
    { action_type: 'purchase', value: '5', '1d_click': '3', '7d_click': '4', '1d_view': '1', '28d_click': '9' },
    { action_type: 'omni_purchase', value: '1.5', '7d_click': '1.5' },
  ];
  const action_values = [{ action_type: 'purchase', value: '489.5', '1d_click': '293.7', '7d_click': '391.6' }];
  expect(read({ actions, action_values }).claims).toEqual([
    { action: 'purchase', window: '1d_click', conversions: '3.00', value: '293.70' },
    { action: 'purchase', window: '7d_click', conversions: '4.00', value: '391.60' },
    { action: 'purchase', window: '1d_view', conversions: '1.00', value: '0.00' },
    { action: 'omni_purchase', window: '7d_click', conversions: '1.50', value: '0.00' },
  ]);
});

test('reads the counts of a video, and those that are left out as none', () => {
  expect(
    read({
      actions: plays('300'),
      video_play_actions: plays('900'),
      video_thruplay_watched_actions: plays('90'),
      video_p25_watched_actions: plays('80'),
      video_p50_watched_actions: plays('70'),
      video_p75_watched_actions: plays('60'),
    }),
  ).toEqual({
    claims: [],
    video: { plays: 900, views3s: 300, thruplays: 90, p25: 80, p50: 70, p75: 60, p100: 0 },
  });
});

test('claims nothing and plays no video where the answer has neither', () => {
  expect(read({})).toEqual({ claims: [], video: null });
});

test.each([
  ['no list', { actions: { purchase: 3 } }],
  ['an entry without a name', { actions: [{ value: '3' }] }],
  ['no decimal', { actions: [{ action_type: 'purchase', '7d_click': 'many' }] }],
  ['a number where a text is documented', { actions: [{ action_type: 'purchase', '7d_click': 3 }] }],
  ['null', { actions: [{ action_type: 'purchase', '7d_click': null }] }],
  ['values that are no list', { actions: [{ action_type: 'purchase', '7d_click': '3' }], action_values: 'none' }],
  ['a value that is none', { action_values: [{ action_type: 'purchase', '1d_view': '12,50' }] }],
])('takes claims for unknown, and never for none: %s', (_, fields) => {
  expect(read(fields).claims).toBeNull();
});

test.each([
  ['no count', { video_play_actions: plays('900'), video_p25_watched_actions: plays('-1') }],
  ['half a play', { video_play_actions: plays('900.5') }],
  ['no list', { video_play_actions: '900' }],
])('takes the counts of a video for unknown, and leaves its claims: %s', (_, fields) => {
  const actions = [{ action_type: 'purchase', '7d_click': '3' }];
  const results = read({ ...fields, actions });
  expect([results.video, results.claims?.length]).toEqual([null, 1]);
});
