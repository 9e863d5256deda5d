/** Conversions sent back: an administrator sets up a pixel and a postback, a conversion arrives, and its deliveries are shown. */
import { systemClock } from '@tracker/infra/lifecycle/clock';
import { type GraphStub, startGraphStub } from '@tracker/standalone/facebook-stub/graph-stub';
import { openBrowser, openScreen, type Screen, shownByPoll, takesFocus } from '@tracker/test/kit/browser';
import { eventually } from '@tracker/test/kit/eventually';
import { type Product, startProduct } from '@tracker/test/kit/product';
import {
  click,
  conversion,
  type RegisteredTenant,
  registerTenant,
  signIn,
  VISITOR,
  view,
} from '@tracker/test/kit/registered-tenant';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, inject, test } from 'vitest';

const LIVE = { timeoutMs: 30_000, everyMs: 100 };
let graph: GraphStub;
let product: Product;
let browser: Browser;
let tenant: RegisteredTenant;
let screen: Screen;
let page: Page;

beforeAll(async () => {
  graph = await startGraphStub({ clock: systemClock });
  // An installation without a Facebook app: a pixel has a token of its own.
  const installation = { url: graph.url, app: { appId: '', appSecret: '' } };
  [product, browser] = await Promise.all([
    startProduct({ demoData: false, graph: installation, migratedDir: inject('migratedDir') }),
    openBrowser(),
  ]);
});
afterAll(async () => {
  await browser.close();
  await product.stop();
  await graph.close();
});

beforeEach(async () => {
  tenant = await registerTenant(product.url);
  screen = await openScreen(browser, { baseUrl: product.url });
  page = screen.page;
  await page.clock.install();
  await signIn(page, tenant);
  return async () => {
    expect(screen.problems).toEqual([]);
    await screen.close();
  };
});

const pixel = () => page.getByRole('region', { name: 'Enviar vendas ao Facebook' });
const counted = () => graph.events.counted.filter(({ pixelId }) => pixelId === '123456789');
const save = async (card: ReturnType<typeof pixel>, token: string) => {
  await card.getByLabel('Token de acesso').fill(token);
  await card.getByRole('button', { name: 'Salvar' }).click();
  await page.getByText('Pixel salvo').first().waitFor();
};

