import { examples as kiwifyExamples } from '@tracker/schemas/checkouts/kiwify/examples';
import type { Conversion } from '@tracker/schemas/contracts/conversion-logs.contract';
import { expect, test } from 'vitest';
import { useVisitor } from './use-visitor.ts';

const kit = useVisitor();
const { url, tagged, visit, listed } = kit;

/** Kiwify's request for a conversion that was just approved, with the utm values of its address and without its click id. */
function orderByUtm(address: URL): string {
  const now = new Date().toLocaleString('sv-SE', { timeZone: 'America/Sao_Paulo' }).slice(0, 16);
  const reported = [...address.searchParams].filter(([name]) => name.startsWith('utm_'));
  return JSON.stringify({
    ...(kiwifyExamples[0]?.body as object),
    ...{ order_id: 'PEDIDO-UTM', created_at: now, updated_at: now, approved_date: now },
    TrackingParameters: Object.fromEntries(reported),
  });
}

test('shows a sale that lost its click by the utm values of its link, and lets an editor assign it', async () => {
  const { visitor, tenant } = kit;
  const { page } = visitor;
  tagged('<a href="https://pay.kiwify.com.br/K1">Comprar</a>');
  const opened: URL[] = [];
  await page.route('https://pay.kiwify.com.br/**', (route) => {
    opened.push(new URL(route.request().url()));
    return route.fulfill({ contentType: 'text/html', body: 'checkout' });
  });
  const utm = {
    utm_source: 'Instagram',
    utm_medium: 'Frio|239',
    utm_campaign: 'Lançamento|238',
    utm_content: 'Vídeo 1|240',
  };
  await visit(`/oferta?${new URLSearchParams(utm)}`);
  await page.getByText('Comprar').click();
  await expect.poll(() => opened.length).toBe(1);
  expect(Object.fromEntries(opened[0]?.searchParams ?? [])).toMatchObject(utm);

  const answer = await fetch(`${url}/conversion?key=${tenant.trackingKey}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: orderByUtm(opened[0] as URL),
  });
  expect(await answer.json()).toMatchObject({ success: true });
  const stored = async () =>
    (await listed<Conversion>('/api/conversions')).find(({ transactionId }) => transactionId === 'PEDIDO-UTM');
  const byUtm = { clickId: null, campaignId: null, channel: 'instagram', adId: '240', adName: 'Vídeo 1' };
  await expect.poll(stored).toMatchObject({ ...byUtm, attribution: 'utm' });

  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto(`${url}/conversion-logs`);
  await page.getByRole('heading', { name: 'Logs Conversão' }).waitFor();
  const row = page.getByRole('row').filter({ hasText: 'PEDIDO-UTM' });
  for (const text of ['Conversão Direta', 'instagram', 'Vídeo 1', 'pelas UTMs da venda'])
    await row.getByText(text, { exact: true }).waitFor();

  await row.getByRole('button', { name: /^Detalhes de / }).click();
  await page.getByRole('button', { name: 'Atribuir a uma campanha' }).click();
  await page.getByRole('dialog', { name: 'Atribuir venda' }).waitFor();
  await page.getByRole('combobox', { name: 'Campanha' }).click();
  await page.getByRole('option').first().click();
  await page.getByRole('button', { name: 'Atribuir', exact: true }).click();
  await row.getByText('atribuída à mão', { exact: true }).waitFor();
  const assigned = { ...byUtm, campaignId: tenant.campaignId, attribution: 'manual' };
  await expect.poll(stored).toMatchObject(assigned);
});
