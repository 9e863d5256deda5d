import type { Click } from '@tracker/schemas/contracts/click-logs.contract';
import { openBrowser } from '@tracker/test/kit/browser';
import { expect, test } from 'vitest';
import { useVisitor } from './use-visitor.ts';

const kit = useVisitor();
const { url } = kit;

/** Chromium asks for a link that the page names, and shows what it got when the person follows it: it asks once. */
test('a link that the browser prefetched is one click when the person follows it, and none before', async () => {
  const { page, context } = kit.visitor;
  const { campaignId } = kit.tenant;
  // A browser with a cookie of the product's prefetches nothing of it.
  const owner = await (await openBrowser()).newContext({ baseURL: url });
  await owner.request.post('/api/auth/login', { data: { email: kit.tenant.email, password: kit.tenant.password } });
  const clicks = async () =>
    ((await (await owner.request.get('/api/clicks')).json()) as Click[]).map((one) => one.sub1);
  const saved = await owner.request.patch(`/api/campaigns/${campaignId}`, {
    data: { destinationUrl: `${kit.site.origin}/oferta` },
  });
  expect(saved.status(), await saved.text()).toBe(200);
  const link = `${url}/track/${campaignId}?utm_source=facebook&sub1=ad-1`;
  const rules = JSON.stringify({ prefetch: [{ source: 'list', urls: [link], eagerness: 'immediate' }] });
  kit.site.show(({ pathname }) =>
    pathname === '/oferta'
      ? { body: kit.ourTag() }
      : { body: `<script type="speculationrules">${rules}</script><a href="${link.replaceAll('&', '&amp;')}">ver</a>` },
  );
  const session = await context.newCDPSession(page);
  const statuses: string[] = [];
  session.on(
    'Preload.prefetchStatusUpdated',
    ({ status, prefetchStatus }) => void statuses.push(`${status} ${prefetchStatus}`),
  );
  await session.send('Preload.enable');
  await page.goto('/antes');
  await expect.poll(() => statuses.at(-1)).toMatch(/^Ready/);
  expect(await clicks()).toEqual([]);
  await page.getByText('ver').click();
  await page.waitForURL('**/oferta?**');
  await expect.poll(() => statuses.at(-1)).toBe('Success PrefetchResponseUsed');
  await expect.poll(clicks).toEqual(['ad-1']);
  await owner.close();
});
