import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { CHECKOUT_IDS, type CheckoutId } from '@tracker/schemas/checkouts/registry';
import {
  changePostback,
  createPostback,
  listPostbacks,
  Postback,
  removePostback,
  SendResults,
  testPostback,
} from '@tracker/schemas/contracts/send-back.contract';
import {
  changeWebhookKey,
  explainWebhookDelivery,
  listUnreadNames,
  listWebhookDeliveries,
  listWebhookKeys,
  listWebhookProviders,
  readDeliveryNotes,
  removeWebhookSecret,
  removeWebhookToken,
  reprocessWebhookDelivery,
  rotateWebhookKey,
  setWebhookAmounts,
  setWebhookSecret,
  setWebhookToken,
  WebhookDelivery,
  WebhookKey,
} from '@tracker/schemas/contracts/webhook.contract';
import { beforeEach, describe, expect, test } from 'vitest';
import type { z } from 'zod';
import {
  atStandstill,
  choose,
  expectAccessible,
  inToast,
  later,
  openApp,
  plain,
  pressOn,
  rowsOf,
  settle,
  stopClock,
  toastOf,
} from '../../../test/app.tsx';
import { api, page, refusal, takeDeliveries } from '../../../test/fake-api.ts';
import { sample } from '../../../test/samples.ts';

const urlOf = (provider: CheckoutId, key = `wk_${provider}`) => `https://t.example.com/webhooks/${provider}/${key}`;
const keys = CHECKOUT_IDS.map((provider) =>
  sample(WebhookKey, { provider, key: `wk_${provider}`, url: urlOf(provider) }),
);
const keysWith = (given: Partial<z.input<typeof WebhookKey>>) => [{ ...keys[0]!, ...given }, ...keys.slice(1)];

const delivery = (id: string, given: Partial<z.input<typeof WebhookDelivery>> = {}) =>
  sample(WebhookDelivery, { id, provider: 'hotmart', body: '{}', ...given });
const sold = delivery('dl_1', {
  conversionId: 'cv_00000001',
  conversion: { transactionId: 'HP-2', status: 'approved', value: '297.00', currency: 'BRL' },
  body: '{"transaction":"HP-2"}',
});
const refused = delivery('dl_2', { verdict: 'rejected', reason: 'o segredo não confere' });
const unknown = delivery('dl_3', { provider: 'kiwify', verdict: 'dead-letter', reason: 'corpo desconhecido' });
const marked = delivery('dl_4', { verdict: 'duplicate', isTest: true });

beforeEach(() => {
  api.answer(listWebhookKeys, keys);
  api.answer(listWebhookDeliveries, page([sold, refused, unknown, marked]));
  api.answerEmpty();
});

type User = ReturnType<typeof openApp>['user'];
const button = (name: string) => screen.findByRole('button', { name });
const dialog = async (name: string) => within(await screen.findByRole('dialog', { name }));
const code = async (what: string) => plain(await screen.findByRole('region', { name: `Código: ${what}` }));
const row = async (text: string) => (await screen.findByText(text)).closest('tr') as HTMLElement;

async function open(address = '/webhook') {
  const app = openApp(address);
  await screen.findByText(/^Passo a passo/);
  await settle();
  return app;
}

