import { ConnectError } from '@tracker/schemas/contracts/ad-platforms.contract';
import { expect, it } from 'vitest';
import { parseConnectSearch } from './search.ts';

it('reads success and every error of a consent from the URL', () => {
  for (const error of ConnectError.options) expect(parseConnectSearch({ error })).toEqual({ error });
  expect(parseConnectSearch({ connected: 1 })).toEqual({ connected: true });
  expect(parseConnectSearch({ connected: '1' })).toEqual({ connected: true });
});

it('prefers an error over success, and ignores other values', () => {
  expect(parseConnectSearch({ connected: 1, error: 'denied' })).toEqual({ error: 'denied' });
  expect(parseConnectSearch({ connected: 0, error: '<b>', other: 1 })).toEqual({});
});

it('reads the filters of the campaigns of an ad account, and forgets what is none', () => {
  const filters = { account: 'act_1', q: '2024', state: 'PAUSED', linked: 'no' };
  expect(parseConnectSearch({ ...filters, q: 2024 })).toEqual(filters);
  expect(parseConnectSearch({ account: '', linked: 'maybe', other: 1 })).toEqual({});
});
