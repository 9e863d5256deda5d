import { expect, test } from 'vitest';
import { apiKeyHash, apiKeyHint, apiKeyOf, isApiKey, newApiKey } from './api-key.ts';

test('creates keys of 256 random bits with a prefix, a short hint and a hash', () => {
  const [key, other] = [newApiKey(), newApiKey()];
  expect(key).toMatch(/^tt_[0-9A-Za-z]{43}$/);
  expect(key).not.toBe(other);
  expect(isApiKey(key)).toBe(true);
  expect(apiKeyHint(key)).toBe(key.slice(0, 7));
  expect(apiKeyHash(key)).toMatch(/^[0-9a-f]{64}$/);
  expect(apiKeyHash(key)).not.toContain(key.slice(3, 10));
});

test('rejects text that cannot be a key', () => {
  for (const text of ['', 'tt_', 'tt_short', `${newApiKey()}x`, `tt_${'é'.repeat(43)}`, "tt_' OR true --"]) {
    expect(isApiKey(text), text).toBe(false);
  }
});

test('reads only our own keys from the Authorization header', () => {
  const key = newApiKey();
  expect(apiKeyOf(`Bearer ${key}`)).toBe(key);
  expect(apiKeyOf(`bearer  ${key} `)).toBe(key);
  expect(apiKeyOf('Bearer tt_broken')).toBe('tt_broken');
  for (const other of [undefined, '', 'Basic dXNlcjpwYXNz', 'Bearer eyJhbGciOi', key, `Bearer ${key} and more`]) {
    expect(apiKeyOf(other), other).toBeUndefined();
  }
});
