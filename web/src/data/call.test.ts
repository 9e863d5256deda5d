import { currentUser } from '@tracker/schemas/contracts/auth.contract';
import { describe, expect, it, vi } from 'vitest';
import { call, urlOf } from './call.ts';

describe('urlOf', () => {
  it('fills path parameters and leaves out undefined query parameters', () => {
    expect(urlOf('/api/campaigns/:campaignId', { params: { campaignId: 'a b/c' }, query: undefined })).toBe(
      '/api/campaigns/a%20b%2Fc',
    );
    expect(urlOf('/api/performance/best-ads', { params: undefined, query: { limit: 10, startDate: undefined } })).toBe(
      '/api/performance/best-ads?limit=10',
    );
  });
});

describe('call', () => {
  it('reads the sentence of an answer that has no code', { tags: ['§7.1'] }, async () => {
    vi.stubGlobal('fetch', async () => Response.json({ message: 'Tente mais tarde.' }, { status: 503 }));
    await expect(call(currentUser, {})).rejects.toMatchObject({
      status: 503,
      sentence: 'Tente mais tarde.',
      code: undefined,
    });
    vi.unstubAllGlobals();
  });
});
