import { PUBLIC_ENDPOINTS } from '@tracker/schemas/capture/public-endpoints';
import { describe, expect, it } from 'vitest';
import { endpointsFor, KEY_PLACEHOLDER } from './endpoints.ts';

const values = { publicUrl: 'https://rastreio.example', campaignId: 'black-friday', webhookKey: 'chave' };

describe('the endpoints of the Integration screen', () => {
  it('are those of the specification, with the company’s own values (§2.9, §7.6)', () => {
    const endpoints = endpointsFor(values);
    expect(endpoints.map(({ method, path }) => `${method} ${path}`)).toEqual([
      'GET /track/{campaignID}',
      'GET /view',
      'POST /conversion',
      'POST /identify',
      'POST /leads',
    ]);
    for (const { curl } of endpoints) {
      expect(curl).toContain(values.publicUrl);
      expect(curl).toContain('black-friday');
    }
    expect(endpoints[2]?.curl).toContain('/conversion?key=chave');
  });

  it('exist, under their aliases too', () => {
    const paths = PUBLIC_ENDPOINTS.flatMap(({ method, paths: all }) =>
      all.map((path) => `${method} ${path.replace(':campaignId', '{campaignID}')}`),
    );
    for (const { method, path, alias } of endpointsFor(values)) {
      expect(paths).toContain(`${method} ${path}`);
      if (alias) expect(paths).toContain(`${method} ${alias}`);
    }
  });

  it('hold a place for the key that an editor may not see', () => {
    const [, , conversion] = endpointsFor({ ...values, webhookKey: undefined });
    expect(conversion?.curl).toContain(`key=${KEY_PLACEHOLDER}`);
  });
});
