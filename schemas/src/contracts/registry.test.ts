import { describe, expect, it } from 'vitest';
import { CONTRACTS } from './registry.ts';

describe('the contracts', () => {
  it('have names and routes of their own, and parameters for every place in their path', () => {
    expect(new Set(CONTRACTS.map(({ name }) => name)).size).toBe(CONTRACTS.length);
    expect(new Set(CONTRACTS.map(({ method, path }) => `${method} ${path}`)).size).toBe(CONTRACTS.length);
    for (const { path, params } of CONTRACTS) {
      const named = [...path.matchAll(/:(\w+)/g)].map((match) => match[1]);
      expect(Object.keys(params?.shape ?? {})).toEqual(named);
    }
  });
});
