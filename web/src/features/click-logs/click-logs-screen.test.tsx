import { screen, waitFor, within } from '@testing-library/react';
import { listCampaigns } from '@tracker/schemas/contracts/campaigns.contract';
import {
  Click,
  exportClicks,
  listClickSources,
  listClicks,
  listPageViews,
  PageView,
  readClickTotals,
} from '@tracker/schemas/contracts/click-logs.contract';
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import type { z } from 'zod';
import { choose, expectAccessible, inToast, later, openApp, plain, pressOn } from '../../../test/app.tsx';
import { api, file, noAnswer, page, refusal } from '../../../test/fake-api.ts';
import { CAMPAIGN_ID, campaign, sample } from '../../../test/samples.ts';

const SOLD = `mc_${CAMPAIGN_ID}_1763650800001000001`;
const DIRECT = `mc_${CAMPAIGN_ID}_1763650800002000002`;
const click = (clickId: string, given: Partial<z.input<typeof Click>> = {}) =>
  sample(Click, { id: clickId, clickId, campaignId: CAMPAIGN_ID, ...given });

const sold = click(SOLD, {
  ...{ source: 'facebook', sub1: 'valor-1', sub4: '=SOMA(A1)', sub8: 'valor-8', utmCampaign: 'black, friday' },
  ...{ deviceType: 'mobile', userAgent: 'Mozilla/5.0 (Linux; Android 14; Pixel 8)', ipAddress: '203.0.113.7' },
  ...{ convertedAt: '2026-11-20T14:00:00.000Z', conversionValue: '97.90' },
});
const direct = click(DIRECT, { deviceType: 'desktop' });

beforeEach(() => {
  api.answer(listCampaigns, [campaign()]);
  api.answer(listClickSources, [{ source: 'facebook', clicks: 60 }]);
  api.answer(readClickTotals, { clicks: 61, convertedClicks: 1, conversionValue: '97.90', campaigns: 1, sources: 1 });
  api.answer(listClicks, page([sold, direct]));
  api.answer(listPageViews, page([]));
});

const detailsOf = (clickId: string) => screen.findByRole('button', { name: `Detalhes de ${clickId.slice(0, 30)}…` });
const rowOf = async (clickId: string) => (await detailsOf(clickId)).closest('tr') as HTMLElement;
const searchField = () => screen.getByRole<HTMLInputElement>('searchbox', { name: /^Buscar/ });

