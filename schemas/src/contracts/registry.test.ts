import { describe, expect, it } from 'vitest';
import { CONTRACTS } from './registry.ts';

describe('contract registry', () => {
  it('has unique names and routes, and declares every path parameter', () => {
    expect(new Set(CONTRACTS.map(({ name }) => name)).size).toBe(CONTRACTS.length);
    expect(new Set(CONTRACTS.map(({ method, path }) => `${method} ${path}`)).size).toBe(CONTRACTS.length);
    for (const { path, params } of CONTRACTS) {
      const named = [...path.matchAll(/:(\w+)/g)].map((match) => match[1]);
      expect(Object.keys(params?.shape ?? {})).toEqual(named);
    }
  });
});
