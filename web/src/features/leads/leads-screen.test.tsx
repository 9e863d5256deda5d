import { screen, waitFor, within } from '@testing-library/react';
import { listCampaigns } from '@tracker/schemas/contracts/campaigns.contract';
import {
  editLead,
  Lead,
  LeadHistoryEntry,
  listLeads,
  readLeadAnalytics,
  readLeadHistory,
} from '@tracker/schemas/contracts/leads.contract';
import { listWebhookKeys, WebhookKey } from '@tracker/schemas/contracts/webhook.contract';
import { beforeEach, describe, expect, test } from 'vitest';
import type { z } from 'zod';
import {
  choose,
  chooseByKeyboard,
  expectAccessible,
  inToast,
  later,
  openApp,
  plain,
  pressOn,
  settle,
} from '../../../test/app.tsx';
import { api, noWords, page, refusal } from '../../../test/fake-api.ts';
import { CAMPAIGN_ID, campaign, sample, session } from '../../../test/samples.ts';

const CLICK_ID = `mc_${CAMPAIGN_ID}_1763650800001000001`;
const lead = (id: string, given: Partial<z.input<typeof Lead>> = {}) =>
  sample(Lead, { id: `ld_${id.padStart(8, '0')}`, name: 'João Lima', email: 'joao@example.com', ...given });
const maria = lead('1', {
  ...{ name: 'Maria José', email: 'maria@example.com', phone: '(11) 98888-7777', country: 'BR', city: 'São Paulo' },
  ...{ source: 'facebook', campaignId: CAMPAIGN_ID, clickId: CLICK_ID, notes: 'Pediu desconto' },
});
const entry = sample(LeadHistoryEntry, {
  ...{ id: 'lh_1', at: '2026-11-20T14:00:00.000Z', status: 'contacted' },
  ...{ notes: 'Ligou de volta', changedBy: 'Beto Souza' },
});

beforeEach(() => {
  api.answer(listLeads, page([maria, lead('2', { status: 'contacted' })]));
  api.answer(readLeadAnalytics, {
    totalLeads: 3,
    leadsBySource: [{ source: 'facebook', count: 2 }].concat({ source: 'direct', count: 1 }),
    leadsByStatus: [
      { status: 'new', count: 2 },
      { status: 'converted', count: 1 },
    ],
  });
  api.answer(readLeadHistory, [entry]);
  api.answer(listCampaigns, [campaign()]);
  api.answer(listWebhookKeys, [sample(WebhookKey, { provider: 'generic', key: 'wk_segredo' })]);
  api.answerEmpty();
});

const articleOf = (name: string) => screen.findByRole('article', { name });
const totals = () => plain(document.querySelector('dl'));
const code = async (what: string) => plain(await screen.findByRole('region', { name: `Código: ${what}` }));

