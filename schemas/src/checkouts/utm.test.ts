import { describe, expect, it } from 'vitest';
import type { TimeZone } from '../primitives/time.ts';
import { EXAMPLE_CLICK_ID } from './example.ts';
import { EXAMPLES } from './generated/examples.ts';
import { mapCheckout } from './map-checkout.ts';
import type { JsonObject } from './mapping.ts';
import type { CheckoutId } from './registry.ts';
import { hasUtm, NO_UTM, type Utm } from './utm.ts';

const context = { timeZone: 'America/Sao_Paulo' as TimeZone, receivedAtMs: Date.parse('2026-11-29T00:00:00Z') };

function utmOf(checkout: CheckoutId, body: JsonObject): Utm {
  const result = mapCheckout(checkout, body, context);
  if (result.kind !== 'conversion') throw new Error(`no conversion: ${JSON.stringify(result)}`);
  return result.conversion.utm;
}

const utm = (change: Partial<Utm>): Utm => ({ ...NO_UTM, ...change });
const FB = utm({ utm_source: 'FB' });
const FB_CAMPAIGN = utm({ utm_source: 'FB', utm_campaign: 'lancamento', utm_medium: 'paid' });

describe('utm values of a delivery', () => {
  it.each<[CheckoutId, Utm]>([
    ['hotmart', NO_UTM],
    ['own-checkout', NO_UTM],
    ['generic', NO_UTM],
    [
      'orders',
      {
        utm_source: 'FB',
        utm_campaign: 'Lançamento|238470000000',
        utm_medium: 'Frio|238470000001',
        utm_content: 'Vídeo 1|238470000002',
        utm_term: 'Instagram_Feed',
      },
    ],
    ['kiwify', FB],
    ['eduzz', { ...FB_CAMPAIGN, utm_medium: 'cpc' }],
    ['monetizze', FB],
    ['braip', FB],
    ['kirvano', FB_CAMPAIGN],
    ['ticto', FB],
    ['cakto', FB],
    ['perfect-pay', FB],
    ['greenn', FB],
    // Its content is the click id.
    ['hubla', FB_CAMPAIGN],
    ['guru', FB],
    ['lastlink', { ...FB, utm_campaign: 'lancamento' }],
    ['payt', FB],
    ['pepper', NO_UTM],
    ['pagtrust', utm({ utm_source: 'facebook', utm_medium: 'cpc', utm_campaign: 'lancamento' })],
    ['evermart', NO_UTM],
    ['appmax', NO_UTM],
    ['yampi', { ...FB, utm_campaign: 'lancamento' }],
    ['shopify', utm({ utm_source: 'FB', utm_campaign: 'Lançamento|238', utm_medium: 'Frio|239' })],
    ['woocommerce', { ...FB, utm_campaign: 'lancamento' }],
    ['cartpanda', { ...FB, utm_campaign: 'lancamento' }],
    ['asaas', NO_UTM],
    ['pagarme', { ...FB, utm_campaign: 'lancamento' }],
    ['stripe', { ...FB, utm_campaign: 'lancamento' }],
    ['mercado-pago', { ...FB, utm_campaign: 'lancamento' }],
    ['nuvemshop', { ...FB, utm_campaign: 'Lançamento|238' }],
  ])('are read from the tracking container of %s', (checkout, expected) => {
    expect(utmOf(checkout, EXAMPLES[checkout][0]!.body)).toEqual(expected);
  });

  const plain = { transaction_id: 'T1', amount: 1, status: 'paid' };
  it('are read from the root and the containers of the generic format', () => {
    expect(utmOf('generic', { ...plain, utm_source: 'google' })).toEqual(utm({ utm_source: 'google' }));
    expect(utmOf('generic', { ...plain, trackingParameters: { utm_source: 'ig' } }).utm_source).toBe('ig');
    expect(utmOf('generic', { ...plain, tracking: { utm_campaign: 'c' } }).utm_campaign).toBe('c');
  });

  it('leave out click ids, placeholders and macros that were not expanded', () => {
    const values = { utm_source: EXAMPLE_CLICK_ID, utm_medium: '{{adset.name}}', utm_content: 'Não Informado' };
    expect(utmOf('generic', { ...plain, ...values })).toEqual(NO_UTM);
  });

  it.each<[JsonObject, Partial<Utm>]>([
    [
      { sck: 'facebook|Campanha|Conjunto|Anúncio' },
      { utm_source: 'facebook', utm_campaign: 'Campanha', utm_medium: 'Conjunto', utm_content: 'Anúncio' },
    ],
    [
      { sck: EXAMPLE_CLICK_ID, xcod: 'FBhQwK21wXxRCamp|11hQwK21wXxRConj|22hQwK21wXxRAd|33hQwK21wXxRFeed' },
      {
        utm_source: 'FB',
        utm_campaign: 'Camp|11',
        utm_medium: 'Conj|22',
        utm_content: 'Ad|33',
        utm_term: 'Feed',
      },
    ],
    [{ src: 'instagram_bio' }, { utm_source: 'instagram_bio' }],
    [{ src: 'abc-8812345' }, {}],
    [{ src: '8812345' }, {}],
    [{ sck: EXAMPLE_CLICK_ID }, {}],
    [{ src: 'instagram_bio', utm_source: 'google' }, { utm_source: 'google' }],
  ])('are made of %j only where there are none', (origin, expected) => {
    const { data } = EXAMPLES.hotmart[0]!.body as { data: { purchase: JsonObject } };
    const body = { ...EXAMPLES.hotmart[0]!.body, data: { ...data, purchase: { ...data.purchase, origin } } };
    expect(utmOf('hotmart', body)).toEqual(utm(expected));
  });

  it('say where a buyer came from unless there is only a term', () => {
    expect([NO_UTM, utm({ utm_term: 'feed' }), FB].map(hasUtm)).toEqual([false, false, true]);
  });
});
