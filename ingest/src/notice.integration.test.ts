import { ScriptNoticeEvent } from '@tracker/schemas/events/script-notice';
import { createTenant } from '@tracker/test/kit/tenant-fixture';
import { expect, test } from 'vitest';
import { INGEST_LIMITS } from './limits/limit-table.ts';
import { useIngest } from './testing/use-ingest.ts';

const ingest = useIngest();
const { app, click, clock, stack, stored } = ingest;

const NO_LINK = 'button-without-link';
const PAGE = 'https://loja.example/oferta';

/** From a visitor at `address`; without one from the own network, which has no rate. */
const send = (body: unknown, path = '/notice', address = '127.0.0.1') =>
  app.inject({
    ...{ method: 'POST', url: path, payload: typeof body === 'string' ? body : JSON.stringify(body) },
    ...{ headers: { 'content-type': 'text/plain' }, remoteAddress: address },
  });
const notices = () =>
  [...stored.values()].flatMap((event) => {
    const notice = ScriptNoticeEvent.safeParse(event).data;
    if (notice?.tenantId !== ingest.tenant.tenantId || !('clickId' in notice.payload)) return [];
    return [{ ...notice, payload: notice.payload }];
  });
const pagesOf = (clickId: string) =>
  notices().flatMap(({ payload }) => (payload.clickId === clickId ? [payload.url] : []));

test('stores a button without a link once for a click and page in ten minutes, without what the address says of a person', async () => {
  const clickid = await click();
  const url = 'https://ana:senha@loja.example/oferta?email=ana%40example.com#ana';
  for (const path of ['/notice', '/n', '/n'])
    expect((await send({ clickid, url, problem: NO_LINK }, path)).statusCode).toBe(204);
  await expect.poll(() => pagesOf(clickid)).toEqual([PAGE]);
  const [notice] = notices();
  expect(notice).toMatchObject({ tenantId: ingest.tenant.tenantId, payload: { problem: NO_LINK, url: PAGE } });
  expect(JSON.stringify(notice)).not.toMatch(/ana|senha/);
  clock.advance(11 * 60_000);
  await send({ clickid, url, problem: NO_LINK });
  await expect.poll(() => pagesOf(clickid)).toEqual([PAGE, PAGE]);
});

test('stores a copied script once for a page and day', async () => {
  const first = await click();
  const second = await click();
  const url = 'https://loja.example/copia';
  for (const clickid of [first, second, second]) await send({ clickid, url, problem: 'script-copied' });
  await send({ clickid: second, url: 'https://loja.example/outra', problem: 'script-copied' });
  const copies = () => notices().filter(({ payload }) => payload.problem === 'script-copied');
  await expect.poll(() => pagesOf(second)).toContain('https://loja.example/outra');
  expect(new Set(copies().map(({ id }) => id)).size).toBe(2);
});

test('answers what is not understood and stores nothing of it', async () => {
  const clickid = await click();
  const stranger = await createTenant(stack);
  const others = [
    { clickid, url: PAGE, problem: 'constructor' },
    { clickid, url: PAGE },
    { clickid, url: PAGE, problem: { toString: NO_LINK } },
    ...['', 'x', 'javascript:alert(1)', 'data:text/html,x', '/relative'].map((url) => ({
      clickid,
      url,
      problem: NO_LINK,
    })),
    { clickid: clickid.replace(ingest.tenant.campaignId, 'nobody'), url: PAGE, problem: NO_LINK },
    { clickid: "mc_x' OR 1=1", url: PAGE, problem: NO_LINK },
  ];
  for (const body of others) expect((await send(body)).statusCode, JSON.stringify(body)).toBe(204);
  await send({ clickid, url: PAGE, problem: NO_LINK }, `/n?defaultcampaignid=${stranger.campaignId}`);
  for (const body of ['', '[]', 'null', 'x', '{']) expect((await send(body)).statusCode, body).toBe(400);
  expect((await send({ url: PAGE, problem: NO_LINK })).json()).toMatchObject({ error: 'message-click-id-missing' });
  const large = await send({ clickid, url: PAGE, problem: NO_LINK, more: 'x'.repeat(INGEST_LIMITS.keylessBodyMax) });
  expect(large.statusCode).toBe(413);
  // The last in the log: all before it would be there.
  const last = await click();
  await send({ clickid: last, url: PAGE, problem: NO_LINK });
  await expect.poll(() => pagesOf(last)).toEqual([PAGE]);
  expect(pagesOf(clickid)).toEqual([]);
});

test('keeps hostile text in the address as an address, and cuts it', async () => {
  const clickid = await click();
  await send({ clickid, url: 'https://loja.example/<script>alert(1)</script>\u0000\u202e', problem: NO_LINK });
  await send({ clickid, url: `https://loja.example/${'a'.repeat(12_000)}`, problem: NO_LINK });
  await expect.poll(() => pagesOf(clickid)).toHaveLength(2);
  const [script, long] = pagesOf(clickid);
  expect(script).toMatch(/^https:\/\/loja\.example\/[\x21-\x7e]*$/);
  expect(script).not.toContain('<');
  expect(long?.length).toBeLessThanOrEqual(2_048);
});

test('bounds what strangers send of a company, and takes nothing from its checkouts', async () => {
  const { perNetwork, perCampaign } = INGEST_LIMITS.rates.notice;
  const clickid = await click();
  let sent = 0;
  const flood = (address: string, times: number) =>
    Promise.all(
      Array.from({ length: times }, async () => {
        sent += 1;
        const url = `https://loja.example/${sent}`;
        return (await send({ clickid, url, problem: NO_LINK }, '/n', address)).statusCode;
      }),
    );
  const taken = (codes: number[]) => codes.filter((code) => code === 204).length;
  expect(taken(await flood('203.0.113.7', perNetwork.burst + 5))).toBe(perNetwork.burst);
  let all = perNetwork.burst;
  for (let network = 8; network < 40; network += 1) all += taken(await flood(`203.0.113.${network}`, perNetwork.burst));
  expect(all).toBe(perCampaign.burst);
  await expect.poll(() => pagesOf(clickid)).toHaveLength(all);
  const checkout = await app.inject({
    ...{ method: 'POST', url: '/k', payload: JSON.stringify({ clickid, url: 'https://pay.hotmart.com/X1' }) },
    ...{ headers: { 'content-type': 'text/plain' }, remoteAddress: '203.0.113.7' },
  });
  expect(checkout.statusCode).toBe(204);
});
