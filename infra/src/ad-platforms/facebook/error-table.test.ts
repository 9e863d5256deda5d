import { FACEBOOK } from '@tracker/schemas/ad-platforms/facebook';
import { adPlatformProblemText } from '@tracker/schemas/texts/ad-platforms';
import { expect, test } from 'vitest';
import { readRefusal } from './error-table.ts';

const read = (status: number, error: object | undefined) => readRefusal(status, error && { error }, () => 90_000);

test.each([
  // code, subcode, message, action
  [1, undefined, 'An unknown error occurred', 'retry'],
  [2, undefined, 'Service temporarily unavailable', 'retry'],
  [1, undefined, "Please reduce the amount of data you're asking for, then retry your request", 'too-much-data'],
  // To ask for less.
  [1, 99, 'An unknown error occurred', 'too-much-data'],
  [2, 99, '', 'too-much-data'],
  [1, 1_504_018, '', 'too-much-data'],
  [2, 1_504_018, 'Service temporarily unavailable. Please try a smaller date range', 'too-much-data'],
  [2, undefined, 'Please reduce the amount of data', 'too-much-data'],
  [-3, 1_504_018, '', 'too-much-data'],
  [18, undefined, '', 'too-much-data'],
  [-1, undefined, '', 'retry'],
  // To ask again, from the first page or later.
  [2642, undefined, '(#2642) Invalid cursors values', 'retry'],
  [960, undefined, 'Request aborted', 'retry'],
  [2601, 1_815_107, 'Report not ready', 'retry'],
  // The operator.
  [270, undefined, 'This Ads API request is not allowed for apps with development access level', 'configuration'],
  [294, undefined, '', 'configuration'],
  [3, undefined, '(#3) Application does not have the capability to make this API call.', 'configuration'],
  [200, undefined, 'The app must have Advanced Access', 'configuration'],
  [190, undefined, 'Error validating application. Cannot get application info', 'configuration'],
  [100, undefined, 'Provide valid app ID', 'configuration'],
  [12, undefined, '', 'configuration'],
  [104, undefined, '', 'configuration'],
  [803, undefined, '', 'permission'],
  // To wait.
  [9, undefined, '', 'throttled'],
  [100, 2_446_079, '', 'throttled'],
  [4, 1_504_022, '', 'throttled'],
  [4, 1_504_039, '', 'throttled'],
  [17, 2_446_079, 'User request limit reached', 'throttled'],
  [32, undefined, '', 'throttled'],
  [613, 1_487_742, '', 'throttled'],
  [80_000, undefined, '', 'throttled'],
  [80_001, undefined, '', 'throttled'],
  [80_003, undefined, '', 'throttled'],
  [80_004, undefined, '', 'throttled'],
  [80_005, undefined, '', 'throttled'],
  [341, undefined, '', 'throttled'],
  [100, 1_487_534, '', 'too-much-data'],
  [100, undefined, '(#100) Invalid parameter', 'permanent'],
  [100, 33, 'Unsupported get request', 'permission'],
  [100, undefined, 'Invalid appsecret_proof provided in the API argument', 'configuration'],
  [1, undefined, 'Error validating client secret.', 'configuration'],
  [101, undefined, '', 'configuration'],
  [191, undefined, '', 'configuration'],
  [2635, undefined, '', 'configuration'],
  [3, undefined, '', 'permission'],
  [10, undefined, '', 'permission'],
  [200, undefined, '', 'permission'],
  [299, undefined, '', 'permission'],
  [102, undefined, '', 'reconnect'],
  [190, undefined, '', 'reconnect'],
  [190, 458, '', 'reconnect'],
  [190, 459, '', 'reconnect'],
  [190, 460, '', 'reconnect'],
  [190, 463, '', 'reconnect'],
  [190, 464, '', 'reconnect'],
  [190, 467, '', 'reconnect'],
  [100, 36_009, 'This authorization code has been used.', 'reconnect'],
  [368, undefined, '', 'blocked'],
  [99_999, undefined, '', 'permanent'],
] as const)("maps code %i, subcode %s, message '%s' to the action %s", (code, error_subcode, message, action) => {
  const error = read(400, { message, code, error_subcode, fbtrace_id: 'AbC' });
  expect(error).toMatchObject({ action, number: code, subcode: error_subcode, fbtraceId: 'AbC', status: 400 });
  expect(error && adPlatformProblemText(error.problem, FACEBOOK)).toMatch(/^[A-ZÀ-Ú].+[.)]$/);
  expect(error?.waitMs).toBe(action === 'throttled' ? 90_000 : undefined);
});

test('treats a rate limit as throttled even when it is marked transient, and retries any other transient error', () => {
  expect(read(400, { code: 17, is_transient: true })?.action).toBe('throttled');
  expect(read(400, { code: 1_234, is_transient: true })?.action).toBe('retry');
});

test('recognizes an error with status 200, and falls back to the status without a body', () => {
  expect(read(200, { code: 190, error_subcode: 463 })?.action).toBe('reconnect');
  expect(read(200, undefined)).toBeUndefined();
  expect(readRefusal(200, { data: [] }, () => 0)).toBeUndefined();
  expect(read(503, undefined)?.action).toBe('retry');
  expect(read(429, undefined)).toMatchObject({ action: 'throttled', waitMs: 90_000 });
  expect(read(404, undefined)?.action).toBe('permanent');
  expect(read(500, { code: 99_999 })?.action).toBe('retry');
});

test('keeps only numbers and a trace id of the platform’s error', () => {
  const error = read(400, {
    message: 'SECRET',
    type: 'SECRET',
    code: 100,
    error_user_msg: 'SECRET',
    fbtrace_id: 'SECRET ?',
  });
  expect(error?.message).toBe('ad platform: permanent (status 400, code 100)');
  expect(JSON.stringify(error) + error?.stack).not.toContain('SECRET');
});