describe('the address of a checkout', { tags: ['§2.10'] }, () => {
  test('is shown with its steps and an example, chosen by tab or from the list, and kept in the URL', async () => {
    const { user, address, goBack } = await open();
    expect(await code('URL do webhook de Hotmart')).toBe(urlOf('hotmart'));
    const example = () => plain(screen.getByRole('tabpanel').querySelector('pre'));
    await waitFor(() => expect(example()).toContain('"event": "PURCHASE_APPROVED"'));
    await pressOn(user, screen.getByRole('tab', { selected: true }), '{ArrowRight}');
    await waitFor(() => expect(example()).toContain('"order_total": 497'));
    expect(address()).toBe('/webhook?checkout=own-checkout');
    await user.click(screen.getByRole('tab', { name: 'Genérico' }));
    await waitFor(() => expect(example()).toContain('"transaction_id": "TESTE-1001"'));
    await choose(user, 'Plataforma', 'Kiwify');
    await screen.findByText('Passo a passo: Kiwify');
    await waitFor(() => expect(example()).toContain('"webhook_event_type": "order_approved"'));
    expect(await code('URL do webhook de Kiwify')).toBe(urlOf('kiwify'));
    expect(address()).toBe('/webhook?checkout=kiwify');
    const testPage = screen.getByRole('link', { name: 'Abrir página de teste' });
    expect(testPage.getAttribute('href')).toBe('/webhook/test?checkout=kiwify');
    goBack();
    await screen.findByText('Passo a passo: Genérico');
  });

  test('has the code of a step as one to copy', async () => {
    await open('/webhook?checkout=shopify');
    expect(await code('código para Shopify')).toMatch(/^<script>.*cart\/update\.js.*<\/script>$/);
    screen.getByRole('button', { name: 'Copiar código para Shopify' });
    expect(plain(screen.getByText(/acrescente este código ao tema/))).not.toContain('<script>');
  });

  test('is found by name in one list, where those in use stand first', async () => {
    api.answer(listWebhookKeys, keysWith({ secretSet: true }));
    const lastReceivedAt = '2026-11-20T15:00:00.000Z';
    api.answer(listWebhookProviders, [
      { provider: 'ticto', lastReceivedAt },
      { provider: 'kiwify', lastReceivedAt },
    ]);
    const { user, address } = await open();
    const list = screen.getByRole('combobox', { name: 'Plataforma' });
    await user.click(list);
    const shown = () => screen.getAllByRole('option').map((option) => plain(option));
    expect(shown().slice(0, 3)).toEqual(['TictoEm uso', 'KiwifyEm uso', 'HotmartEm uso']);
    expect(shown()).toHaveLength(CHECKOUT_IDS.length);
    await expectAccessible();
    const find = async (typed: string) => {
      await user.clear(list);
      await user.type(list, typed);
    };
    await find('PROPRIO');
    expect(shown()).toEqual(['Checkout próprio']);
    await find('nenhuma destas');
    screen.getByText('Nenhuma plataforma com este nome');
    await find('kiwi{Enter}');
    await screen.findByText('Passo a passo: Kiwify');
    expect(address()).toBe('/webhook?checkout=kiwify');
  });

  test('is in the order of the product while nothing is known of their use', async () => {
    api.answer(listWebhookProviders, refusal(503));
    const { user } = await open();
    await user.click(screen.getByRole('combobox', { name: 'Plataforma' }));
    expect(screen.getAllByRole('option')[0]?.textContent).toBe('Hotmart');
  });

  test('gets a secret by keyboard alone, which is then replaced, and removed after a question', async () => {
    const { user } = await open();
    await pressOn(user, await button('Definir segredo'));
    const setting = await dialog('Definir segredo');
    await user.click(setting.getByRole('button', { name: 'Salvar' }));
    setting.getByText('Informe o segredo.');
    const field = setting.getByLabelText('Segredo', { exact: true });
    expect(document.activeElement).toBe(field);
    await expectAccessible();
    api.answer(setWebhookSecret, refusal(400, 'Não deu certo.', { secret: 'O segredo pode ter até 512 caracteres.' }));
    await user.keyboard('hottok-certo{Enter}');
    await inToast('Erro ao salvar', 'Não deu certo.');
    setting.getByText('O segredo pode ter até 512 caracteres.');
    api.answer(setWebhookSecret, null);
    api.answer(listWebhookKeys, keysWith({ secretSet: true }));
    await user.keyboard('{Enter}');
    await inToast('Segredo salvo');
    expect(api.asked(setWebhookSecret).at(-1)).toMatchObject({
      ...{ params: { provider: 'hotmart' }, body: { secret: 'hottok-certo' } },
    });
    await screen.findByText('Definido', { exact: true });
    await button('Trocar segredo');

    await user.click(await button('Remover segredo'));
    const removing = await dialog('Remover segredo');
    removing.getByText(/passam a ser aceitas de qualquer um que conheça o endereço/);
    api.answer(removeWebhookSecret, null);
    api.answer(listWebhookKeys, keys);
    await user.click(removing.getByRole('button', { name: 'Remover' }));
    await inToast('Segredo removido');
    await screen.findByText('Não definido');
  });

  test('gets another key after a question, and says how long the old one is taken', async () => {
    const { user } = await open();
    await user.click(await button('Gerar nova chave'));
    const asking = await dialog('Gerar nova chave');
    asking.getByText(/aceito por mais 24 horas/);
    await expectAccessible();
    const next = { key: 'wk_novo', url: urlOf('hotmart', 'wk_novo') };
    api.answer(rotateWebhookKey, { ...keys[0]!, ...next });
    api.answer(listWebhookKeys, keysWith({ ...next, previousKeyUntil: '2026-11-21T15:00:00.000Z' }));
    await user.click(asking.getByRole('button', { name: 'Gerar nova chave' }));
    await inToast('Nova chave gerada');
    await waitFor(async () => expect(await code('URL do webhook de Hotmart')).toBe(urlOf('hotmart', 'wk_novo')));
    expect(plain(screen.getByText(/^O endereço anterior ainda é aceito até/))).toContain('21/11/2026 12:00:00');
  });

  test('says at the generic address alone in which unit amounts come, and changes it', async () => {
    const generic = (amountsIn: 'reais' | 'cents') =>
      keys.map((one) => (one.provider === 'generic' ? { ...one, amountsIn } : one));
    api.answer(listWebhookKeys, generic('reais'));
    const { user } = openApp('/webhook');
    await screen.findByRole('combobox', { name: 'Plataforma' });
    expect(screen.queryByRole('combobox', { name: 'Valores em' })).toBeNull();
    await choose(user, 'Plataforma', 'Genérico');
    expect((await screen.findByRole('combobox', { name: 'Valores em' })).textContent).toBe('reais');
    api.answer(setWebhookAmounts, null);
    api.answer(listWebhookKeys, generic('cents'));
    await choose(user, 'Valores em', 'centavos');
    await inToast('Unidade gravada');
    expect(api.asked(setWebhookAmounts).at(-1)?.body).toEqual({ amountsIn: 'cents' });
    await waitFor(() => expect(screen.getByRole('combobox', { name: 'Valores em' }).textContent).toBe('centavos'));
  });

  test('permits sales by GET with the key of the chosen checkout', async () => {
    const withGet = (permitsGet: boolean) => keys.map((one) => ({ ...one, permitsGet }));
    api.answer(listWebhookKeys, withGet(false));
    const { user } = openApp('/webhook');
    const toggle = await screen.findByRole('switch', { name: 'Aceitar vendas por GET' });
    expect(toggle.getAttribute('aria-checked')).toBe('false');
    api.answer(changeWebhookKey, { ...keys[0]!, permitsGet: true });
    api.answer(listWebhookKeys, withGet(true));
    await user.click(toggle);
    expect(api.asked(changeWebhookKey).at(-1)?.body).toEqual({ permitsGet: true });
    await waitFor(() =>
      expect(screen.getByRole('switch', { name: 'Aceitar vendas por GET' }).getAttribute('aria-checked')).toBe('true'),
    );
  });

  test('says that it is loading, and is asked for again after a failure', async () => {
    const give = api.hold(listWebhookKeys);
    const { user } = openApp('/webhook');
    await screen.findByRole('heading', { level: 1, name: 'Webhook' });
    expect(document.querySelector('[aria-busy=true]')?.textContent).toContain('Carregando');
    give(refusal(500));
    const again = await screen.findByRole('button', { name: 'Tentar de novo' });
    api.answer(listWebhookKeys, keys);
    await user.click(again);
    await screen.findByText('Passo a passo: Hotmart');
  });
});