describe('the list of leads', { tags: ['§2.15', '§4'] }, () => {
  test('shows the totals, and each lead with its contact, origin, status and time', { tags: ['§9.26'] }, async () => {
    openApp('/leads');
    const shown = await articleOf('Maria José');
    expect(plain(shown)).toMatch(
      /Maria JoséNovo.*São Paulo, BRPediu descontoFonte: facebookCampanha: black-friday.*20\/11\/2026 12:00:00/,
    );
    within(shown).getByText(CLICK_ID.slice(-8), { exact: true });
    expect(plain(shown)).not.toContain(CLICK_ID);
    const addressOf = (name: string | RegExp) => within(shown).getByRole('link', { name }).getAttribute('href');
    expect(addressOf('maria@example.com')).toBe('mailto:maria@example.com');
    expect(addressOf('(11) 98888-7777')).toBe('tel:11988887777');
    expect(addressOf(/^WhatsApp/)).toBe('https://wa.me/5511988887777');
    expect(plain(await articleOf('João Lima'))).toContain('João LimaContatadojoao@example.com');
    expect(totals()).toBe(
      'Total de Leads3Desde o inícioPrincipal Fontefacebook2 leadsTaxa de Conversão33%1 convertido desde o início',
    );
    screen.getByText('Mostrando 2 de 2');
    await expectAccessible();
  });

  test('of a new company says that there is none, and shows the form to copy and the address with the key', async () => {
    api.answer(listLeads, page([]));
    api.answer(readLeadAnalytics, { totalLeads: 0, leadsBySource: [], leadsByStatus: [] });
    openApp('/leads');
    await screen.findByText('Nenhum lead encontrado');
    screen.getByText('Os leads aparecerão aqui quando forem capturados.');
    expect(totals()).toMatch(/^Total de Leads0.*Principal FonteN\/A0 leads.*Taxa de Conversão0%/);
    expect(await code('formulário HTML')).toContain(`name="campaign_id" type="hidden" value="${CAMPAIGN_ID}"`);
    expect(await code('endereço com a chave')).toBe('https://t.example.com/leads?key=wk_segredo');
    await expectAccessible();
  });

  test('says that no filter matches, and that old leads are still searched, until they are', async () => {
    api.answer(listLeads, page([], { pending: 1_200 }));
    openApp('/leads?status=lost&q=x');
    await screen.findByText('Procurando em mais 1.200 leads antigos…');
    expect(screen.queryByText('Nenhum lead encontrado')).toBeNull();
    api.answer(listLeads, page([]));
    await later(1_500);
    await screen.findByText('Nenhum lead corresponde aos filtros.');
    await expectAccessible();
  });

  test('says that it is loading, and tries again what failed', async () => {
    const give = api.hold(listLeads);
    api.answer(readLeadAnalytics, refusal(500));
    const { user } = openApp('/leads');
    await screen.findByRole('heading', { level: 1, name: 'Gestão de Leads' });
    const card = screen.getByRole('region', { name: 'Leads' });
    const waiting = within(card).getByText('Carregando', { exact: true });
    expect(waiting.closest('[aria-busy=true]')).not.toBeNull();
    give(noWords);
    await within(card).findByText('Não foi possível carregar os dados.');
    await expectAccessible();
    api.answer(listLeads, page([maria]));
    await user.click(within(card).getByRole('button', { name: 'Tentar de novo' }));
    await articleOf('Maria José');
  });

  test('is searched and filtered in the URL, and exported with the same filters', { tags: ['§9.26'] }, async () => {
    const { user, address, goBack } = openApp('/leads', { as: 'viewer' });
    const exported = () => screen.getByRole('link', { name: 'Exportar CSV' }).getAttribute('href');
    await articleOf('Maria José');
    api.answer(listLeads, ({ query }) => page(query.status === 'lost' ? [] : [lead('2')]));
    await user.type(screen.getByRole('searchbox', { name: /^Buscar/ }), 'joao l{Enter}');
    await waitFor(() => expect(screen.queryByRole('article', { name: 'Maria José' })).toBeNull());
    expect(address()).toBe('/leads?q=joao+l');
    expect(exported()).toBe(`/api/leads/export?q=joao+l&company=${session('viewer').tenant.id}`);
    await choose(user, 'Status', 'Perdido');
    await screen.findByText('Nenhum lead encontrado');
    expect(address()).toBe('/leads?q=joao+l&status=lost');
    goBack();
    await articleOf('João Lima');
    await choose(user, 'Fonte', 'Direct');
    await choose(user, 'Campanha', 'Black Friday');
    expect(address()).toBe(`/leads?q=joao+l&source=direct&campaign=${CAMPAIGN_ID}`);
    expect(api.asked(listLeads).at(-1)?.query).toMatchObject({
      ...{ q: 'joao l', source: 'direct', campaignId: CAMPAIGN_ID },
    });
    await user.click(screen.getByRole('button', { name: 'Limpar filtros' }));
    await waitFor(() => expect(address()).toBe('/leads'));
    expect(screen.getByRole<HTMLInputElement>('searchbox').value).toBe('');
  });
});

