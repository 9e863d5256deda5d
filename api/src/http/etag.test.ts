import { expect, test } from 'vitest';
import { etagOf, matchesEtag } from './etag.ts';

test('the tag says what the body and its headers say', () => {
  expect(etagOf('[]', '0')).toBe(etagOf('[]', '0'));
  expect(etagOf('[]', '0')).not.toBe(etagOf('[]', '1'));
  expect(etagOf('ab', 'c')).not.toBe(etagOf('a', 'bc'));
});

test('If-None-Match: one tag, several, strong or weak, or any', () => {
  const etag = etagOf('body');
  expect(matchesEtag(etag, etag)).toBe(true);
  expect(matchesEtag(`"x", ${etag}`, etag)).toBe(true);
  expect(matchesEtag(etag.slice(2), etag)).toBe(true);
  expect(matchesEtag('*', etag)).toBe(true);
  expect(matchesEtag('W/"x"', etag)).toBe(false);
  expect(matchesEtag(undefined, etag)).toBe(false);
});
