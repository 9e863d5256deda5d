import { PUBLIC_ENDPOINTS } from '@tracker/schemas/capture/public-endpoints';
import { describe, expect, it } from 'vitest';
import { endpointsFor, KEY_PLACEHOLDER } from './endpoints.ts';

const values = { publicUrl: 'https://rastreio.example', campaignId: 'black-friday', webhookKey: 'chave' };

describe('endpoints on the Integration screen', () => {
  it('lists the documented endpoints with the values of the tenant', { tags: ['§2.9', '§7.6'] }, () => {
    const endpoints = endpointsFor(values);
    expect(endpoints.map(({ method, path }) => `${method} ${path}`)).toEqual([
      'GET /track/{campaignID}',
      'GET /view',
      'POST /conversion',
      'POST /identify',
      'POST /checkout',
      'POST /leads',
    ]);
    for (const { curl } of endpoints) {
      expect(curl).toContain(values.publicUrl);
      expect(curl).toContain('black-friday');
    }
    expect(endpoints[2]?.curl).toContain('/conversion?key=chave');
  });

  it('lists only endpoints and aliases that exist', () => {
    const paths = PUBLIC_ENDPOINTS.flatMap(({ method, paths: all }) =>
      all.map((path) => `${method} ${path.replace(':campaignId', '{campaignID}')}`),
    );
    for (const { method, path, alias } of endpointsFor(values)) {
      expect(paths).toContain(`${method} ${path}`);
      if (alias) expect(paths).toContain(`${method} ${alias}`);
    }
  });

  it('shows a placeholder for a key that the user may not see', () => {
    const [, , conversion] = endpointsFor({ ...values, webhookKey: undefined });
    expect(conversion?.curl).toContain(`key=${KEY_PLACEHOLDER}`);
  });
});
