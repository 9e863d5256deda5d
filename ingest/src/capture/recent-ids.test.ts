import { expect, test } from 'vitest';
import { createRecentIds } from './recent-ids.ts';

test('forgets the oldest id first', () => {
  const recent = createRecentIds(2);
  for (const id of ['a', 'b', 'a', 'c']) recent.add(id);
  expect(['a', 'b', 'c'].map(recent.has)).toEqual([false, true, true]);
});