describe('the click log', () => {
  test('shows totals, and each click by 30 characters of its id and its status', {
    tags: ['§2.13', '§4', '§9.26'],
  }, async () => {
    openApp('/click-logs');
    const soldRow = await rowOf(SOLD);
    expect(soldRow.textContent).toContain(`${SOLD.slice(0, 30)}…`);
    expect(soldRow.textContent).not.toContain(SOLD);
    expect(plain(soldRow)).toContain('ConvertidoR$ 97,90');
    const directRow = within(await rowOf(DIRECT));
    directRow.getByText('Ativo');
    directRow.getByText('Direct');
    await expectAccessible();
    expect(plain(document.querySelector('dl'))).toBe(
      'Total de clicks61Últimos 7 diasClicks convertidos11,6% dos clicksValor convertidoR$ 97,90Depois de reembolsosFontes1Em 1 campanha',
    );
  });

  test('has its filters behind one button on a phone, which says how many are set', async () => {
    const { matchMedia } = window;
    onTestFinished(() => {
      window.matchMedia = matchMedia;
    });
    window.matchMedia = (media) => Object.assign(matchMedia(media), { matches: media.includes('width') });
    const { user, address } = openApp('/click-logs?source=facebook');
    await user.click(await screen.findByRole('button', { name: 'Filtros (1)' }));
    const sheet = within(await screen.findByRole('dialog', { name: 'Filtros' }));
    sheet.getByRole('button', { name: 'Canal' });
    expect(screen.queryByRole('button', { name: 'Filtro', hidden: true })).toBeNull();
    await user.click(sheet.getByRole('checkbox', { name: 'Mostrar robôs' }));
    await expectAccessible();
    await user.click(sheet.getByRole('button', { name: 'Ver resultados' }));
    await screen.findByRole('button', { name: 'Filtros (2)' });
    expect(address()).toBe('/click-logs?source=facebook&bots=%221%22');
  });

  test('keeps campaign, source, period and search in the URL', { tags: ['§2.13'] }, async () => {
    const { user, address, goBack } = openApp('/click-logs');
    await rowOf(SOLD);
    expect(address()).toBe('/click-logs');
    await choose(user, 'Fonte', 'facebook (60)');
    await choose(user, 'Campanha', 'Black Friday');
    await choose(user, 'Período', 'Últimos 30 dias');
    await user.type(searchField(), 'agulha');
    await waitFor(() => expect(api.asked(listClicks).at(-1)?.query.q).toBe('agulha'));
    // Only the totals count what a search finds.
    expect(api.asked(listClicks).at(-1)?.query.total).toBe('later');
    await screen.findByText('Mostrando 2 de 61');
    expect(api.asked(listClicks).at(-1)?.query).toMatchObject({
      ...{ source: 'facebook', campaignId: CAMPAIGN_ID, startDate: '2026-10-22', endDate: '2026-11-20' },
    });
    expect(Object.fromEntries(new URLSearchParams(address().split('?')[1]))).toEqual({
      ...{ source: 'facebook', campaign: CAMPAIGN_ID, period: '30d', q: 'agulha' },
    });

    await user.click(screen.getByRole('button', { name: 'Limpar filtros' }));
    await waitFor(() => expect(address()).toBe('/click-logs?period=30d'));
    goBack();
    await waitFor(() => expect(address()).toContain('source=facebook'));
    expect(searchField().value).toBe('agulha');
  });

  test('takes days from a calendar, the first and the last', async () => {
    const { user, address } = openApp('/click-logs?period=custom&from=2026-11-01&to=2026-11-10', { as: 'viewer' });
    // Until the calendar is loaded, its place is held.
    const opener = () => screen.findByText<HTMLButtonElement>('01/11 - 10/11/2026');
    await waitFor(async () => expect((await opener()).disabled).toBe(false));
    await user.click(await opener());
    const day = (name: RegExp) => screen.findByLabelText(name, { selector: 'button' });
    await day(/\b2 de novembro/);
    screen.getByText('Máximo: 90 dias');
    screen.getByText('10 dias selecionados');
    await expectAccessible();
    await user.click(await day(/\b2 de novembro/));
    screen.getByText('1 dia selecionado');
    await user.click(await day(/\b5 de novembro/));
    await waitFor(() => expect(address()).toBe('/click-logs?period=custom&from=2026-11-02&to=2026-11-05'));
    expect(screen.queryByText('Máximo: 90 dias')).toBeNull();
    expect(api.asked(listClicks).at(-1)?.query).toMatchObject({ startDate: '2026-11-02', endDate: '2026-11-05' });
  });

  test('starts from the filters in the URL, and ignores invalid ones', { tags: ['§2.13'] }, async () => {
    openApp('/click-logs?source=direct&q=abc&bots=1&period=never');
    await rowOf(DIRECT);
    expect(api.asked(listClicks).at(-1)?.query).toMatchObject({ source: 'direct', q: 'abc', bots: '1' });
    expect(searchField().value).toBe('abc');
    expect(screen.getByRole('combobox', { name: 'Fonte' }).textContent).toBe('Direct');
    expect(screen.getByRole('combobox', { name: 'Período' }).textContent).toBe('Últimos 7 dias');
  });

  test('opens a row by keyboard with all that is known of a click; a poll keeps it open and focused', {
    tags: ['§2.13', '§7.3', '§9.3'],
  }, async () => {
    api.answer(listPageViews, page([sample(PageView, { id: 'v1', clickId: SOLD, title: 'Oferta' })]));
    const { user } = openApp('/click-logs');
    const details = await detailsOf(SOLD);
    await pressOn(user, details);
    await screen.findByText('Oferta');
    await expectAccessible();
    const opened = plain((await rowOf(SOLD)).nextElementSibling);
    for (const [index, meaning] of ['ID do anúncio', 'ID do conjunto', 'ID da campanha', 'Nome do anúncio'].entries())
      expect(opened).toContain(`sub${index + 1} · ${meaning}`);
    for (const known of [
      SOLD,
      'valor-1',
      '=SOMA(A1)',
      'valor-8',
      'black, friday',
      '97,90',
      'Pixel 8',
      'Celular',
      '203.0.113.7',
    ])
      expect(opened).toContain(known);

    api.answer(listClicks, page([click(`mc_${CAMPAIGN_ID}_1763650800003000003`), sold, direct]));
    await later(30_000);
    await screen.findByText('Mostrando 3 de 3');
    screen.getByText('Oferta');
    expect(details.getAttribute('aria-expanded')).toBe('true');
    expect(document.activeElement).toBe(details);
    await user.keyboard('{Enter}');
    expect(details.getAttribute('aria-expanded')).toBe('false');
  });

  test('loads the next page below the first', async () => {
    api.answer(listClicks, ({ query }) =>
      query.cursor ? page([direct], { total: 2 }) : page([sold], { total: 2, next: 'c1.abc' }),
    );
    const { user } = openApp('/click-logs');
    await screen.findByText('Mostrando 1 de 2');
    await user.click(screen.getByRole('button', { name: 'Carregar mais' }));
    await screen.findByText('Mostrando 2 de 2');
    expect(screen.queryByRole('button', { name: 'Carregar mais' })).toBeNull();
    expect(api.asked(listClicks).at(-1)?.query.cursor).toBeDefined();
  });

  test('shows that it loads and that it failed, and loads again on demand', async () => {
    const give = api.hold(listClicks);
    const { user } = openApp('/click-logs');
    await screen.findByText('Total de clicks');
    expect(document.querySelector('[aria-busy=true]')?.textContent).toContain('Carregando');
    give(refusal(503));
    await screen.findByText('Não foi possível carregar os dados.');
    await expectAccessible();
    api.answer(listClicks, page([sold]));
    await user.click(await screen.findByRole('button', { name: 'Tentar de novo' }));
    await rowOf(SOLD);
  });

  test.each([
    ['/click-logs', 'editor', 'link', 'Ver instalação'],
    ['/click-logs?q=nada', 'viewer', 'button', 'Limpar filtros'],
  ] as const)('offers without clicks at %s, to %s, the %s "%s"', async (address, as, role, name) => {
    api.answer(listClicks, page([]));
    openApp(address, { as });
    await screen.findByText('Nenhum click encontrado');
    expect(screen.getAllByRole(role, { name }).length).toBeGreaterThan(0);
  });

  test('offers a viewer without clicks no installation', { tags: ['§6'] }, async () => {
    api.answer(listClicks, page([]));
    openApp('/click-logs', { as: 'viewer' });
    await screen.findByText('Nenhum click encontrado');
    expect(screen.queryByRole('link', { name: 'Ver instalação' })).toBeNull();
  });
});

