/** From registering to the first tracked sale by the buttons that a person sees: the screens, a tagged page, a checkout's link and its webhook. */
import { EXAMPLE_CLICK_ID } from '@tracker/schemas/checkouts/example';
import { examples as hotmartExamples } from '@tracker/schemas/checkouts/hotmart/examples';
import type { Click } from '@tracker/schemas/contracts/click-logs.contract';
import type { Conversion } from '@tracker/schemas/contracts/conversion-logs.contract';
import { openBrowser, openScreen, type Screen } from '@tracker/test/kit/browser';
import { eventually } from '@tracker/test/kit/eventually';
import { freshRegistration, VISITOR } from '@tracker/test/kit/registered-tenant';
import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { openSite, type Site } from './tagged-site.ts';

const url = inject('productUrl');
const LIVE = { timeoutMs: 15_000, everyMs: 50 };
let browser: Browser;
let site: Site;
let screen: Screen;
beforeAll(async () => {
  [browser, site] = await Promise.all([openBrowser(), openSite()]);
  screen = await openScreen(browser, { baseUrl: url });
});
afterAll(async () => {
  await screen.close();
  await Promise.all([browser.close(), site.close()]);
});

/** All clicks of the person who registers; those of visitors are not among them. */
let clicks = 0;
async function press(locator: Locator): Promise<void> {
  await locator.click();
  clicks += 1;
}
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true });

/** Copies a code by its button, and returns what a person then pastes somewhere else. */
async function copied(page: Page, what: string): Promise<string> {
  await press(button(page, `Copiar ${what}`));
  return (await page.getByRole('region', { name: `Código: ${what}` }).textContent()) ?? '';
}

const isDone = (page: Page, title: string) =>
  page.getByRole('button', { name: new RegExp(`${title}.*Pronto desde`) }).waitFor();

/** Hotmart's request for a sale of now, whose link brought this `sck`. */
function approved(sck: string): string {
  const example = hotmartExamples.find(({ name }) => name === 'Compra aprovada');
  const body = JSON.parse(JSON.stringify(example?.body).replaceAll(EXAMPLE_CLICK_ID, sck));
  body.data.purchase.approved_date = Date.now() - 5_000;
  body.data.purchase.transaction = 'HP-PRIMEIRA-VENDA';
  return JSON.stringify({ ...body, id: 'primeira-venda', creation_date: Date.now() });
}

/** What the platform fills in for each macro: '{{ad.name}}' → 'ad.name'. */
const filledIn = (parameters: string) => parameters.replaceAll(/\{\{([^}]+)\}\}/g, '$1');

test('leads from registering to the first tracked sale in at most twelve clicks, without a reload', {
  tags: ['§1', '§2.6', '§8.3'],
}, async () => {
  const { page } = screen;
  const context = page.context();
  // The headless browser's own counts as a bot.
  await context.setExtraHTTPHeaders({ 'user-agent': VISITOR });
  const person = freshRegistration();
  await page.goto('/register');
  await page.getByLabel('Nome da empresa').fill('Ação Já');
  expect(await page.getByLabel('URL da empresa').inputValue()).toBe('acao-ja');
  await page.getByLabel('URL da empresa').fill(person.companySlug);
  await page.getByLabel('Nome', { exact: true }).fill(person.firstName);
  await page.getByLabel('Sobrenome').fill(person.lastName);
  await page.getByLabel('Email').fill(person.email);
  await page.getByLabel('Senha', { exact: true }).fill(person.password);
  await page.getByLabel('Confirmar senha').fill(person.password);
  await press(button(page, 'Criar Conta Empresarial'));
  await page.getByText('Conta criada com sucesso!').first().waitFor();
  await page.getByRole('heading', { name: 'Primeiros passos' }).waitFor();

  await press(page.getByRole('combobox', { name: 'O checkout em que as vendas acontecem' }));
  await press(page.getByRole('option', { name: 'Hotmart' }));
  const webhook = await copied(page, 'URL do webhook de Hotmart');
  await press(button(page, 'Enviar teste'));
  await page.getByText('Testado por você. Aguardando a Hotmart').waitFor();

  await press(button(page, 'Próximo passo'));
  const tag = await copied(page, 'código do script');
  site.show(() => ({ body: `${tag}<a href="https://pay.hotmart.com/A1?off=abc123">Comprar</a>` }));
  await page.getByLabel('Sua página').fill(`${site.origin}/oferta`);
  const [tried] = await Promise.all([
    context.waitForEvent('page'),
    press(page.getByRole('link', { name: 'Abrir minha página com um click de teste' })),
  ]);
  await isDone(page, 'Instale o script');
  expect(new URL(tried.url()).searchParams.get('tsource')).toBe('teste');
  await tried.close();

  await press(button(page, 'Próximo passo'));
  const parameters = await copied(page, 'parâmetros para Facebook e Instagram');
  const visit = await context.newPage();
  await visit.goto(`${site.origin}/oferta?${filledIn(parameters)}&fbclid=IwAR1`);
  await isDone(page, 'Link do anúncio');

  // The checkout, to which the visitor's link brings the click.
  const link = new URL((await visit.getByText('Comprar').getAttribute('href')) ?? '');
  expect(link.searchParams.get('off')).toBe('abc123');
  const clickId = link.searchParams.get('sck') ?? '';
  const headers = { 'content-type': 'application/json' };
  const answer = await fetch(webhook, { method: 'POST', headers, body: approved(clickId) });
  expect(await answer.json()).toMatchObject({ success: true, clickId });

  await isDone(page, 'Onde você vende');
  await page.getByRole('heading', { name: 'Suas vendas já são rastreadas: falta o gasto dos anúncios' }).waitFor();
  await press(page.getByRole('button', { name: /Primeira venda rastreada/ }));
  const story = page.getByRole('region', { name: 'História do click' });
  await story.getByText('depois do click').waitFor();
  expect(await story.textContent()).toContain('ad.name');
  expect(clicks).toBe(11);

  // The figures are there without a reload, too. Intl writes U+00A0 after R$.
  const shown = async (selector: string, hasText: string | RegExp) =>
    (await page.locator(selector, { hasText }).first().textContent())?.replaceAll('\u00a0', ' ');
  await eventually(async () => {
    expect(await shown('div:has(> dt)', /^Receita Hoje/)).toContain('R$ 297,00');
    expect(await shown('tr', 'ad.name')).toContain('R$ 297,00');
    expect(await shown('li', '#1 em receita')).toMatch(/facebook.*R\$ 297,00/i);
  }, LIVE);
  const listed = async <Item>(path: string) => (await (await page.request.get(path)).json()) as Item[];
  expect((await listed<Click>('/api/clicks')).find((click) => click.clickId === clickId)).toMatchObject({
    source: 'facebook',
    conversionValue: '297.00',
    fbc: expect.stringMatching(/\.IwAR1$/),
  });
  expect((await listed<Conversion>('/api/conversions')).find((sold) => !sold.isTest)).toMatchObject({
    clickId,
    provider: 'hotmart',
    status: 'approved',
    verified: true,
  });
  expect(screen.problems).toEqual([]);
});
