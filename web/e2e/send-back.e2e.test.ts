/**
 * A conversion sent back: an administrator sets up a pixel and a postback, and its details show what became of each. The
 * forms and their mistakes: `ad-platform-screen.test.tsx`, `webhook-screen.test.tsx`.
 */
import { systemClock } from '@tracker/infra/lifecycle/clock';
import { startGraphStub } from '@tracker/standalone/facebook-stub/graph-stub';
import { openBrowser, openScreen, shownByPoll } from '@tracker/test/kit/browser';
import { eventually } from '@tracker/test/kit/eventually';
import { startProduct } from '@tracker/test/kit/product';
import { click, conversion, registerTenant, signIn, VISITOR, view } from '@tracker/test/kit/registered-tenant';
import { expect, inject, onTestFinished, test } from 'vitest';

const LIVE = { timeoutMs: 30_000, everyMs: 100 };

test('sends a conversion to the pixel once, calls no postback of an internal network, and shows both in its details', async () => {
  const graph = await startGraphStub({ clock: systemClock });
  onTestFinished(() => graph.close());
  // An installation without a Facebook app: a pixel has a token of its own.
  const installation = { url: graph.url, app: { appId: '', appSecret: '' } };
  const product = await startProduct({ demoData: false, graph: installation, migratedDir: inject('migratedDir') });
  onTestFinished(async () => void (await product.stop()));
  const browser = await openBrowser();
  onTestFinished(() => browser.close());
  const tenant = await registerTenant(product.url);
  const { page, problems } = await openScreen(browser, { baseUrl: product.url });
  await page.clock.install();
  await signIn(page, tenant);

  await page.goto('/webhook');
  await page.getByRole('button', { name: 'Novo postback' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Nome').fill('Parceiro');
  await dialog.getByLabel('URL').fill(`${graph.url}/pb?c={clickid}`);
  await dialog.getByRole('button', { name: 'Salvar' }).click();
  const postback = page.getByRole('list', { name: 'Postbacks' }).getByRole('listitem');
  await postback.getByText('Ligado').waitFor();
  await page.getByRole('button', { name: 'Testar Parceiro' }).click();
  await dialog.getByRole('button', { name: 'Chamar agora' }).click();
  await dialog.getByText('O endereço leva a uma rede interna, e o envio foi bloqueado.').waitFor();
  await dialog.getByText(`${graph.url}/pb?c=mc_teste_1760000000000000000`).waitFor();

  await page.goto('/facebook');
  const pixel = page.getByRole('region', { name: 'Enviar vendas ao Facebook' });
  const save = async (token: string) => {
    await pixel.getByLabel('Token de acesso').fill(token);
    await pixel.getByRole('button', { name: 'Salvar' }).click();
    await page.getByText('Pixel salvo').first().waitFor();
    await pixel.getByRole('button', { name: 'Enviar evento de teste' }).click();
  };
  await pixel.getByLabel('ID do pixel').fill('123456789');
  await pixel.getByLabel('Código de teste').fill('TEST123');
  await save('EAAerrado');
  await page.getByText('Evento de teste recusado').first().waitFor();
  await save(graph.tokens.issueForPixel());
  await page.getByText('Evento de teste recebido').first().waitFor();

  const clickId = await click(tenant, { tsource: 'facebook', _fbp: `fb.1.${Date.now()}.77` });
  await view(tenant, clickId);
  const order = { transaction_id: 'VENDA-1', amount: '97.90', click_id: clickId };
  await conversion(tenant, order);
  const counted = () => graph.events.counted.filter(({ pixelId }) => pixelId === '123456789');
  await eventually(() => expect(counted()).toHaveLength(1), LIVE);
  expect(counted()[0]?.event).toMatchObject({
    event_name: 'Purchase',
    event_id: 'generic:VENDA-1',
    event_source_url: 'https://loja.example.com/oferta',
    user_data: { client_user_agent: VISITOR, fbp: expect.stringMatching(/\.77$/) },
    custom_data: { currency: 'BRL', value: 97.9 },
  });
  await shownByPoll(pixel.getByText('1 venda enviada'));

  await conversion(tenant, { ...order, status: 'completed' });
  await page.goto('/conversion-logs?q=VENDA-1');
  await page.getByRole('button', { name: /^Detalhes de / }).click();
  const sends = page.getByRole('region', { name: 'Envios' });
  await sends.getByText('Facebook (pixel 123456789)').waitFor();
  await sends.getByText('Enviada').waitFor();
  await sends.getByText('Parceiro').waitFor();
  await sends.getByText(/rede interna/).waitFor();
  expect(counted()).toHaveLength(1);
  expect(graph.requests.filter(({ path }) => path.includes('/pb'))).toEqual([]);
  expect(problems).toEqual([]);
});