describe('the inbox', { tags: ['§2.10'] }, () => {
  test('says of each delivery what became of it, and leads to its conversion', async () => {
    await open();
    expect(rowsOf('Entregas recebidas').map((cells) => cells.slice(-6))).toEqual([
      ['Hotmart', 'Processada', '–', 'Ver a conversão HP-2', 'R$ 297,00Aprovada', '–'],
      ['Hotmart', 'Recusada', 'o segredo não confere', '–', '–', 'Peça o reenvio'],
      ['Kiwify', 'Não compreendida', 'corpo desconhecido', '–', '–', 'Reprocessar'],
      ['Hotmart', 'RepetidaTeste', '–', '–', '–', '–'],
    ]);
    const link = within(await row('HP-2')).getByRole('link');
    expect(link.getAttribute('href')).toBe('/conversion-logs?period=90d&q=cv_00000001');
    await expectAccessible();
  });

  test('explains an open delivery field by field, says what was not used, and copies it as a test case', async () => {
    api.answer(explainWebhookDelivery, {
      read: [
        { field: 'status', value: 'approved', paths: ['event', 'data.purchase.status'] },
        { field: 'amount', value: '297.00', paths: ['data.purchase.price.value'] },
        { field: 'currency', value: 'BRL', paths: [] },
      ],
      unread: ['data.product.ucode', 'version'],
      testCase: '{"body":{}}',
    });
    const { user } = await open();
    await user.click(within(await row('HP-2')).getByRole('button', { name: /^Detalhes da entrega/ }));
    const read = within(await screen.findByRole('region', { name: 'O que foi lido' }));
    expect(read.getAllByRole('row').map(plain)).toEqual([
      'CampoLidoDe onde',
      'StatusAprovadaevent, data.purchase.status',
      'ValorR$ 297,00data.purchase.price.value',
      'MoedaBRLpadrão',
    ]);
    expect(plain(screen.getByRole('region', { name: 'O que não foi usado' }))).toContain('data.product.ucode, version');
    await user.click(screen.getByRole('button', { name: 'Copiar a entrega como caso de teste' }));
    await inToast('Copied!');
    await expectAccessible();
  });

  test('lists formats that were never seen, and warns of amounts that look like cents', async () => {
    api.answer(readDeliveryNotes, {
      unknownFormats: [
        {
          ...{
            provider: 'generic',
            fields: ['event', 'order'],
            reason: 'o valor não foi encontrado',
            count: 3,
            firstBody: '{"event":"order.paid"}',
          },
          ...{ firstAt: '2026-11-19T12:00:00.000Z', lastAt: '2026-11-20T12:00:00.000Z' },
        },
      ],
      hundredfold: { count: 2, median: 9700, usualMedian: 97 },
    });
    await open();
    const formats = await screen.findByRole('region', { name: 'Formatos desconhecidos' });
    expect(plain(formats)).toMatch(
      /3 entregas em Genérico \(o valor não foi encontrado\): event, order.*"event": "order.paid"/s,
    );
    expect(plain(await screen.findByText(/cem vezes altas demais/))).toMatch(/R\$ 9\.700,00.*R\$ 97,00.*Valores em/);
    await expectAccessible();
  });

  test('counts names that were not read, with the nearest known one', async () => {
    const count = { name: 'clickID2', provider: 'generic', count: 3, nearest: 'clickid' } as const;
    api.answer(listUnreadNames, [
      { ...count, lastAt: '2026-11-20T12:00:00.000Z' },
      { ...count, name: 'cor', provider: 'own-checkout', count: 1, nearest: null, lastAt: '2026-11-19T12:00:00.000Z' },
    ]);
    await open();
    await screen.findByText('clickID2');
    // A body without `order_total` is generic at the address of the own checkout, too.
    screen.getByRole('columnheader', { name: 'Formato' });
    expect(rowsOf('Campos não lidos').map((one) => one.slice(0, 4))).toEqual([
      ['clickID2', 'clickid', 'Genérico', '3'],
      ['cor', '–', 'Checkout próprio', '1'],
    ]);
    await expectAccessible();
  });

  test('says that every name was read, or that it could not be asked', async () => {
    const { user } = await open();
    await screen.findByText('Nenhum campo ficou sem leitura');
    api.answer(listUnreadNames, refusal(503));
    cleanup();
    await open();
    const card = within(await screen.findByRole('region', { name: 'Campos não lidos' }));
    const again = await card.findByRole('button', { name: 'Tentar de novo' });
    api.answer(listUnreadNames, []);
    await user.click(again);
    await card.findByText('Nenhum campo ficou sem leitura');
  });

  test('opens a delivery with its body, which stays open when the list is asked for again', async () => {
    const { user } = await open();
    const details = within(await row('HP-2')).getByRole('button', { name: /^Detalhes da entrega de Hotmart em / });
    details.focus();
    await user.keyboard('{Enter}');
    expect(await code('corpo da entrega')).toBe(
      '{  "transaction": "HP-2"}'.replace('{  ', '{\n  ').replace('}', '\n}'),
    );
    await expectAccessible();
    const before = api.asked(listWebhookDeliveries).length;
    await later(5_000);
    await waitFor(() => expect(api.asked(listWebhookDeliveries).length).toBeGreaterThan(before));
    expect(details.getAttribute('aria-expanded')).toBe('true');
    expect(await code('corpo da entrega')).toContain('HP-2');
    // A delivery that was refused has no bytes to look at again.
    await user.click(within(await row('o segredo não confere')).getByRole('button', { name: /^Detalhes/ }));
    expect(screen.getAllByRole('button', { name: 'Reprocessar' })).toHaveLength(2);
  });

  test('is filtered in the URL, and says when a filter finds none', async () => {
    const { user, address } = await open();
    api.answer(listWebhookDeliveries, ({ query }) =>
      page([sold, refused].filter(({ verdict }) => verdict === query.verdict && query.provider === undefined)),
    );
    await choose(user, 'Filtrar por situação', 'Processada');
    await waitFor(() => expect(rowsOf('Entregas recebidas')).toHaveLength(1));
    expect(address()).toBe('/webhook?verdict=processed');
    const platform = screen.getByRole('combobox', { name: 'Filtrar por plataforma' });
    await user.type(platform, 'brai{Enter}');
    await screen.findByText('Nenhuma entrega com estes filtros');
    expect(address()).toBe('/webhook?verdict=processed&provider=braip');
    api.answer(listWebhookDeliveries, page([sold, refused]));
    await user.click(await button('Limpar filtros'));
    await row('HP-2');
    expect(address()).toBe('/webhook');
  });

  test('processes a delivery again, and says what it is now, or that nothing changed', async () => {
    api.answer(reprocessWebhookDelivery, null);
    const { user } = await open();
    const again = () =>
      within(screen.getByText('Kiwify', { selector: 'td' }).closest('tr')!).getByRole('button', {
        name: /Reprocessa|Aguarde/,
      });
    stopClock();
    await user.click(again());
    await atStandstill(() => toastOf('Reprocessamento iniciado'));
    expect(again()).toHaveProperty('disabled', true);
    await later(5_900);
    expect(screen.queryByText('Entrega reprocessada')).toBeNull();
    await later(1_600);
    await atStandstill(() => toastOf('Entrega reprocessada', 'O resultado é o mesmo de antes, e conta uma vez só.'));
    expect(again()).toHaveProperty('disabled', false);

    await user.click(again());
    const now = { ...unknown, verdict: 'processed' as const, reason: null };
    api.answer(listWebhookDeliveries, page([sold, refused, now]));
    await atStandstill(() => toastOf('Reprocessamento iniciado'));
    await later(1_600);
    await atStandstill(() => toastOf('Entrega reprocessada', 'A situação agora é: Processada.'));
    expect(api.asked(reprocessWebhookDelivery).map(({ params }) => params.id)).toEqual(['dl_3', 'dl_3']);
  });

  test('says that a delivery could not be processed again', async () => {
    api.answer(reprocessWebhookDelivery, refusal(503));
    const { user } = await open();
    await user.click(within(await row('corpo desconhecido')).getByRole('button', { name: 'Reprocessar' }));
    await inToast('Erro ao reprocessar', 'Não deu certo.');
  });

  test('says what will be there when nothing came yet, and what failed', async () => {
    api.answer(listWebhookDeliveries, refusal(500));
    const { user } = await open('/webhook?checkout=perfect-pay');
    const card = within(screen.getByRole('region', { name: 'Entregas recebidas' }));
    card.getByText('Não foi possível carregar os dados.');
    api.answer(listWebhookDeliveries, page([]));
    await user.click(card.getByRole('button', { name: 'Tentar de novo' }));
    await screen.findByText('Nenhuma entrega recebida');
    expect(screen.getByRole('link', { name: 'Enviar um teste' }).getAttribute('href')).toBe('/webhook/test');
    await expectAccessible();
  });
});

