import { expect, test } from 'vitest';
import { etagOf, matchesEtag } from './etag.ts';

test('computes the ETag from body and headers', () => {
  expect(etagOf('[]', '0')).toBe(etagOf('[]', '0'));
  expect(etagOf('[]', '0')).not.toBe(etagOf('[]', '1'));
  expect(etagOf('ab', 'c')).not.toBe(etagOf('a', 'bc'));
});

test('matches If-None-Match with one tag, several, strong, weak or any', () => {
  const etag = etagOf('body');
  expect(matchesEtag(etag, etag)).toBe(true);
  expect(matchesEtag(`"x", ${etag}`, etag)).toBe(true);
  expect(matchesEtag(etag.slice(2), etag)).toBe(true);
  expect(matchesEtag('*', etag)).toBe(true);
  expect(matchesEtag('W/"x"', etag)).toBe(false);
  expect(matchesEtag(undefined, etag)).toBe(false);
});
