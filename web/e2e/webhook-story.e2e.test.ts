import { examples as hotmartExamples } from '@tracker/schemas/checkouts/hotmart/examples';
import { openBrowser, openScreen, type Screen, shownByPoll } from '@tracker/test/kit/browser';
import { click, conversion, type RegisteredTenant, registerTenant, signIn } from '@tracker/test/kit/registered-tenant';
import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';

/** An administrator connects a checkout: the tests share one tenant and one browser, and run in order. */
const url = inject('productUrl');
const soon = { timeout: 15_000, interval: 100 };
let browser: Awaited<ReturnType<typeof openBrowser>>;
let screen: Screen;
let page: Page;
let tenant: RegisteredTenant;

beforeAll(async () => {
  browser = await openBrowser();
  tenant = await registerTenant(url);
  screen = await openScreen(browser, { baseUrl: url });
  page = screen.page;
  await page.clock.install();
  await signIn(page, tenant);
  await page.goto('/webhook');
});
afterAll(async () => {
  await browser.close();
  expect(screen.problems).toEqual([]);
});

const addressShown = async () =>
  (await page.getByRole('region', { name: 'Código: URL do webhook de Hotmart' }).textContent()) ?? '';

/** A purchase of today in Hotmart's format; identical on each call. */
const now = Date.now();
function purchase(transaction: string): string {
  return JSON.stringify(hotmartExamples[0]?.body)
    .replace('HP16015479281022', transaction)
    .replace(/"(creation_date|order_date|approved_date)":\d+/g, `"$1":${now}`);
}
const deliver = (address: string, body: string, hottok = '') =>
  fetch(address, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(hottok && { 'x-hotmart-hottok': hottok }) },
    body,
  });
const revenueToday = async () => {
  const answer = await page.request.get('/api/performance/summary');
  return ((await answer.json()) as { revenue: { today: number } }).revenue.today;
};
const deliveries = (): Locator => page.getByRole('table').first().getByRole('row');
const row = (text: string): Locator => deliveries().filter({ hasText: text }).first();

