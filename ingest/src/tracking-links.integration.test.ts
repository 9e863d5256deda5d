import { readAgain } from '@tracker/schemas/capture/track';
import { ClickEvent } from '@tracker/schemas/events/click';
import { ScriptNoticeEvent } from '@tracker/schemas/events/script-notice';
import { createTenant } from '@tracker/test/kit/tenant-fixture';
import { describe, expect, test } from 'vitest';
import { BROWSER, useIngest } from './testing/use-ingest.ts';

const ingest = useIngest();
const { eventOf, get, stack, stored } = ingest;

const PERSON = { ...BROWSER, accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };

/** Follows a link of a campaign with a landing page, and gives the click's event and where it led. */
async function follow(link: (campaignId: string) => string) {
  const { campaignId } = await createTenant(stack, { destinationUrl: 'https://loja.example/lp?x=1' });
  const answer = await get(link(campaignId), PERSON);
  expect([answer.statusCode, link(campaignId)]).toEqual([302, link(campaignId)]);
  const location = new URL(String(answer.headers.location));
  const { payload } = ClickEvent.parse(await eventOf(location.searchParams.get('clickid') ?? ''));
  return { location, payload };
}

describe('a tracking link', () => {
  const TAGS = { utmSource: 'facebook', sub1: '120210' };
  const QUERY = 'utm_source=facebook&sub1=120210';

  test('is a click with anything behind its campaign', async () => {
    for (const link of [
      (id: string) => `/track/${id}/?${QUERY}`,
      (id: string) => `/t/${id}/?${QUERY}`,
      (id: string) => `/t/${id}//?${QUERY}`,
      (id: string) => `/track/${id}&${QUERY}`,
      (id: string) => `/track/${id}/&${QUERY}`,
      (id: string) => `/track/${id}%3F${QUERY}`,
      (id: string) => `/track/${id}%26${QUERY}`,
      (id: string) => `/track/${id}%20?${QUERY}`,
      (id: string) => `/track/%20${id}?${QUERY}`,
      (id: string) => `/track/${id}.?${QUERY}`,
      (id: string) => `/track/${id},?${QUERY}`,
      (id: string) => `/track/${id}%22?${QUERY}`,
      (id: string) => `/track/%3C${id}%3E?${QUERY}`,
      (id: string) => `/track/${id}%E2%80%8B?${QUERY}`,
      (id: string) => `/track/${id}%C2%A0/?${QUERY}`,
      (id: string) => `/track/${id.toUpperCase()}?${QUERY}`,
      (id: string) => `/TRACK/${id.toUpperCase()}?${QUERY.toUpperCase().replace('FACEBOOK', 'facebook')}`,
      (id: string) => `/Track/${id}?${QUERY}`,
      (id: string) => `/T/${id}?${QUERY}`,
      (id: string) => `//track/${id}?${QUERY}`,
      (id: string) => `///t//${id}?${QUERY}`,
      (id: string) => `/track%2F${id}?${QUERY}`,
      (id: string) => `/track/${id}??${QUERY}`,
      (id: string) => `/track/${id}?x=1?${QUERY}`,
      (id: string) => `/track/${id}?${QUERY.replace('&', '&amp;')}`,
      (id: string) => `/track/${id}?UTM_SOURCE=facebook&Sub1=120210`,
    ]) {
      const { payload, location } = await follow(link);
      expect([link('ID'), payload.tags]).toMatchObject([link('ID'), TAGS]);
      expect(location.searchParams.get('utm_source')).toBe('facebook');
    }
  });

  test('has its tags as they were meant', async () => {
    const { payload } = await follow(
      (id) =>
        `/track/${id}?tsource=undefined&utm_source=FB&utm_campaign=Campanha%2520A%257C120210&utm_medium=Conj%257C120211&utm_content=Promo%E7%E3o%7C120212&utm_id=null`,
    );
    expect(payload.tags).toMatchObject({
      source: 'facebook',
      sub1: '120212',
      sub2: '120211',
      sub3: '120210',
      utmId: '',
    });
    expect(payload.tags).toMatchObject({ sub4: 'Promoção', sub6: 'Campanha A', utmSource: 'FB' });
  });

  test('does what the script does with fbclid, and passes the ids of ad platforms on', async () => {
    const { payload, location } = await follow(
      (id) => `/track/${id}?utm_source=facebook&sub1=1&fbclid=IwAR2xyz-_9&gclid=Cj0&gad_source=1`,
    );
    const clickedAt = payload.clickId.slice(-19, -6);
    expect(payload.tags.fbc).toBe(`fb.1.${clickedAt}.IwAR2xyz-_9`);
    expect(Object.fromEntries(location.searchParams)).toEqual({
      ...{ x: '1', utm_source: 'facebook', fbclid: 'IwAR2xyz-_9', gclid: 'Cj0', gad_source: '1' },
      clickid: payload.clickId,
    });
    const own = await follow((id) => `/track/${id}?_fbc=fb.1.5.IwAR.AQY.Z&fbclid=Other`);
    expect(own.payload.tags.fbc).toBe('fb.1.5.IwAR.AQY.Z');
    const long = await follow((id) => `/track/${id}?fbclid=${'x'.repeat(1_020)}`);
    expect(long.payload.tags.fbc).toBe('');
  });

  test('keeps its query, without what is personal, so that a replay reads the same', async () => {
    const { payload } = await follow(
      (id) =>
        `/track/${id}?utm_source=facebook%E2%80%8B&amp;sub1=__CID__&fbclid=A1&email=ana%40example.com&referrer=https%3A%2F%2Ft.co`,
    );
    expect(payload.query).toBe('utm_source=facebook%E2%80%8B&amp;sub1=__CID__&fbclid=A1&email=[email]');
    expect(payload.hasRawMacro).toBe(true);
    expect(readAgain({ ...payload, reader: '0' }, Number(payload.clickId.slice(-19, -6)))).toEqual(payload.tags);
    const { payload: long } = await follow((id) => `/track/${id}?${QUERY}&x=${'y'.repeat(5_000)}`);
    expect(long).toMatchObject({ tags: TAGS });
    expect(long).not.toHaveProperty('query');
  });
});

