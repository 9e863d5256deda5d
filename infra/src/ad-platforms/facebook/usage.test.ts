import { expect, test } from 'vitest';
import { readUsage } from './usage.ts';

const headers = (values: Record<string, unknown>) =>
  new Headers(
    Object.entries(values).map(([name, value]) => [name, typeof value === 'string' ? value : JSON.stringify(value)]),
  );

test('reads the highest usage of the four headers, for the app and for the use of the account', () => {
  const answer = headers({
    'X-App-Usage': { call_count: 28, total_time: 25, total_cputime: 31 },
    'X-Ad-Account-Usage': { acc_id_util_pct: 9.67, reset_time_duration: 100, ads_api_access_tier: 'standard_access' },
    'X-Business-Use-Case-Usage': {
      '111': [
        {
          type: 'ads_management',
          call_count: 5,
          total_cputime: 1,
          total_time: 1,
          estimated_time_to_regain_access: 0,
        },
        {
          type: 'ads_insights',
          call_count: 20,
          total_cputime: 96,
          total_time: 20,
          estimated_time_to_regain_access: 3,
        },
      ],
    },
    'x-fb-ads-insights-throttle': { app_id_util_pct: 40, acc_id_util_pct: 10 },
  });
  const app = { percent: 40, regainMs: 0 };
  expect(readUsage(answer, 'insights')).toEqual({ app, account: { percent: 96, regainMs: 180_000 } });
  expect(readUsage(answer, 'management')).toEqual({ app, account: { percent: 9.67, regainMs: 0 } });
});

test('reads the seconds until reset only for a full account', () => {
  const read = (percent: number) =>
    readUsage(headers({ 'x-ad-account-usage': { acc_id_util_pct: percent, reset_time_duration: 100 } }), 'management')
      .account;
  expect(read(94)).toEqual({ percent: 94, regainMs: 0 });
  expect(read(97)).toEqual({ percent: 97, regainMs: 100_000 });
});

test.each([['{'], ['[]'], ['null'], ['"x"'], ['{"111": {"call_count": 4}}']])(
  'ignores the unreadable usage header %s',
  (text) => {
    expect(readUsage(headers({ 'x-business-use-case-usage': text, 'x-ad-account-usage': '{' }), 'management')).toEqual(
      {},
    );
  },
);

test('reads no usage without headers', () => {
  expect(readUsage(new Headers(), 'insights')).toEqual({});
});
