import { describe, expect, it } from 'vitest';
import { urlOf } from './call.ts';

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