describe('a click by a link without a mistake', () => {
  test('keeps no query, since its tags say the same', async () => {
    const { payload } = await follow(
      (id) => `/track/${id}?utm_source=facebook&sub4=V%C3%ADdeo+03&referrer=https%3A%2F%2Ft.co`,
    );
    expect(payload.tags).toMatchObject({ utmSource: 'facebook', sub4: 'Vídeo 03' });
    expect(payload).not.toHaveProperty('query');
    expect(readAgain({ ...payload, reader: '0' }, Number(payload.clickId.slice(-19, -6)))).toEqual(payload.tags);
  });
});

describe('GET below the public endpoints', () => {
  const BELOW = [
    '/track',
    '/track/',
    '/t',
    '/t/',
    '/track/nobody-has-this/x',
    '//track',
    '/TRACK/nobody-has-this',
    '/view/x',
    '/v/',
    '/mc.js/x',
    '/leads/x',
    '/webhooks',
    '/i/x',
  ];

  test.each(BELOW)('is a page for a person and an error for a program, where no route knows it: %s', async (url) => {
    const page = await get(url, PERSON);
    expect([page.statusCode, page.headers['content-type']]).toEqual([404, 'text/html; charset=utf-8']);
    expect(page.body).toContain('Este link de anúncio está incompleto');
    expect(page.headers['content-security-policy']).toContain("default-src 'none'");
    const error = await get(url);
    expect([error.statusCode, Object.keys(error.json()).sort()]).toEqual([404, ['error', 'message', 'requestId']]);
  });

  test.each([
    ['/conversion', 'get-not-permitted'],
    ['/identify', 'method-not-allowed'],
    ['/i', 'method-not-allowed'],
    ['/checkout', 'method-not-allowed'],
    ['/k', 'method-not-allowed'],
    ['/leads?key=KEY&name=Ana&email=ana%40example.com', 'method-not-allowed'],
    ['/leads/?name=Ana&key=KEY', 'method-not-allowed'],
  ])('says which method is right: %s', async (url, error) => {
    const answer = await get(url);
    expect([answer.statusCode, answer.headers.allow, answer.json().error]).toEqual([405, 'POST', error]);
    expect((await get(url, PERSON)).statusCode).toBe(405);
  });

  test('knows the key of a postback before its method', async () => {
    expect((await get('/webhooks/kiwify/KEY')).statusCode).toBe(401);
  });
});

describe('a broken link that names a campaign', () => {
  const notices = () =>
    [...stored.values()].flatMap((event) => {
      const notice = ScriptNoticeEvent.safeParse(event).data;
      return notice?.tenantId === ingest.tenant.tenantId ? [notice] : [];
    });
  const paths = () =>
    notices()
      .map(({ payload }) => payload.url)
      .sort();

  test('is a notice of its campaign when a person follows it, once a visitor, without its query', async () => {
    const { campaignId } = ingest.tenant;
    const links = [
      `/view/${campaignId}?email=ana%40example.com`,
      `/v/${campaignId.toUpperCase()}/`,
      `/track?campaignid=${campaignId}&utm_source=facebook`,
      `/t/?Campaign_Id=${campaignId}`,
      `/identify?id=${campaignId}`,
      `/leads/x/${campaignId}`,
    ];
    for (const link of [...links, ...links]) {
      expect([link, (await get(link, PERSON)).statusCode]).toEqual([link, link.startsWith('/identify') ? 405 : 404]);
    }
    await expect.poll(() => paths().length).toBe(links.length);
    expect(paths()).toEqual(links.map((link) => link.split('?')[0]).sort());
    for (const { payload, ...notice } of notices()) {
      expect([notice.campaignId, payload.problem]).toEqual([campaignId, 'broken-link']);
    }
  });

  test('is none of a program, a prefetch or another parameter, and shows the page to a person of whom nothing is known', async () => {
    const { campaignId } = ingest.tenant;
    await get(`/view/${campaignId}`);
    await get(`/view/${campaignId}`, { ...PERSON, 'sec-purpose': 'prefetch' });
    for (const link of [`/track?utm_source=${campaignId}`, '/track/nobody-has-this', '/track?id=%00'])
      expect([link, (await get(link, PERSON)).statusCode]).toEqual([link, 404]);
    await get(`/view/${campaignId}/last`, PERSON);
    await expect.poll(paths).toEqual([`/view/${campaignId}/last`]);
  });
});
