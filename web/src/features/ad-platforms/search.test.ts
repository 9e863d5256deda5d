import { ConnectError } from '@tracker/schemas/contracts/ad-platforms.contract';
import { expect, it } from 'vitest';
import { parseFacebookSearch } from './search.ts';

it('reads success and every error of the Facebook consent from the URL', () => {
  for (const error of ConnectError.options) expect(parseFacebookSearch({ error })).toEqual({ error });
  expect(parseFacebookSearch({ connected: 1 })).toEqual({ connected: true });
  expect(parseFacebookSearch({ connected: '1' })).toEqual({ connected: true });
});

it('prefers an error over success, and ignores other values', () => {
  expect(parseFacebookSearch({ connected: 1, error: 'denied' })).toEqual({ error: 'denied' });
  expect(parseFacebookSearch({ connected: 0, error: '<b>', other: 1 })).toEqual({});
});