describe('postbacks', () => {
  const results = sample(SendResults, { sent: 1, waiting: 1, lastError: 'O endereço respondeu 500.' });
  const postback = sample(Postback, {
    ...{ id: 'pb_1', name: 'Parceiro', url: 'https://parceiro.example.com/pb?c={clickid}', enabled: true, results },
  });
  const list = () => screen.findByRole('list', { name: 'Postbacks' });

  test('are created after their mistakes are mended, with the macros at hand', async () => {
    const { user } = await open();
    await screen.findByText('Nenhum postback');
    await user.click(await button('Novo postback'));
    const form = await dialog('Novo postback');
    const save = () => user.click(form.getByRole('button', { name: 'Salvar' }));
    await save();
    form.getByText('Informe um nome.');
    form.getByText('Informe a URL.');
    expect(document.activeElement).toBe(form.getByLabelText('Nome'));
    await user.click(form.getByText('Macros'));
    form.getByText('{clickid}', { exact: true });
    await expectAccessible();
    await user.type(form.getByLabelText('Nome'), 'Parceiro');
    await user.type(form.getByLabelText('URL'), 'https://parceiro.example.com/pb?c={{click}');
    await save();
    form.getByText('Escreva {clickid} em vez de {click}.');
    expect(api.asked(createPostback)).toEqual([]);
    await user.clear(form.getByLabelText('URL'));
    await user.type(form.getByLabelText('URL'), 'https://parceiro.example.com/pb');
    await save();
    form.getByText(/^Nada nesta URL diz de qual venda se trata/);
    form.getByRole('checkbox', { name: /^Salvar sem macro/ });
    expect(api.asked(createPostback)).toEqual([]);
    await user.clear(form.getByLabelText('URL'));
    await user.type(form.getByLabelText('URL'), postback.url.replace('{', '{{'));
    api.answer(createPostback, postback);
    api.answer(listPostbacks, [postback]);
    await save();
    await inToast('Postback criado');
    expect(api.asked(createPostback)[0]?.body).toEqual({
      name: 'Parceiro',
      url: postback.url,
      enabled: true,
      isUnmatched: false,
    });
    expect(plain(await list())).toMatch(/^ParceiroLigado.*1 aguardando.*Última falha: O endereço respondeu 500\./);
  });

  test('are tested, edited, switched off and removed after a question', async () => {
    api.answer(listPostbacks, [postback]);
    const { user } = await open();
    await user.click(await button('Testar Parceiro'));
    const trying = await dialog('Testar postback');
    const called = 'https://parceiro.example.com/pb?c=mc_teste_1760000000000000000';
    const message = 'O endereço leva a uma rede interna, e o envio foi bloqueado.';
    api.answer(testPostback, {
      success: false,
      message,
      url: called,
      parts: [{ name: 'c', written: '{clickid}', sent: 'mc_teste_1760000000000000000' }],
      status: null,
      durationMs: 3,
    });
    await user.click(trying.getByRole('button', { name: 'Chamar agora' }));
    await trying.findByText(message);
    trying.getByText('Sem resposta');
    trying.getByText(called);
    const row = within(trying.getByRole('region', { name: 'Escrito e enviado' })).getByRole('row', { name: /^c / });
    expect(plain(row)).toContain('mc_teste_1760000000000000000');
    await trying.findByRole('button', { name: 'Chamar de novo' });
    await expectAccessible();
    await user.keyboard('{Escape}');

    await user.click(await button('Editar Parceiro'));
    const editing = await dialog('Editar postback');
    await user.click(editing.getByRole('checkbox', { name: /^Ligado/ }));
    api.answer(changePostback, { ...postback, enabled: false });
    api.answer(listPostbacks, [{ ...postback, enabled: false }]);
    await user.click(editing.getByRole('button', { name: 'Salvar' }));
    await inToast('Postback salvo');
    expect(api.asked(changePostback)[0]).toMatchObject({ params: { id: 'pb_1' }, body: { enabled: false } });
    await within(await list()).findByText('Desligado');

    await user.click(await button('Remover Parceiro'));
    api.answer(removePostback, null);
    api.answer(listPostbacks, []);
    await user.click((await dialog('Remover postback')).getByRole('button', { name: 'Remover' }));
    await inToast('Postback removido');
    await screen.findByText('Nenhum postback');
  });
});

