import { screen, waitFor, within } from '@testing-library/react';
import { analyticsBreakdown, BreakdownRow } from '@tracker/schemas/contracts/analytics.contract';
import { listCampaigns } from '@tracker/schemas/contracts/campaigns.contract';
import { Click } from '@tracker/schemas/contracts/click-logs.contract';
import {
  Conversion,
  ConversionDetail,
  ConversionEntry,
  ConversionSetAside,
  ConversionTotals,
  listConversions,
  listConversionsSetAside,
  readConversion,
  readConversionBuyer,
  readConversionContact,
  readConversionTotals,
} from '@tracker/schemas/contracts/conversion-logs.contract';
import { figureValues } from '@tracker/schemas/contracts/figures.contract';
import type { MoneySum } from '@tracker/schemas/primitives/money';
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import type { z } from 'zod';
import { choose, expectAccessible, inToast, later, openApp, plain, pressOn } from '../../../test/app.tsx';
import { api, page } from '../../../test/fake-api.ts';
import { CAMPAIGN_ID, campaign, sample } from '../../../test/samples.ts';

const CLICK_ID = `mc_${CAMPAIGN_ID}_1763650800001000001`;
const conversion = (transactionId: string, given: Partial<z.input<typeof Conversion>> = {}) =>
  sample(Conversion, {
    ...{ id: `cv_${transactionId}`, transactionId, conversionType: 'purchase', status: 'approved', verified: true },
    ...{ value: '97.90', netValue: '97.90', revenue: '97.90', currency: 'BRL', provider: 'generic' },
    ...given,
  });
const tracked = conversion('VENDA-1', { clickId: CLICK_ID, campaignId: CAMPAIGN_ID });
const direct = conversion('VENDA-2');
const totals = sample(ConversionTotals, {
  all: 4,
  withTracking: 2,
  direct: 2,
  totalValue: '152.90' as MoneySum,
  listed: 5,
  withoutRate: 1,
});
const entry = (status: 'pending' | 'approved' | 'refunded', at: string, amount = '97.90') =>
  sample(ConversionEntry, {
    id: status,
    at,
    receivedAt: at,
    status,
    amount,
    currency: 'BRL',
    verified: true,
    deliveryId: 'dl_1',
  });

beforeEach(() => {
  api.answer(listCampaigns, [campaign()]);
  api.answer(analyticsBreakdown, page([sample(BreakdownRow, { keys: ['p1'], names: ['Curso X'] })]));
  api.answer(readConversionTotals, totals);
  api.answer(listConversionsSetAside, []);
  api.answer(listConversions, page([tracked, direct]));
});

/** Its detail has the transaction once more. */
const rowOf = async (transactionId: string) =>
  (await screen.findAllByText(transactionId))[0]?.closest('tr') as HTMLElement;
const open = async (user: ReturnType<typeof openApp>['user'], transactionId: string) =>
  user.click(within(await rowOf(transactionId)).getByRole('button', { name: /^Detalhes de / }));

const openFilters = async (user: ReturnType<typeof openApp>['user']) =>
  user.click(await screen.findByRole('button', { name: /^Filtros/ }));