describe('pixel', () => {
  test('shows each error next to its field and focuses the first invalid field', async () => {
    await page.goto('/facebook');
    await pixel().getByLabel('ID do pixel').fill('abc');
    await page.keyboard.press('Enter');
    await pixel().getByText('Informe o ID do pixel, só com números.').waitFor();
    await pixel().getByText('Informe o token de acesso.').waitFor();
    await takesFocus(pixel().getByLabel('ID do pixel'));
  });

  test('receives a conversion once, lists it in the conversion’s details, and says what to do when its token is rejected', async () => {
    await page.goto('/facebook');
    await pixel().getByLabel('ID do pixel').fill('123456789');
    await pixel().getByLabel('Código de teste').fill('TEST123');
    await save(pixel(), 'EAAerrado');
    await pixel().getByText('Ligado', { exact: true }).waitFor();
    await pixel().getByRole('button', { name: 'Enviar evento de teste' }).click();
    await page.getByText('Evento de teste recusado').first().waitFor();

    const clickId = await click(tenant, { tsource: 'facebook', _fbp: `fb.1.${Date.now()}.77` });
    await view(tenant, clickId);
    await conversion(tenant, { transaction_id: 'VENDA-1', amount: '97.90', click_id: clickId });
    await shownByPoll(pixel().getByText('Interrompido'));
    await pixel()
      .getByRole('alert')
      .getByText(/Gere outro no Gerenciador de Eventos/)
      .waitFor();

    await save(pixel(), graph.tokens.issueForPixel());
    await pixel().getByRole('button', { name: 'Enviar evento de teste' }).click();
    await page.getByText('Evento de teste recebido').first().waitFor();
    await eventually(() => expect(counted()).toHaveLength(1), LIVE);
    expect(counted()[0]?.event).toMatchObject({
      event_name: 'Purchase',
      event_id: 'generic:VENDA-1',
      event_source_url: 'https://loja.example.com/oferta',
      user_data: { client_user_agent: VISITOR, fbp: expect.stringMatching(/\.77$/) },
      custom_data: { currency: 'BRL', value: 97.9 },
    });
    await shownByPoll(pixel().getByText('1 venda enviada'));

    await conversion(tenant, { transaction_id: 'VENDA-1', amount: '97.90', click_id: clickId, status: 'completed' });
    await page.goto('/conversion-logs?q=VENDA-1');
    await page.getByRole('button', { name: /^Detalhes de / }).click();
    const sends = page.getByRole('region', { name: 'Envios' });
    await sends.getByText('Facebook (pixel 123456789)').waitFor();
    await sends.getByText('Enviada').waitFor();
    expect(counted()).toHaveLength(1);
  });

  test('is removed after a confirmation, and the focus returns after a cancel', async () => {
    await page.goto('/facebook');
    await pixel().getByLabel('ID do pixel').fill('987654321');
    await save(pixel(), 'EAAtoken');
    await pixel().getByRole('button', { name: 'Remover' }).press('Enter');
    await page.getByRole('dialog').getByRole('button', { name: 'Cancelar' }).press('Enter');
    await takesFocus(pixel().getByRole('button', { name: 'Remover' }));
    await pixel().getByRole('button', { name: 'Remover' }).press('Enter');
    await page.getByRole('dialog').getByRole('button', { name: 'Remover' }).click();
    await page.getByText('Pixel removido').first().waitFor();
    await eventually(async () => expect(await pixel().getByLabel('ID do pixel').inputValue()).toBe(''), LIVE);
  });
});

describe('postbacks', () => {
  test('creates, tests, edits and removes a postback, and calls no address of an internal network', async () => {
    await page.goto('/webhook');
    await page.getByText('Nenhum postback').waitFor();
    await page.getByRole('button', { name: 'Novo postback' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Nome').fill('Parceiro');
    await dialog.getByLabel('URL').fill('http://127.0.0.1:9/pb?c={click}');
    await dialog.getByRole('button', { name: 'Salvar' }).click();
    await dialog.getByText('A macro {click} não existe.').waitFor();
    await dialog.getByText('Macros', { exact: true }).click();
    await dialog.getByText('{clickid}', { exact: true }).waitFor();
    await dialog.getByLabel('URL').fill(`${graph.url}/pb?c={clickid}`);
    await dialog.getByRole('button', { name: 'Salvar' }).click();
    const item = page.getByRole('list', { name: 'Postbacks' }).getByRole('listitem');
    await item.getByText('Ligado').waitFor();

    await page.getByRole('button', { name: 'Testar Parceiro' }).click();
    await dialog.getByRole('button', { name: 'Chamar agora' }).click();
    await dialog.getByText('O endereço leva a uma rede interna, e o envio foi bloqueado.').waitFor();
    await dialog.getByText(`${graph.url}/pb?c=mc_teste_1760000000000000000`).waitFor();
    await page.keyboard.press('Escape');

    await conversion(tenant, { transaction_id: 'P-1', amount: '10.00' });
    await shownByPoll(item.getByText(/1 aguardando/));
    await shownByPoll(item.getByText(/rede interna/));
    expect(graph.requests.filter(({ path }) => path.includes('/pb'))).toEqual([]);

    await page.getByRole('button', { name: 'Editar Parceiro' }).click();
    await dialog.getByLabel('Ligado').uncheck();
    await dialog.getByRole('button', { name: 'Salvar' }).click();
    await item.getByText('Desligado', { exact: true }).waitFor();
    await shownByPoll(item.getByText(/1 não enviada/));
    await page.getByRole('button', { name: 'Remover Parceiro' }).click();
    await dialog.getByRole('button', { name: 'Remover' }).click();
    await page.getByText('Nenhum postback').waitFor();
  });
});
