import { expect, test } from 'vitest';
import { askedPath } from './asked-path.ts';

const ORIGIN = 'https://painel.example.com';

test('is a path of this origin with its search and hash', () => {
  expect(askedPath({ asked: '/click-logs?q=ana#topo' }, ORIGIN)).toBe('/click-logs?q=ana#topo');
});

test.each([
  undefined,
  7,
  '',
  'click-logs',
  '//evil.example.com/',
  '/.//evil.example.com',
  '/\\evil.example.com',
  '/\t/evil.example.com',
  'https://evil.example.com/leads',
  'javascript:alert(1)',
])('is none where %j is named', (asked) => {
  expect(askedPath({ asked }, ORIGIN)).toBeUndefined();
});