describe('the conversion log', () => {
  test('shows each conversion with its kind, status and currency, and the totals of what counts', {
    tags: ['§2.12', '§4'],
  }, async () => {
    api.answer(
      listConversions,
      page([
        ...[
          tracked,
          direct,
          conversion('VENDA-3', { value: '30.00', netValue: '30.00', currency: 'USD', revenue: null }),
        ],
        conversion('VENDA-4', { status: 'pending', netValue: '0.00', revenue: '0.00' }),
        conversion('VENDA-5', { verified: false, isTest: true }),
      ]),
    );
    openApp('/conversion-logs');
    expect(plain(await rowOf('VENDA-1'))).toMatch(/Com Tracking.*Aprovada.*R\$ 97,90.*Black Friday/);
    expect(plain(await rowOf('VENDA-2'))).toMatch(/Conversão Direta.*Aprovada/);
    expect(plain(await rowOf('VENDA-2'))).not.toContain('Não verificada');
    expect(plain(await rowOf('VENDA-3'))).toMatch(/US\$ 30,00sem cotação/);
    expect(plain(await rowOf('VENDA-4'))).toContain('Pendente');
    expect(plain(await rowOf('VENDA-5'))).toMatch(/Teste.*Não verificada/);
    await expectAccessible();
    expect(plain(document.querySelector('dl'))).toBe(
      'Total de Conversões4Mais 1 fora dos númerosCom Tracking250,0% do total' +
        'Conversões Diretas250,0% do totalValor TotalR$ 152,901 conversão sem cotação, fora da soma',
    );
  });

  test.each([
    ['admin', '/settings/tenant?tab=figures#cotacoes'],
    ['viewer', undefined],
  ] as const)('leads %s from a missing rate to %s', { tags: ['§6'] }, async (as, href) => {
    openApp('/conversion-logs', { as });
    const note = await screen.findByText('1 conversão sem cotação, fora da soma');
    expect(note.closest('a')?.getAttribute('href')).toBe(href);
  });

  describe('a pending order', () => {
    const waiting = conversion('VENDA-8', {
      ...{ status: 'pending', createdAt: '2026-11-20T11:20:00.000Z', netValue: '0.00', revenue: '0.00' },
      ...{ productName: 'Curso X', paymentMethod: 'pix' },
    });
    const opened = vi.fn();
    beforeEach(() => {
      opened.mockReset();
      vi.stubGlobal('open', opened);
      const foreign = { ...waiting, id: 'cv_10', transactionId: 'VENDA-10', value: '30.00', currency: 'USD' };
      api.answer(listConversions, page([waiting, conversion('VENDA-9', { recovered: true }), foreign]));
    });
    const whatsappOf = async (name = 'WhatsApp') =>
      within(await rowOf('VENDA-8')).findByRole(name === 'WhatsApp' ? 'button' : 'link', { name });

    test('says how long it waits, and a paid one that it was recovered', async () => {
      openApp('/conversion-logs', { as: 'viewer' });
      expect(plain(await rowOf('VENDA-8'))).toContain('Pendentehá 3 h');
      expect(plain(await rowOf('VENDA-9'))).toContain('recuperada: estava pendente');
      expect(plain(await rowOf('VENDA-10'))).toContain('US$ 30,00');
      expect(plain(await rowOf('VENDA-10'))).not.toContain('R$ 0,00');
    });

    test('leads an editor to a chat with its buyer, whose phone is asked for at the click', async () => {
      api.answer(readConversionContact, { phone: '5511999998888', firstName: 'Ana', from: 'order' });
      const { user } = openApp('/conversion-logs', { as: 'editor' });
      await user.click(await whatsappOf());
      const link = await whatsappOf('Abrir WhatsApp');
      const [address, text] = link.getAttribute('href')?.split('?text=') ?? [];
      expect(address).toBe('https://wa.me/5511999998888');
      expect(decodeURIComponent(text ?? '')).toMatch(
        /^Olá, Ana! Aqui é da .+\. Seu pedido de “Curso X” está reservado e aguarda o pagamento do Pix\. Posso ajudar com alguma dúvida\?$/,
      );
      expect(opened).toHaveBeenCalledExactlyOnceWith(link.getAttribute('href'), '_blank', 'noopener,noreferrer');
      expect(document.activeElement).toBe(link);
      expect(plain(await rowOf('VENDA-8'))).not.toContain('telefone de um lead');
      await expectAccessible();
    });

    test('says that the phone is of a lead, and opens no chat by itself then', async () => {
      api.answer(readConversionContact, { phone: '5511999998888', firstName: 'Ana', from: 'lead' });
      const { user } = openApp('/conversion-logs', { as: 'editor' });
      await user.click(await whatsappOf());
      const link = await whatsappOf('Abrir WhatsApp');
      expect(plain(await rowOf('VENDA-8'))).toContain('telefone de um lead com o mesmo email');
      expect(opened).not.toHaveBeenCalled();
      expect(document.activeElement).toBe(link);
    });

    test('says that no phone is known', async () => {
      api.answer(readConversionContact, { phone: null, firstName: null, from: null });
      const { user } = openApp('/conversion-logs');
      await user.click(await whatsappOf());
      await inToast('Sem telefone', 'Nenhum telefone é conhecido para este pedido.');
      expect(opened).not.toHaveBeenCalled();
    });

    test.each([
      ['a viewer', 'viewer', {}],
      ['anyone, when it came without a key', 'admin', { verified: false }],
      ['anyone, when it is a test', 'admin', { isTest: true }],
    ] as const)('shows no way to its buyer to %s', async (_, as, given) => {
      api.answer(listConversions, page([{ ...waiting, ...given }]));
      openApp('/conversion-logs', { as });
      expect(within(await rowOf('VENDA-8')).queryByRole('button', { name: 'WhatsApp' })).toBeNull();
    });
  });

  test('shows in an open row the status history and the click of the conversion', { tags: ['§2.12'] }, async () => {
    api.answer(
      readConversion,
      sample(ConversionDetail, {
        ...tracked,
        history: [entry('pending', '2026-11-20T14:58:00.000Z'), entry('approved', '2026-11-20T15:00:00.000Z')],
        story: {
          click: sample(Click, {
            ...{ clickId: CLICK_ID, campaignId: CAMPAIGN_ID, deviceType: 'mobile', sub4: 'Vídeo 1' },
            ...{ operatingSystem: 'Android', browser: 'Chrome', ipAddress: '203.0.113.0' },
          }),
          pageViews: [
            { id: 'v1', createdAt: '2026-11-20T14:57:00.000Z', url: 'https://loja.example.com/oferta', title: null },
          ],
          pageViewCount: 3,
          secondsToSale: 180,
        },
      }),
    );
    const { user } = openApp('/conversion-logs');
    await pressOn(user, within(await rowOf('VENDA-1')).getByRole('button', { name: /^Detalhes de Com Tracking/ }));
    const history = within(await screen.findByRole('region', { name: 'Histórico do status' })).getAllByRole('listitem');
    expect(history.map(plain)).toEqual([
      expect.stringMatching(/^Pendente.*97,90/),
      expect.stringMatching(/^Aprovada.*97,90/),
    ]);
    const story = plain(screen.getByRole('region', { name: 'História do click' }));
    for (const text of [
      'Celular, Android, Chrome',
      'IP 203.0.113.0',
      'https://loja.example.com/oferta',
      'Vídeo 1',
      CLICK_ID,
    ])
      expect(story).toContain(text);
    expect(story).toMatch(/e mais 2 páginas vistas.*3 min depois do click/);
    await expectAccessible();
  });

  test('shows the click reference of a direct conversion', async () => {
    api.answer(readConversion, sample(ConversionDetail, { ...direct, clickReference: 'afiliado-7' }));
    const { user } = openApp('/conversion-logs');
    await open(user, 'VENDA-2');
    await screen.findByText(/afiliado-7/);
  });

  test('calls the row of a file imported, and says that the delivery counts', async () => {
    const row = sample(ConversionEntry, {
      ...{ ...entry('approved', '2026-11-20T15:00:00.000Z'), id: 'row', verified: false, imported: true },
      mark: 'ignored-unverified',
    });
    const history = [entry('approved', '2026-11-20T14:58:00.000Z'), row];
    api.answer(readConversion, sample(ConversionDetail, { ...direct, history }));
    const { user } = openApp('/conversion-logs');
    await open(user, 'VENDA-2');
    const stated = within(await screen.findByRole('region', { name: 'Histórico do status' }));
    const [delivery, imported] = stated.getAllByRole('listitem').map(plain);
    expect(delivery).not.toContain('Importada');
    expect(imported).toMatch(/Importada.*ignorado: o checkout avisou desta venda/);
    expect(imported).not.toContain('Não verificada');
  });

  test('says why a conversion without a key does not count, and which of its events decide nothing', async () => {
    const listed = conversion('VENDA-6', { verified: false, uncountedReason: 'daily-limit' });
    api.answer(listConversions, page([listed, conversion('VENDA-7', { verified: false, counted: true })]));
    const ignored = sample(ConversionEntry, {
      ...{ ...entry('refunded', '2026-11-20T15:00:00.000Z'), id: 'forged', verified: false },
      mark: 'ignored-unverified',
    });
    const history = [entry('approved', '2026-11-20T14:58:00.000Z'), ignored];
    api.answer(readConversion, sample(ConversionDetail, { ...listed, history }));
    const { user } = openApp('/conversion-logs');
    expect(plain(await rowOf('VENDA-6'))).toContain('Não verificadaNão conta: passou do limite de vendas por dia');
    expect(plain(await rowOf('VENDA-7'))).toContain('Não verificada');
    expect(plain(await rowOf('VENDA-7'))).not.toContain('Não conta');
    await open(user, 'VENDA-6');
    const stated = within(await screen.findByRole('region', { name: 'Histórico do status' }));
    stated.getByText('Não entra nos números: passou do limite de vendas por dia.');
    const entries = stated.getAllByRole('listitem');
    expect(entries.map((one) => plain(one).includes('ignorado: não verificado'))).toEqual([false, true]);
    await expectAccessible();
  });

  test('filters by whether a key proved the conversion, in the list, the totals, the file and the URL', async () => {
    const keyless = conversion('VENDA-8', { verified: false });
    api.answer(listConversions, ({ query }) => page(query.verified === 'false' ? [keyless] : [tracked, keyless]));
    const { user, address } = openApp('/conversion-logs');
    await rowOf('VENDA-1');
    await openFilters(user);
    await choose(user, 'Verificação', 'Não verificadas');
    await waitFor(() => expect(screen.queryByText('VENDA-1')).toBeNull());
    await rowOf('VENDA-8');
    expect(address()).toBe('/conversion-logs?verified=false');
    expect(api.asked(readConversionTotals).at(-1)?.query.verified).toBe('false');
    expect(screen.getByRole('link', { name: 'Exportar CSV' }).getAttribute('href')).toContain('&verified=false');
    await user.click(screen.getByRole('button', { name: 'Limpar filtros' }));
    await rowOf('VENDA-1');
    expect(address()).toBe('/conversion-logs');
  });

  test('leads a search that finds nothing in the period to 90 days', async () => {
    api.answer(listConversions, ({ query }) => page(String(query.startDate) < '2026-11-01' ? [tracked] : []));
    const { user, address } = openApp('/conversion-logs?q=venda-1&period=custom&from=2026-11-10&to=2026-11-12');
    await user.click(await screen.findByRole('button', { name: 'Buscar nos últimos 90 dias' }));
    await rowOf('VENDA-1');
    expect(address()).toBe('/conversion-logs?q=venda-1&period=90d');
  });

  test('says what was sold, how it was paid and where the buyer came from', async () => {
    api.answer(
      listConversions,
      page([
        conversion('VENDA-1', {
          ...{ productId: 'p1', productName: 'Curso X', offer: 'Anual', kind: 'bump', paymentMethod: 'credit_card' },
          ...{ installments: 12, attribution: 'utm', channel: 'facebook', adId: '240', adName: 'Vídeo 1' },
        }),
        conversion('VENDA-2', { attribution: 'none', channel: 'direct' }),
      ]),
    );
    openApp('/conversion-logs');
    expect(plain(await rowOf('VENDA-1'))).toMatch(
      /Conversão Direta.*Curso XOrder bump · Anual · Cartão de crédito em 12x.*facebookVídeo 1pelas UTMs da venda/,
    );
    expect(plain(await rowOf('VENDA-2'))).not.toMatch(/direct|UTM/);
    const heads = screen.getAllByRole('columnheader').map((head) => plain(head));
    expect(heads).toEqual(expect.arrayContaining(['Produto e pagamento', 'Origem']));
  });

  test('shows the interest of instalments apart from the value, and the products of the order, in the detail', async () => {
    const sold = conversion('VENDA-1', {
      ...{ value: '197.00', netValue: '197.00', interest: '46.90', gatewayFee: '12.79', installments: 12 },
      ...{ products: ['Curso X', 'Livro'], recurrence: 2 },
    });
    api.answer(listConversions, page([sold]));
    api.answer(readConversion, sample(ConversionDetail, sold));
    const { user } = openApp('/conversion-logs', { as: 'editor' });
    await open(user, 'VENDA-1');
    expect(plain(await screen.findByRole('region', { name: 'O que foi vendido' }))).toBe(
      'O que foi vendidoPedido no checkoutVENDA-1ProdutosCurso X + LivroValor da venda, sem jurosR$ 197,00Juros do parcelamento, pagos pelo compradorR$ 46,90Taxa do checkoutR$ 12,79Cobrança da assinatura2ªComprador•••••• Mostrar comprador',
    );
    api.answer(readConversionBuyer, { name: 'Ana Sá', email: 'ana@example.com', phone: '5511999998888' });
    await user.click(screen.getByRole('button', { name: 'Mostrar comprador' }));
    await screen.findByText('Ana Sá · ana@example.com · +5511999998888');
    expect(api.asked(readConversionBuyer).map(({ params }) => params)).toEqual([{ id: 'cv_VENDA-1' }]);
    await expectAccessible();
  });

  test('hides the buyer from viewers', async () => {
    const sold = conversion('VENDA-1');
    api.answer(listConversions, page([sold]));
    api.answer(readConversion, sample(ConversionDetail, sold));
    const { user } = openApp('/conversion-logs', { as: 'viewer' });
    await open(user, 'VENDA-1');
    expect(plain(await screen.findByRole('region', { name: 'O que foi vendido' }))).toContain('Comprador••••••');
    expect(screen.queryByRole('button', { name: 'Mostrar comprador' })).toBeNull();
  });

  test.each([
    ['Status', 'Pendente', 'status=pending'],
    ['Tracking', 'Conversão Direta', 'tracking=direct'],
    ['Checkout', 'Kiwify', 'checkout=kiwify'],
    ['Produto', 'Curso X', 'product=p1'],
    ['Pagamento', 'Pix', 'payment=pix'],
  ])('filters by %s in the list, the totals, the file and the URL', async (label, option, asked) => {
    const { user, address } = openApp('/conversion-logs');
    await rowOf('VENDA-1');
    await openFilters(user);
    await choose(user, label, option);
    await waitFor(() => expect(address()).toBe(`/conversion-logs?${asked}`));
    screen.getByRole('button', { name: 'Filtros (1)' });
    const [name = '', value] = asked.split('=');
    await waitFor(() => expect(api.asked(readConversionTotals).at(-1)?.query).toMatchObject({ [name]: value }));
    expect(api.asked(listConversions).at(-1)?.query).toMatchObject({ [name]: value });
    expect(screen.getByRole('link', { name: 'Exportar CSV' }).getAttribute('href')).toContain(`&${asked}`);
    await user.click(screen.getByRole('button', { name: `Remover o filtro ${label}: ${option}` }));
    await waitFor(() => expect(address()).toBe('/conversion-logs'));
  });

  test('has all filters behind one button, with any dimension of its rows, as chips that open', async () => {
    api.answer(figureValues, [{ key: 'facebook', label: 'facebook' }]);
    const { user, address } = openApp('/conversion-logs?status=approved');
    await rowOf('VENDA-1');
    expect(screen.getAllByRole('button', { name: /^Filtro/ }).map((one) => plain(one).trim())).toEqual(['Filtros (1)']);
    await openFilters(user);
    const sheet = within(screen.getByRole('dialog', { name: 'Filtros' }));
    for (const own of ['Campanha', 'Produto', 'Pagamento', 'Checkout'])
      expect(sheet.queryByRole('button', { name: own })).toBeNull();
    await user.click(sheet.getByRole('button', { name: 'Canal' }));
    await user.click(await sheet.findByRole('checkbox', { name: 'facebook' }));
    await expectAccessible();
    await user.click(sheet.getByRole('button', { name: 'Aplicar' }));
    await waitFor(() => expect(address()).toBe('/conversion-logs?status=approved&f=channel:is:facebook'));
    screen.getByRole('button', { name: 'Filtros (2)' });
    await waitFor(() => expect(api.asked(listConversions).at(-1)?.query.f).toEqual(['channel:is:facebook']));
    const chips = within(screen.getByRole('list', { name: 'Filtros' }));
    expect(chips.getAllByRole('listitem').map(plain)).toEqual(['Status: Aprovada', 'Canal é facebook']);
    screen.getByRole('button', { name: 'Salvar visão' });
    await user.click(chips.getByRole('button', { name: 'Canal é facebook' }));
    await screen.findByRole('dialog', { name: 'Mudar filtro' });
    await user.keyboard('{Escape}');
    await user.click(screen.getByRole('button', { name: 'Limpar filtros' }));
    await waitFor(() => expect(address()).toBe('/conversion-logs'));
  });

  test('shows a refund in the row, its history and the totals, and keeps the row open', {
    tags: ['§2.12', '§9.4'],
  }, async () => {
    const approved = entry('approved', '2026-11-20T15:00:00.000Z');
    api.answer(readConversion, sample(ConversionDetail, { ...direct, history: [approved] }));
    const { user } = openApp('/conversion-logs');
    await open(user, 'VENDA-2');
    await screen.findByRole('region', { name: 'Histórico do status' });
    const refunded = { ...direct, status: 'refunded' as const, netValue: '0.00', revenue: '0.00' };
    api.answer(listConversions, page([conversion('VENDA-9'), refunded]));
    api.answer(readConversionTotals, sample(ConversionTotals, { listed: 2 }));
    api.answer(
      readConversion,
      sample(ConversionDetail, {
        ...refunded,
        history: [approved, entry('refunded', '2026-11-20T15:00:01.000Z', '0.00')],
      }),
    );
    await later(5_000);
    await screen.findByText('VENDA-9');
    expect(plain(await rowOf('VENDA-2'))).toContain('Reembolsada');
    const history = within(screen.getByRole('region', { name: 'Histórico do status' }));
    expect(history.getAllByRole('listitem').map(plain)[1]).toMatch(/^Reembolsada/);
    expect(plain(document.querySelector('dl'))).toContain('Valor TotalR$ 0,00');
    expect(document.activeElement?.getAttribute('aria-expanded')).toBe('true');
  });

  test('keeps period and search in the URL, reloads on request, and exports what it lists', async () => {
    api.answer(listConversions, ({ query }) => page(query.q || query.startDate !== '2026-11-14' ? [] : [tracked]));
    const { user, address, goBack } = openApp('/conversion-logs');
    await rowOf('VENDA-1');
    await choose(user, 'Período', 'Ontem');
    await screen.findByText('Nenhuma conversão encontrada');
    expect(address()).toBe('/conversion-logs?period=yesterday');
    goBack();
    await rowOf('VENDA-1');
    await user.type(screen.getByRole('searchbox', { name: 'Buscar por transação, click ou campanha' }), 'venda-2');
    await waitFor(() => expect(address()).toBe('/conversion-logs?q=venda-2'));
    expect(screen.getByRole('link', { name: 'Exportar CSV' }).getAttribute('href')).toBe(
      '/api/conversions/export?startDate=2026-11-14&endDate=2026-11-20&q=venda-2&company=tn_00000001',
    );
    const before = api.asked(listConversions).length;
    await user.click(screen.getByRole('button', { name: 'Atualizar' }));
    await waitFor(() => expect(api.asked(listConversions).length).toBeGreaterThan(before));
    await user.click((await screen.findAllByRole('button', { name: 'Limpar filtros' }))[0] as HTMLElement);
    await rowOf('VENDA-1');
    expect(address()).toBe('/conversion-logs');
  });
});

