import { expect, it } from 'vitest';
import { countOfUsers } from './role-words.ts';

it.each([
  [0, '0 usuários'],
  [1, '1 usuário'],
  [2, '2 usuários'],
])('writes %i users as "%s"', { tags: ['§2.17'] }, (count, text) => {
  expect(countOfUsers(count)).toBe(text);
});