describe('webhook setup of a checkout', { tags: ['§2.10'] }, () => {
  test('shows the webhook address, steps and an example body of each checkout', async () => {
    await expect.poll(addressShown, soon).toBe(`${url}/webhooks/hotmart/${tenant.webhookKeys.hotmart}`);
    await page.getByText('Nenhuma entrega recebida').waitFor();
    const example = () => page.getByRole('tabpanel').locator('pre').textContent();
    await expect.poll(example, soon).toContain('"event": "PURCHASE_APPROVED"');
    await page.getByRole('tab', { name: 'Checkout próprio' }).click();
    await expect.poll(example, soon).toContain('"order_total": 497');
    await page.getByRole('tab', { name: 'Genérico' }).click();
    await expect.poll(example, soon).toContain('"transaction_id": "TESTE-1001"');
    await page.getByRole('combobox', { name: 'Plataforma', exact: true }).click();
    await page.getByRole('option', { name: 'Kiwify' }).click();
    await expect.poll(example, soon).toContain('"webhook_event_type": "order_approved"');
    await page.getByText(`${url}/webhooks/kiwify/${tenant.webhookKeys.kiwify}`).waitFor();
    expect(new URL(page.url()).searchParams.get('checkout')).toBe('kiwify');
    await page.goBack();
    await page.getByRole('tab', { name: 'Hotmart' }).click();
    await page.getByText('Passo a passo: Hotmart').waitFor();
  });

  test('rejects a delivery with a wrong secret once one is set, and lists it as rejected', async () => {
    await page.getByRole('button', { name: 'Definir segredo' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Salvar' }).click();
    await dialog.getByText('Informe o segredo.').waitFor();
    await dialog.getByLabel('Segredo', { exact: true }).fill('hottok-certo');
    await dialog.getByRole('button', { name: 'Salvar' }).click();
    await page.getByText('Segredo salvo').first().waitFor();
    await page.getByText('Definido', { exact: true }).waitFor();

    const wrong = async () => (await deliver(await addressShown(), purchase('HP-1'), 'errado')).status;
    await expect.poll(wrong, soon).toBe(401);
    await shownByPoll(row('Recusada').getByText('o segredo não confere'));
    expect(await row('Recusada').getByRole('button', { name: 'Reprocessar' }).count()).toBe(0);
  });

  test('turns a verified delivery into revenue, and hides the buyer in its body', async () => {
    const before = await revenueToday();
    const answer = await deliver(await addressShown(), purchase('HP-2'), 'hottok-certo');
    expect(answer.status).toBe(200);
    const { conversionId } = (await answer.json()) as { conversionId: string };
    const sold = row('HP-2');
    await shownByPoll(sold.getByText('Processada'));
    await expect.poll(revenueToday, soon).toBe(before + 297);

    await sold.getByRole('button', { name: /^Detalhes da entrega de Hotmart/ }).click();
    const body = page.getByRole('region', { name: 'Código: corpo da entrega' });
    expect(await body.textContent()).toContain('"transaction": "HP-2"');
    expect(await body.textContent()).not.toMatch(/ana\.lima|12345678909/);
    // It stays open during the next poll.
    const polled = page.waitForResponse((response) => response.url().includes('/api/webhook-deliveries'));
    await page.clock.fastForward(10_000);
    await polled;
    expect(await body.count()).toBe(1);
    expect(await sold.getByRole('link').getAttribute('href')).toContain(`q=${conversionId}`);
  });

  test('reprocesses a delivery, and counts it once', async () => {
    const before = await revenueToday();
    const button = page.getByRole('button', { name: 'Reprocessar' });
    await button.click();
    await page.getByText('Reprocessamento iniciado').first().waitFor();
    await page.getByText('Entrega reprocessada').first().waitFor();
    await button.waitFor();
    expect(await revenueToday()).toBe(before);
  });

  test('filters the inbox, and keeps the filter in the URL', async () => {
    await page.getByRole('combobox', { name: 'Filtrar por situação' }).click();
    await page.getByRole('option', { name: 'Processada' }).click();
    await expect.poll(() => row('Recusada').count(), soon).toBe(0);
    expect(await row('Processada').count()).toBe(1);
    expect(new URL(page.url()).searchParams.get('verdict')).toBe('processed');
    await page.reload();
    await row('Processada').waitFor();
    await page.getByRole('combobox', { name: 'Filtrar por plataforma' }).click();
    await page.getByRole('option', { name: 'Braip' }).click();
    await page.getByText('Nenhuma entrega com estes filtros').waitFor();
    await page.getByRole('button', { name: 'Limpar filtros' }).click();
    await row('Recusada').waitFor();
    expect(new URL(page.url()).search).toBe('');
  });

  test('replaces the key, and accepts the old one for 24 hours', async () => {
    const old = await addressShown();
    await page.getByRole('button', { name: 'Gerar nova chave' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText(/aceito por mais 24 horas/).waitFor();
    await dialog.getByRole('button', { name: 'Gerar nova chave' }).click();
    await page.getByText('Nova chave gerada').first().waitFor();
    await expect.poll(addressShown, soon).not.toBe(old);
    await page.getByText(/O endereço anterior ainda é aceito até/).waitFor();
    const fresh = await addressShown();
    const status = async (address: string) => (await deliver(address, purchase('HP-2'), 'hottok-certo')).status;
    await expect.poll(() => status(fresh), soon).toBe(200);
    expect(await status(old)).toBe(200);
    await shownByPoll(row('Repetida'));
  });

  test('removes the secret', async () => {
    await page.getByRole('button', { name: 'Remover segredo' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Remover', exact: true }).click();
    await page.getByText('Não definido').waitFor();
  });
});

describe('webhook test page', { tags: ['§2.10'] }, () => {
  test('sends marked test deliveries in a tab of its own, and changes no figure', async () => {
    const before = await revenueToday();
    const opened = page.waitForEvent('popup');
    await page.getByRole('link', { name: 'Abrir página de teste' }).click();
    const tab = await opened;
    const problems: string[] = [];
    tab.on('console', (message) => message.type() === 'error' && problems.push(message.text()));
    await tab.getByRole('heading', { name: 'Página de teste do webhook' }).waitFor();
    expect(await tab.getByRole('navigation').count()).toBe(0);
    const answers = tab.getByRole('log', { name: 'Respostas' }).getByRole('listitem');
    const send = async (answer: string) => {
      const known = await answers.count();
      await tab.getByRole('button', { name: 'Enviar teste' }).click();
      await expect.poll(() => answers.count(), soon).toBe(known + 1);
      expect(await answers.first().textContent()).toContain(answer);
    };

    await send('Aceita como teste');
    await send('Repetida');
    await tab.getByRole('combobox', { name: 'Evento de exemplo' }).click();
    await tab.getByRole('option', { name: 'Carrinho abandonado' }).click();
    await send('Ignorada: carrinho abandonado');

    const clickId = await click(tenant);
    await tab.getByRole('combobox', { name: 'Plataforma' }).click();
    await tab.getByRole('option', { name: 'Monetizze' }).click();
    await tab.getByText(tenant.webhookKeys.monetizze ?? '').waitFor();
    await tab.getByLabel('ID do clique').fill(clickId);
    await send(`"clickId": "${clickId}"`);
    await tab.getByLabel('Corpo').fill('{');
    await tab.getByRole('button', { name: 'Enviar teste' }).click();
    await tab.getByText('O corpo precisa ser um objeto JSON.').waitFor();
    expect(problems).toEqual([]);
    await tab.close();

    await shownByPoll(row('Teste'));
    await shownByPoll(row('Monetizze').getByText('Processada'));
    // A counted conversion follows: when it is visible, the test deliveries have been processed.
    await conversion(tenant, { transaction_id: 'R-1', amount: '10.00' });
    await expect.poll(revenueToday, soon).toBe(before + 10);
    const listed = (await (
      await page.request.get('/api/conversions?startDate=2026-11-20&endDate=2026-11-20')
    ).json()) as {
      isTest: boolean;
    }[];
    expect(listed.some(({ isTest }) => isTest)).toBe(true);
  });

  test('authenticates with the secret, by header and by signature', async () => {
    for (const [provider, name] of [
      ['hotmart', 'Hotmart'],
      ['kiwify', 'Kiwify'],
    ] as const) {
      await page.request.put(`/api/webhook-keys/${provider}/secret`, {
        data: { secret: 'segredo-certo' },
        headers: { origin: url },
      });
      await page.goto(`/webhook/test?checkout=${provider}`);
      await page.getByLabel('Segredo (opcional)').waitFor();
      const newest = page.getByRole('log').getByRole('listitem').first();
      const send = async (secret: string) => {
        await page.getByLabel('Segredo (opcional)').fill(secret);
        await page.getByRole('button', { name: 'Enviar teste' }).click();
        await newest.waitFor();
        return (await newest.textContent()) ?? '';
      };
      await expect.poll(() => send('errado'), soon).toContain('Recusada');
      await expect.poll(() => send('segredo-certo'), soon).toMatch(/Aceita como teste|Repetida/);
      expect(await newest.textContent()).toContain(name);
    }
  });
});

test('lists a conversion in a currency without a rate, and counts it once the rate is saved', async () => {
  await page.goto('/settings/tenant#cotacoes');
  await page.getByText('Nenhuma cotação cadastrada').waitFor();
  const before = await revenueToday();
  await conversion(tenant, { transaction_id: 'U-1', amount: '100.00', currency: 'USD' });
  const missing = async () =>
    ((await (await page.request.get('/api/exchange-rates/missing')).json()) as unknown[]).length;
  await expect.poll(missing, soon).toBe(1);
  await page.reload();
  await page.getByRole('button', { name: /^Informar cotação/ }).click();
  expect(await page.getByRole('textbox', { name: 'Moeda' }).inputValue()).toBe('USD');
  await page.getByLabel('Valor em reais').fill('abc');
  await page.getByRole('form', { name: 'Nova cotação' }).getByRole('button', { name: 'Salvar' }).click();
  await page.getByText('Informe a cotação, como 5,4321.').waitFor();
  await page.getByLabel('Valor em reais').fill('5,50');
  await page.getByRole('form', { name: 'Nova cotação' }).getByRole('button', { name: 'Salvar' }).click();
  await page.getByText('Cotação salva').first().waitFor();
  await page.getByRole('cell', { name: '5,5', exact: true }).waitFor();
  await expect.poll(revenueToday, soon).toBe(before + 550);
  await expect.poll(() => page.getByText('Vendas sem cotação').count(), soon).toBe(0);
  await page.getByRole('button', { name: /^Remover a cotação de USD/ }).click();
  await page.getByText('Nenhuma cotação cadastrada').waitFor();
});

test('shows a pending Pix and its approval on the open dashboard and the open list', async () => {
  const pix = (transaction_id: string, status: string) =>
    conversion(tenant, { transaction_id, status, amount: '97.90', payment_method: 'pix' });
  await pix('P-1', 'pending');
  await page.goto('/');
  const card = page.getByRole('region', { name: 'Pendentes' });
  const ofPix = card.getByRole('listitem').filter({ hasText: 'Pix' });
  await shownByPoll(ofPix.getByText(/R\$\s97,90 em 1 pedido/));
  await pix('P-1', 'approved');
  await shownByPoll(ofPix.getByText('Aprovação de 100,0%: 1 de 1 pedido'));
  await card.getByText('1 venda que estava pendente').waitFor();

  await page.goto('/conversion-logs');
  await page.getByRole('heading', { name: 'Logs Conversão' }).waitFor();
  await pix('P-2', 'pending');
  const order = page.getByRole('row').filter({ hasText: 'P-2' });
  await shownByPoll(order.getByText('Pendente'));
  await order.getByRole('button', { name: 'WhatsApp' }).waitFor();
  await pix('P-2', 'approved');
  await shownByPoll(order.getByText('recuperada: estava pendente'));
  expect(await order.getByRole('button', { name: 'WhatsApp' }).count()).toBe(0);
});