test('shows a conversion on a phone in two lines, and all of it when it is opened', async () => {
  const { matchMedia } = window;
  onTestFinished(() => {
    window.matchMedia = matchMedia;
  });
  window.matchMedia = (media) => Object.assign(matchMedia(media), { matches: media.includes('width') });
  api.answer(listConversions, page([{ ...tracked, productName: 'Curso Tráfego', channel: 'facebook' }]));
  api.answer(readConversion, sample(ConversionDetail, tracked));
  const { user } = openApp('/conversion-logs');
  const table = await screen.findByRole('table');
  const summary = within(table).getAllByRole('cell')[0] ?? null;
  expect(plain(summary)).toMatch(/^R\$ 97,90Aprovadafacebook · Curso Tráfego20\/11 \d\d:\d\d$/);
  await expectAccessible();
  await user.click(within(table).getByRole('button', { name: /^Detalhes de Com Tracking/ }));
  expect(within(table).getAllByRole('term').map(plain)).toContain('Transação');
  await screen.findByRole('region', { name: 'Histórico do status' });
});

describe('sales that could not be computed', () => {
  const waiting = sample(ConversionSetAside, {
    id: 'cv_x',
    transactionId: 'VENDA-9',
    provider: 'kiwify',
    since: '2026-11-20T15:00:00.000Z',
    reason: 'not a decimal amount',
  });

  test('are listed for an administrator with checkout and time, and the technical words folded', async () => {
    api.answer(listConversionsSetAside, [waiting]);
    const { user } = openApp('/conversion-logs');
    const card = await screen.findByRole('region', { name: '1 conversão aguarda cálculo' });
    expect(plain(card)).toContain('VENDA-9 · Kiwify · desde 20/11/2026 12:00:00');
    const details = within(card).getByText('not a decimal amount').closest('details');
    expect(details?.open).toBe(false);
    await user.click(within(card).getByText('Detalhes técnicos'));
    expect(details?.open).toBe(true);
    await expectAccessible();
  });

  test('leave no card when there are none, and are not asked for by an editor', async () => {
    openApp('/conversion-logs', { as: 'editor' });
    await screen.findByText('VENDA-1');
    expect(screen.queryByRole('region', { name: /cálculo/ })).toBeNull();
    expect(api.asked(listConversionsSetAside)).toEqual([]);
  });
});
