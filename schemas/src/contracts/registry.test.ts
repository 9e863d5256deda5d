import { describe, expect, it } from 'vitest';
import { keyScopeOf } from '../actions.ts';
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

  it('marks as figures only answers that a screen asks for again, and keeps offline only such that every viewer may see', () => {
    for (const contract of CONTRACTS) {
      const { name, method, access, stream, csv, personal, figures, keptOffline } = contract;
      // By POST only what changes nothing.
      const isRead = method === 'GET' || keyScopeOf(contract) === 'read';
      if (figures)
        expect({ name, isRead, stream, csv }).toEqual({ name, isRead: true, stream: undefined, csv: undefined });
      if (keptOffline)
        expect({ name, figures, access, personal }).toEqual({
          name,
          figures: true,
          access: 'viewer',
          personal: undefined,
        });
    }
    expect(CONTRACTS.filter(({ figures }) => figures).length).toBeGreaterThan(10);
  });

  it('says of each list that a limit may cut whether it is cut: in the body, or in the headers where the body is the list itself', () => {
    for (const { name, method, query, response, paged } of CONTRACTS) {
      if (method !== 'GET' || !query?.shape.limit) continue;
      const fields = 'shape' in response ? Object.keys(response.shape as object) : [];
      expect({ name, says: paged || fields.includes('isCut') || fields.includes('hasMore') }).toEqual({
        name,
        says: true,
      });
    }
  });

  it('names in `mayDiffer` parameters of the query', () => {
    for (const { name, query, mayDiffer = [] } of CONTRACTS) {
      expect(Object.keys(query?.shape ?? {}), name).toEqual(expect.arrayContaining([...mayDiffer]));
    }
  });
});