describe('the test page', { tags: ['§2.10'] }, () => {
  const log = () => screen.getByRole('log', { name: 'Respostas' });
  const newest = () => plain(within(log()).getAllByRole('listitem')[0]!);
  const send = async (user: User, answers: number) => {
    await user.click(await button('Enviar teste'));
    await waitFor(() => expect(within(log()).getAllByRole('listitem')).toHaveLength(answers));
  };

  test('plays the checkout without the menu, and says what became of each delivery', async () => {
    const answers = [
      Response.json({ success: true }),
      Response.json({ success: true, duplicate: true }),
      Response.json({ success: true, ignored: true, reason: 'carrinho abandonado' }),
      Response.json({ error: 'wrong-secret' }, { status: 401 }),
      Response.json({ error: 'invalid' }, { status: 400 }),
      Response.error(),
    ];
    const sent = takeDeliveries(() => answers.shift() as Response);
    const { user } = openApp('/webhook/test');
    await screen.findByRole('heading', { level: 1, name: 'Página de teste do webhook' });
    expect(screen.queryByRole('navigation')).toBeNull();
    screen.getByText('Nada enviado ainda');
    await send(user, 1);
    expect(newest()).toMatch(/^200Aceita como teste.*Hotmart: Compra aprovada/);
    await expectAccessible();
    await send(user, 2);
    expect(newest()).toContain('Repetida: conta uma vez só');
    await choose(user, 'Evento de exemplo', 'Carrinho abandonado');
    await send(user, 3);
    expect(newest()).toMatch(/Ignorada: carrinho abandonado.*Hotmart: Carrinho abandonado/);
    await send(user, 4);
    expect(newest()).toMatch(/^401Recusada/);
    await send(user, 5);
    expect(newest()).toMatch(/^400Não aceita/);
    await send(user, 6);
    expect(newest()).toMatch(/^Sem respostaNão enviada/);
    expect(sent.map(([url]) => url)).toEqual(Array(6).fill('/webhooks/hotmart/wk_hotmart'));
    for (const [, { body, credentials }] of sent) {
      expect(JSON.parse(String(body))).toMatchObject({ is_test: true });
      expect(credentials).toBe('omit');
    }
  });

  test('puts in the click and the secret of the person, and refuses a body that is no object', async () => {
    const sent = takeDeliveries(() => Response.json({ success: true }));
    const { user, address } = openApp('/webhook/test');
    await choose(user, 'Plataforma', 'Cakto');
    expect(address()).toBe('/webhook/test?checkout=cakto');
    await user.type(await screen.findByLabelText(/^ID do click/), 'mc_oferta_1');
    await user.type(screen.getByLabelText(/^Segredo/, { selector: 'input' }), 'segredo-certo');
    await send(user, 1);
    expect(String(sent[0]?.[1].body)).toContain('mc_oferta_1');
    expect(JSON.parse(String(sent[0]?.[1].body))).toMatchObject({ secret: 'segredo-certo', is_test: true });
    const body = screen.getByLabelText('Corpo');
    await user.clear(body);
    await user.type(body, '[[]');
    await user.click(await button('Enviar teste'));
    await screen.findByText('O corpo precisa ser um objeto JSON.');
    expect(sent).toHaveLength(1);
  });
});

