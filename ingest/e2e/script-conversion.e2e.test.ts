import { EXAMPLE_CLICK_ID } from '@tracker/schemas/checkouts/example';
import { examples as hotmartExamples } from '@tracker/schemas/checkouts/hotmart/examples';
import type { Click } from '@tracker/schemas/contracts/click-logs.contract';
import type { Conversion } from '@tracker/schemas/contracts/conversion-logs.contract';
import { eventually } from '@tracker/test/kit/eventually';
import type { Locator } from 'playwright-core';
import { expect, test } from 'vitest';
import { soon, useVisitor } from './use-visitor.ts';

const kit = useVisitor();
const { url, tagged, visit, listed } = kit;

interface ApprovedConversion {
  creation_date: number;
  data: { purchase: { approved_date: number } };
}

/** Hotmart's request for a conversion that was just approved, with this `sck`. */
function approvedConversion(sck: string): string {
  const example = hotmartExamples.find(({ name }) => name === 'Compra aprovada');
  const body = JSON.parse(JSON.stringify(example?.body).replaceAll(EXAMPLE_CLICK_ID, sck)) as ApprovedConversion;
  body.data.purchase.approved_date = Date.now() - 5_000;
  body.creation_date = Date.now();
  return JSON.stringify(body);
}

test('joins a Hotmart webhook to its click through a tagged page and a decorated link, up to the dashboard', async () => {
  const { visitor, tenant } = kit;
  const { page } = visitor;
  tagged('<a href="https://pay.hotmart.com/A1?off=abc123">Comprar</a>');
  const opened: URL[] = [];
  await page.route('https://pay.hotmart.com/**', (route) => {
    opened.push(new URL(route.request().url()));
    return route.fulfill({ contentType: 'text/html', body: 'checkout' });
  });

  const ad =
    'tsource=facebook&sub1=120210001&sub4=V%C3%ADdeo%20do%20curso&utm_source=facebook&utm_medium=paid&fbclid=IwAR1';
  const clickId = await visit(`/oferta?${ad}`);
  await page.getByText('Comprar').click();
  await expect.poll(() => opened.length, soon).toBe(1);
  expect(opened[0]?.searchParams.get('off')).toBe('abc123');
  const sck = opened[0]?.searchParams.get('sck') ?? '';
  expect(sck).toBe(clickId);

  const answer = await fetch(`${url}/conversion?key=${tenant.trackingKey}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: approvedConversion(sck),
  });
  expect(await answer.json()).toMatchObject({ success: true, clickId, campaignId: tenant.campaignId });

  await expect
    .poll(async () => (await listed<Click>('/api/clicks')).find((click) => click.clickId === clickId), soon)
    .toMatchObject({ source: 'facebook', conversionValue: '297.00', fbc: expect.stringMatching(/\.IwAR1$/) });
  expect(await listed<Conversion>('/api/conversions')).toMatchObject([
    {
      clickId,
      campaignId: tenant.campaignId,
      provider: 'hotmart',
      status: 'approved',
      value: '297.00',
      verified: true,
    },
  ]);

  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto(url);
  const shown = async (found: Locator) => (await found.first().textContent())?.replaceAll('\u00a0', ' ');
  const text = (selector: string, has: string) => shown(page.locator(selector, { hasText: has }));
  const revenueToday = page.locator('dt', { hasText: /^Receita Hoje$/ }).locator('xpath=following-sibling::dd[1]');
  await eventually(
    async () => {
      expect(await shown(revenueToday)).toBe('R$ 297,00');
      expect(await text('li', tenant.campaignId)).toContain('R$ 297,00');
      const row = await text('tr', 'Vídeo do curso');
      expect(row).toContain('120210001');
      expect(row).toContain('R$ 297,00');
      const channel = await text('li', '#1 em receita');
      expect(channel).toMatch(/facebook/i);
      expect(channel).toContain('R$ 297,00');
    },
    { timeoutMs: 15_000, everyMs: 100 },
  );
});
