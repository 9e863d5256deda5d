import { ConnectError } from '@tracker/schemas/contracts/ad-platforms.contract';
import { expect, it } from 'vitest';
import { parseFacebookSearch } from './search.ts';

it('says how the browser came back, for every way there is', () => {
  for (const error of ConnectError.options) expect(parseFacebookSearch({ error })).toEqual({ error });
  expect(parseFacebookSearch({ connected: 1 })).toEqual({ connected: true });
  expect(parseFacebookSearch({ connected: '1' })).toEqual({ connected: true });
});

it('a failure outweighs a success, and what is neither is forgotten', () => {
  expect(parseFacebookSearch({ connected: 1, error: 'denied' })).toEqual({ error: 'denied' });
  expect(parseFacebookSearch({ connected: 0, error: '<b>', other: 1 })).toEqual({});
});
