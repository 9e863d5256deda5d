import { expect, test } from 'vitest';
import { forgottenRoutes } from './ask.ts';

test('every route that reads is asked, or has a reason why not', () => {
  expect(forgottenRoutes()).toEqual([]);
});