describe('a lead', { tags: ['§2.15', '§5', '§6'] }, () => {
  const dialog = async () => within(await screen.findByRole('dialog', { name: 'Atualizar Lead' }));
  const editButton = () => screen.findByRole('button', { name: /^Editar Status.*Maria José/ });

  test('gets a status and notes by keyboard alone, and its editor gets the focus back', {
    tags: ['§8.20'],
  }, async () => {
    const { user } = openApp('/leads', { as: 'editor' });
    await settle();
    await pressOn(user, await editButton());
    const status = (await dialog()).getByRole('combobox', { name: 'Status' });
    await chooseByKeyboard(user, status, 'Qualificado');
    expect(plain(status)).toBe('Qualificado');
    const notes = (await dialog()).getByRole<HTMLTextAreaElement>('textbox', { name: 'Observações' });
    expect([notes.rows, notes.value]).toEqual([3, 'Pediu desconto']);
    await pressOn(user, notes, '{Control>}a{/Control}Ligou de volta');
    (await dialog()).getByText('Lead recebido');
    await expectAccessible();
    const changed = { ...maria, status: 'qualified' as const };
    api.answer(editLead, changed);
    api.answer(listLeads, page([changed]));
    await pressOn(user, (await dialog()).getByRole('button', { name: 'Salvar' }));
    await inToast('Lead atualizado');
    expect(api.asked(editLead)).toMatchObject([
      { params: { id: maria.id }, body: { status: 'qualified', notes: 'Ligou de volta' } },
    ]);
    await within(await articleOf('Maria José')).findByText('Qualificado');
    expect(document.activeElement).toBe(await editButton());
  });

  test('is sent without empty notes, and its dialog keeps what was typed when that fails', {
    tags: ['§8.20'],
  }, async () => {
    const { user } = openApp('/leads', { as: 'editor' });
    await user.click(await editButton());
    await user.click((await dialog()).getByRole('combobox', { name: 'Status' }));
    const options = await screen.findAllByRole('option');
    expect(options.map(plain)).toEqual(['Novo', 'Contatado', 'Qualificado', 'Convertido', 'Perdido']);
    await user.click(options[1] as HTMLElement);
    const notes = (await dialog()).getByRole('textbox', { name: 'Observações' });
    await user.clear(notes);
    await user.type(notes, '   ');
    (await dialog()).getByText('Em branco, as de antes continuam.');
    const give = api.hold(editLead);
    await user.click((await dialog()).getByRole('button', { name: 'Salvar' }));
    expect((await dialog()).getByRole<HTMLButtonElement>('button', { name: 'Salvando...' }).disabled).toBe(true);
    give(noWords);
    await inToast('Failed to update lead', 'Nada foi salvo. Tente de novo.');
    expect(plain((await dialog()).getByRole('combobox', { name: 'Status' }))).toBe('Contatado');
    api.answer(editLead, { ...maria, status: 'contacted' });
    await user.click((await dialog()).getByRole('button', { name: 'Salvar' }));
    await inToast('Lead atualizado');
    expect(api.asked(editLead).map(({ body }) => body)).toEqual([
      { status: 'contacted', seen: { status: 'new' } },
      { status: 'contacted', seen: { status: 'new' } },
    ]);
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  test('is read by a viewer with its history, without its form and without the key of the company', async () => {
    const { user } = openApp('/leads', { as: 'viewer' });
    await user.click(await screen.findByRole('button', { name: /^Histórico.*Maria José/ }));
    const history = within(await screen.findByRole('list', { name: 'Histórico' })).getAllByRole('listitem');
    expect(history.map(plain)).toEqual([
      'NovoContatadoLigou de voltaBeto Souza · 20/11/2026 11:00:00',
      'Lead recebido20/11/2026 12:00:00',
    ]);
    await expectAccessible();
    expect(screen.queryByRole('button', { name: /^Editar Status/ })).toBeNull();
    await user.click(screen.getByText('Como enviar leads', { selector: 'summary *' }));
    expect(await code('endereço com a chave')).toBe('https://t.example.com/leads?key=CHAVE_DA_EMPRESA');
    expect(api.asked(listWebhookKeys)).toEqual([]);
  });
});
