import { describe, expect, it } from 'vitest';
import type { ClickId } from '../primitives/click-id.ts';
import type { TenantId } from '../primitives/ids.ts';
import type { TimeZone } from '../primitives/time.ts';
import { EXAMPLES } from './generated/examples.ts';
import { conversionIdentity } from './identity.ts';
import { interpretBody } from './interpret-body.ts';
import { mapCheckout } from './map-checkout.ts';
import type { MappedConversion } from './mapping.ts';

const context = { timeZone: 'America/Sao_Paulo' as TimeZone, receivedAtMs: Date.parse('2026-11-29T00:00:00Z') };

describe('interpretBody', () => {
  it('gives what the mapping of the checkout gives', () => {
    const body = EXAMPLES.hotmart[0]!.body;
    expect(interpretBody('hotmart', JSON.stringify(body), context)).toEqual(mapCheckout('hotmart', body, context));
  });

  it('calls a text that is no JSON object invalid', () => {
    for (const text of ['', '[]', '{', '{}'])
      expect(interpretBody('generic', text, context)).toEqual({ kind: 'invalid', reason: { code: 'body_not_object' } });
  });

  it('keeps the error of a mapping that throws', () => {
    const broken = { ...context, timeZone: 'Mars/Olympus' as TimeZone };
    expect(
      interpretBody('generic', '{"id":1,"amount":1,"status":"paid","occurred_at":"2026-11-20 12:00"}', broken),
    ).toEqual({
      kind: 'invalid',
      reason: { code: 'mapping_failed' },
      error: expect.any(RangeError),
    });
  });
});

describe('identity of a conversion', () => {
  const tenant = 'tn_1' as TenantId;
  const click = 'mc_lanc01_1751849000000123456' as ClickId;
  const conversion = (transactionId: string | null) =>
    ({ checkout: 'hotmart', transactionId, conversionType: 'purchase' }) as MappedConversion;

  it('is the transaction, else the click and type, else the body', () => {
    expect(conversionIdentity(tenant, conversion('HP1'), click, 'hash')).toBe('["tn_1","hotmart","transaction","HP1"]');
    expect(conversionIdentity(tenant, conversion(null), click, 'hash')).toBe(
      `["tn_1","hotmart","click","${click}","purchase"]`,
    );
    expect(conversionIdentity(tenant, conversion(null), null, 'hash')).toBe('["tn_1","hotmart","body","hash"]');
  });
});