describe('the token of a checkout that is asked', { tags: ['§2.10'] }, () => {
  const asked = { tokenEnd: null, account: null, problem: null, waiting: 0, failed: 0 };
  const withLookUp = (provider: CheckoutId, given: Partial<z.input<typeof WebhookKey>['lookUp']> = {}) =>
    keys.map((one) => (one.provider === provider ? { ...one, lookUp: { ...asked, ...given } } : one));

  test('is missing at first, is typed with the account, and is shown by its end', async () => {
    api.answer(listWebhookKeys, withLookUp('nuvemshop', { account: '' }));
    const { user } = await open('/webhook?checkout=nuvemshop');
    await screen.findByText(/Sem o token não sabemos o que foi vendido/);
    await user.click(await button('Definir token'));
    const form = await dialog('Definir token');
    await user.click(form.getByRole('button', { name: 'Salvar' }));
    await form.findByText('Informe o token.');
    await user.type(form.getByLabelText('Token'), ' abc-4980 ');
    await user.click(form.getByRole('button', { name: 'Salvar' }));
    await form.findByText('A conta tem só números.');
    await user.type(form.getByLabelText('Conta'), '805793');
    api.answer(setWebhookToken, null);
    api.answer(listWebhookKeys, withLookUp('nuvemshop', { account: '805793', tokenEnd: '4980' }));
    await user.click(form.getByRole('button', { name: 'Salvar' }));
    await inToast('Token salvo');
    expect(api.asked(setWebhookToken).at(-1)?.body).toEqual({ token: 'abc-4980', account: '805793' });
    await screen.findByText('Token ••••4980. Conta 805793. Cada aviso é consultado na sua conta.');
    await expectAccessible();
  });

  test('says why it is not used, what waits and what failed, and is removed', async () => {
    const problem = 'A plataforma recusou o token. Grave um novo.';
    api.answer(listWebhookKeys, withLookUp('mercado-pago', { tokenEnd: '4980', problem, waiting: 2, failed: 1 }));
    const { user } = await open('/webhook?checkout=mercado-pago');
    await screen.findByText(`Token ••••4980. ${problem}`);
    await screen.findByText('2 avisos aguardam consulta, 1 não foi consultado');
    await user.click(await button('Remover token'));
    api.answer(removeWebhookToken, null);
    api.answer(listWebhookKeys, withLookUp('mercado-pago'));
    await user.click((await dialog('Remover token')).getByRole('button', { name: 'Remover' }));
    await inToast('Token removido');
    await button('Definir token');
  });

  test('is nowhere at checkouts whose deliveries hold the order', async () => {
    await open();
    expect(screen.queryByText('Token de consulta')).toBeNull();
  });

  test('has deliveries that wait, were answered or failed, of which the last can be asked again', async () => {
    const notice = (id: string, lookUp: 'waiting' | 'answered' | 'failed') =>
      delivery(id, { provider: 'mercado-pago', verdict: 'look-up', lookUp, reason: lookUp });
    api.answer(
      listWebhookDeliveries,
      page([notice('d1', 'waiting'), notice('d2', 'answered'), notice('d3', 'failed')]),
    );
    await open();
    expect(rowsOf('Entregas recebidas').map((cells) => [cells.at(-5), cells.at(-1)])).toEqual([
      ['Aguarda consulta', '–'],
      ['Consultada', '–'],
      ['Não consultada', 'Reprocessar'],
    ]);
  });
});