describe('the export of clicks', () => {
  const saved = () => {
    const links: HTMLAnchorElement[] = [];
    vi.stubGlobal('URL', Object.assign(class extends URL {}, { createObjectURL: () => 'blob:clicks' }));
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
      links.push(this);
    });
    return links;
  };

  test('saves the file of the screen’s filters under its name, and says how many clicks it has', {
    tags: ['§2.13', '§9.27'],
  }, async () => {
    const links = saved();
    api.answer(exportClicks, file('Click ID\r\na\r\nb\r\n', 'clicks-export-2026-11-20.csv'));
    const { user } = openApp('/click-logs?source=facebook');
    await user.click(await screen.findByRole('button', { name: 'Exportar CSV' }));
    await inToast('Exportação concluída', '2 clicks em clicks-export-2026-11-20.csv');
    expect(links.map(({ download }) => download)).toEqual(['clicks-export-2026-11-20.csv']);
    expect(api.asked(exportClicks).at(-1)?.query).toMatchObject({ source: 'facebook', startDate: '2026-11-14' });
  });

  test('shows an error and saves nothing when the file does not come whole', { tags: ['§2.13'] }, async () => {
    const links = saved();
    api.answer(exportClicks, noAnswer);
    const { user } = openApp('/click-logs');
    await user.click(await screen.findByRole('button', { name: 'Exportar CSV' }));
    await inToast('Erro ao exportar', 'O arquivo não chegou inteiro e não foi salvo. Tente de novo.');
    expect(links).toEqual([]);
    screen.getByRole('button', { name: 'Exportar CSV' });
  });
});
