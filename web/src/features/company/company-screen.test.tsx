import { screen, waitFor, within } from '@testing-library/react';
import { ApiKey, createApiKey, listApiKeys, revokeApiKey } from '@tracker/schemas/contracts/api-keys.contract';
import { AuditEntry, listAuditLog } from '@tracker/schemas/contracts/audit.contract';
import { currentUser } from '@tracker/schemas/contracts/auth.contract';
import { changeTenant, getTenant } from '@tracker/schemas/contracts/company.contract';
import {
  listBankRates,
  listMissingRates,
  listRecomputing,
  setExchangeRates,
} from '@tracker/schemas/contracts/exchange-rates.contract';
import { readUsage } from '@tracker/schemas/contracts/usage.contract';
import type { Money } from '@tracker/schemas/primitives/money';
import type { TenantDay } from '@tracker/schemas/primitives/tenant-day';
import { UNVERIFIED_DEFAULTS, UnverifiedMode } from '@tracker/schemas/unverified-conversions';
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { expectAccessible, inToast, openApp, plain, pressOn, rowsOf } from '../../../test/app.tsx';
import { api, changedMeanwhile, noWords, page, refusal } from '../../../test/fake-api.ts';
import { sample, session } from '../../../test/samples.ts';

const tenant = {
  ...session('admin').tenant,
  ...{ requireSecondFactor: false, targetCpa: null, targetRoas: null, budgetRaisePerDay: '1000.00' as Money },
  spendHistoryDays: 90,
  ...UNVERIFIED_DEFAULTS,
};
const retention = { clicksMonths: 25, deliveriesDays: 180, auditDays: 730 };

beforeEach(() => {
  api.answer(getTenant, { ...tenant, retention });
  api.answerEmpty();
});

const nameField = () => screen.findByRole<HTMLInputElement>('textbox', { name: 'Nome da empresa' });
const save = (user: ReturnType<typeof openApp>['user']) => user.click(screen.getByRole('button', { name: 'Salvar' }));

describe('the form of the company', () => {
  test('sends what changed, and shows the new name in the sidebar', { tags: ['§2.16', '§8.8'] }, async () => {
    const { user } = openApp('/settings/tenant');
    await user.clear(await nameField());
    const changed = { ...tenant, name: 'Loja Nova' };
    api.answer(changeTenant, { ...changed, retention });
    api.answer(currentUser, { ...session('admin'), tenant: changed });
    await user.type(await nameField(), 'Loja Nova{Enter}');
    await inToast('Configurações salvas');
    expect(api.asked(changeTenant)).toEqual([
      { params: { tenantId: tenant.id }, query: undefined, body: { name: 'Loja Nova', seen: { name: tenant.name } } },
    ]);
    await waitFor(() => within(screen.getByRole('complementary')).getAllByText('Loja Nova'));
  });

  test('shows a taken URL at its field, which gets the focus, below a toast that asks for no second try', {
    tags: ['§8.8'],
  }, async () => {
    api.answer(changeTenant, refusal(409, 'Esta URL já está em uso.'));
    const { user } = openApp('/settings/tenant');
    await nameField();
    const slug = screen.getByRole('textbox', { name: 'URL da empresa' });
    await user.clear(slug);
    await user.type(slug, 'outra-loja');
    await save(user);
    // Trying again does not help.
    expect((await inToast('Erro ao salvar')).textContent).not.toContain('Tente novamente');
    expect(screen.getByRole('textbox', { name: 'URL da empresa', description: 'Esta URL já está em uso.' })).toBe(slug);
    expect(document.activeElement).toBe(slug);
    await user.type(slug, '2');
    expect(screen.queryByText('Esta URL já está em uso.')).toBeNull();
  });

  test('asks for a name before anything is sent', async () => {
    const { user } = openApp('/settings/tenant');
    await user.clear(await nameField());
    await save(user);
    await screen.findByText('Informe o nome da empresa.');
    expect(document.activeElement).toBe(await nameField());
    await expectAccessible();
    expect(api.asked(changeTenant)).toEqual([]);
  });

  test('shows what another person made of the same field, and saves one’s own with knowledge of it or takes theirs', async () => {
    api.answer(changeTenant, changedMeanwhile({ name: 'Loja da Bia' }));
    const { user } = openApp('/settings/tenant');
    await user.clear(await nameField());
    await user.type(await nameField(), 'Minha{Enter}');
    const theirs = within(await screen.findByRole('region', { name: 'Valores atuais' }));
    theirs.getByText('Loja da Bia');
    expect((await nameField()).value).toBe('Minha');
    await expectAccessible();
    await save(user);
    await user.click(await screen.findByRole('button', { name: 'Usar estes valores' }));
    expect((await nameField()).value).toBe('Loja da Bia');
    expect(screen.queryByRole('region', { name: 'Valores atuais' })).toBeNull();
    expect(api.asked(changeTenant).map(({ body }) => body)).toEqual([
      { name: 'Minha', seen: { name: 'Loja da Ana' } },
      { name: 'Minha', seen: { name: 'Loja da Bia' } },
    ]);
  });

  test('finds a time zone by its city, by keyboard', { tags: ['§2.16'] }, async () => {
    api.answer(changeTenant, ({ body }) => ({ ...tenant, retention, timeZone: body.timeZone ?? '' }));
    const { user } = openApp('/settings/tenant');
    await nameField();
    await user.type(screen.getByRole('combobox', { name: 'Fuso horário' }), 'kiritimati');
    await screen.findByRole('option', { name: /Pacific\/Kiritimati/ });
    await expectAccessible();
    await user.keyboard('{Enter}');
    await save(user);
    await inToast('Configurações salvas');
    expect(api.asked(changeTenant)[0]?.body).toEqual({
      ...{ timeZone: 'Pacific/Kiritimati', seen: { timeZone: 'America/Sao_Paulo' } },
    });
  });
});

test('shows plan, status and features, and links to the advanced settings', { tags: ['§2.16', '§9.8'] }, async () => {
  openApp('/settings/tenant');
  const card = within(await screen.findByRole('region', { name: 'Assinatura' }));
  card.getByText('Free');
  card.getByText('Ativo');
  card.getByText(tenant.id);
  expect(within(card.getByRole('list', { name: 'Recursos do plano' })).getAllByRole('listitem')).toHaveLength(4);
  expect(screen.getByRole('link', { name: 'Ver Código' }).getAttribute('href')).toBe('/integration');
  expect(screen.getByRole('link', { name: 'Configurar' }).getAttribute('href')).toBe('/webhook');
  await expectAccessible();
});

describe('API keys', () => {
  const key = sample(ApiKey, { id: 'ak_1', name: 'Planilha', scopes: ['read'], hint: 'tt_abc' });

  test('are created with a name, shown once, and revoked after a question, by keyboard alone', async () => {
    api.answer(createApiKey, { ...key, key: `tt_${'a'.repeat(43)}` });
    api.answer(revokeApiKey, null);
    const { user } = openApp('/settings/tenant?tab=access');
    const create = await screen.findByRole('button', { name: 'Nova chave' });
    await pressOn(user, create);
    await pressOn(user, within(await screen.findByRole('dialog')).getByRole('button', { name: 'Criar chave' }));
    await screen.findByText('Informe um nome para a chave.');
    await expectAccessible();
    api.answer(listApiKeys, [key]);
    await pressOn(user, within(screen.getByRole('dialog')).getByRole('textbox', { name: 'Nome' }), 'Planilha{Enter}');
    expect(plain(await screen.findByRole('region', { name: 'Código: chave de API' }))).toBe(`tt_${'a'.repeat(43)}`);
    await expectAccessible();
    await pressOn(user, screen.getByRole('button', { name: 'Concluir' }));
    await screen.findByRole('cell', { name: /^Planilha/ });
    expect(document.body.textContent).not.toContain(`tt_${'a'.repeat(43)}`);

    await pressOn(user, screen.getByRole('button', { name: 'Revogar Planilha' }));
    await screen.findByRole('dialog');
    await expectAccessible();
    api.answer(listApiKeys, []);
    await pressOn(user, within(screen.getByRole('dialog')).getByRole('button', { name: 'Revogar' }));
    await inToast('Chave revogada');
    await screen.findByText('Nenhuma chave de API');
    expect(api.asked(revokeApiKey)[0]?.params).toEqual({ id: 'ak_1' });
  });
});

describe('the card of the retention', () => {
  const field = () => screen.findByRole<HTMLInputElement>('textbox', { name: 'Clicks e páginas vistas (meses)' });

  test('shows what is kept and saves the new limits', async () => {
    const { user } = openApp('/settings/tenant?tab=privacy');
    expect((await field()).value).toBe('25');
    await user.clear(await field());
    await user.type(await field(), '13');
    api.answer(changeTenant, { ...tenant, retention: { ...retention, clicksMonths: 13 } });
    await user.click(screen.getByRole('button', { name: 'Aplicar retenção' }));
    await inToast('Retenção salva');
    expect(api.asked(changeTenant)).toMatchObject([{ body: { retention: { ...retention, clicksMonths: 13 } } }]);
  });

  test('explains a number that is out of bounds at its field, and sends nothing', async () => {
    const { user } = openApp('/settings/tenant?tab=privacy');
    await user.clear(await field());
    await user.type(await field(), '0');
    await user.click(screen.getByRole('button', { name: 'Aplicar retenção' }));
    await screen.findByText('Informe de 1 a 120 meses.');
    expect(api.asked(changeTenant)).toEqual([]);
  });
});

describe('the card of the sales without a key', () => {
  const mode = (name: string) => screen.findByRole<HTMLInputElement>('radio', { name });
  const perDay = () => screen.findByRole<HTMLInputElement>('textbox', { name: 'Vendas que contam por dia' });
  const saveRule = (user: ReturnType<typeof openApp>['user']) =>
    user.click(screen.getByRole('button', { name: 'Salvar regra' }));

  test('shows the rule, says what each mode does, and saves only what changed', async () => {
    const { user } = openApp('/settings/tenant?tab=figures');
    expect((await mode('Automático')).checked).toBe(true);
    expect(screen.getAllByRole('radio').map((radio) => radio.getAttribute('value'))).toEqual(UnverifiedMode.options);
    await screen.findByRole('radio', { description: 'Não são aceitas: quem envia recebe o erro 403.' });
    expect((await perDay()).value).toBe('500');
    await expectAccessible();

    await user.click(await mode('Só listar'));
    await user.clear(await perDay());
    await user.type(await perDay(), '20');
    const saved = api.hold(changeTenant);
    await saveRule(user);
    const waiting = await screen.findByRole<HTMLButtonElement>('button', { name: 'Salvando...' });
    expect(waiting.disabled).toBe(true);
    saved({ ...tenant, retention, unverifiedConversions: 'list', unverifiedPerDay: 20 });
    await inToast('Regra salva', 'Vale para as vendas que chegarem a partir de agora.');
    expect(api.asked(changeTenant)[0]?.body).toEqual({
      ...{ unverifiedConversions: 'list', unverifiedPerDay: 20 },
      seen: { unverifiedConversions: 'auto', unverifiedPerDay: 500 },
    });
    expect((await mode('Só listar')).checked).toBe(true);
  });

  test.each([
    ['10001', 'O máximo é 10.000 vendas por dia.'],
    ['1,5', 'Informe um número inteiro de vendas.'],
    ['', 'Informe um número inteiro de vendas.'],
  ])('explains the limit %j at its field, and sends nothing', async (typed, sentence) => {
    const { user } = openApp('/settings/tenant?tab=figures');
    await user.clear(await perDay());
    if (typed) await user.type(await perDay(), typed);
    await saveRule(user);
    await screen.findByText(sentence);
    expect(document.activeElement).toBe(await perDay());
    expect(api.asked(changeTenant)).toEqual([]);
  });

  test('keeps what was chosen when it could not be saved', async () => {
    api.answer(changeTenant, refusal(503));
    const { user } = openApp('/settings/tenant?tab=figures');
    await user.click(await mode('Recusar'));
    await saveRule(user);
    await inToast('Erro ao salvar', 'Não foi possível salvar a regra das vendas sem chave. Tente novamente.');
    expect((await mode('Recusar')).checked).toBe(true);
  });

  test('offers to try again when the rule could not be read', async () => {
    api.answer(getTenant, refusal(404));
    const { user } = openApp('/settings/tenant?tab=figures');
    const card = within(await screen.findByRole('region', { name: 'Vendas sem chave' }));
    const again = await card.findByRole('button', { name: 'Tentar de novo' });
    await expectAccessible();
    api.answer(getTenant, { ...tenant, retention });
    await user.click(again);
    expect((await mode('Automático')).checked).toBe(true);
  });
});

describe('the events of the month', () => {
  const usage = {
    month: '2026-11-01' as TenantDay,
    events: 83_000,
    quota: 100_000,
    percent: 83,
    level: 'warn',
  } as const;

  test('are shown with those of the plan, and with a warning from 80 percent', async () => {
    api.answer(readUsage, usage);
    openApp('/settings/tenant');
    await screen.findByText('83.000 de 100.000');
    await screen.findByText(/83% dos eventos do plano já foram usados\. Nenhum evento é descartado/);
  });

  test('say that they did not come, and are asked for again', async () => {
    api.answer(readUsage, noWords);
    const { user } = openApp('/settings/tenant');
    await screen.findByText('Os eventos do mês não carregaram.');
    api.answer(readUsage, usage);
    await user.click(screen.getByRole('button', { name: 'Tentar de novo' }));
    await screen.findByText('83.000 de 100.000');
  });

  test('show no warning below', async () => {
    api.answer(readUsage, { ...usage, events: 79_999, percent: 79, level: 'ok' });
    openApp('/settings/tenant');
    await screen.findByText('79.999 de 100.000');
    expect(screen.queryByText(/Nenhum evento é descartado/)).toBeNull();
  });
});

describe('the card of the security', () => {
  const box = () => screen.findByRole<HTMLInputElement>('checkbox', { name: /^Exigir verificação em duas etapas/ });

  test('requires a second factor of all people', async () => {
    const { user } = openApp('/settings/tenant?tab=access');
    expect((await box()).checked).toBe(false);
    const changed = { ...tenant, retention, requireSecondFactor: true };
    api.answer(changeTenant, changed);
    api.answer(getTenant, changed);
    (await box()).focus();
    await user.keyboard(' ');
    await inToast('Verificação exigida');
    await waitFor(async () => expect((await box()).checked).toBe(true));
    expect(api.asked(changeTenant)).toMatchObject([{ body: { requireSecondFactor: true } }]);
  });

  test('says why when the administrator has none', async () => {
    api.answer(changeTenant, refusal(409, 'Ative primeiro a verificação em duas etapas no seu perfil.'));
    const { user } = openApp('/settings/tenant?tab=access');
    await user.click(await box());
    await inToast('Erro ao salvar', 'Ative primeiro a verificação em duas etapas no seu perfil.');
    expect((await box()).checked).toBe(false);
  });
});

describe('the card of exchange rates', () => {
  const day = '2026-11-19' as TenantDay;
  const missing = { currency: 'USD', day, conversions: 1, value: '100.00', spend: '0.00' };
  const form = async () => within(await screen.findByRole('form', { name: 'Nova cotação' }));

  test('says which rates of the Central Bank hold without an own one', async () => {
    api.answer(listBankRates, [
      { currency: 'EUR', day, rate: '6.1' },
      { currency: 'USD', day, rate: '5.4321' },
    ]);
    openApp('/settings/tenant?tab=figures#cotacoes');
    expect(screen.queryByRole('list', { name: 'Vendas em recálculo' })).toBeNull();
    const text = plain(await screen.findByText(/PTAX de venda do Banco Central/));
    expect(text).toContain('EUR 6,1 em 19/11/2026 · USD 5,4321 em 19/11/2026.');
    await expectAccessible();
  });

  test('says how far the conversions of a currency are computed again', async () => {
    api.answer(listRecomputing, [{ currency: 'USD', computed: 1_500, conversions: 24_000 }]);
    openApp('/settings/tenant?tab=figures#cotacoes');
    const running = within(await screen.findByRole('list', { name: 'Vendas em recálculo' }));
    expect(plain(running.getByRole('listitem'))).toContain('1.500 de 24.000');
    const bar = running.getByRole('progressbar', { name: 'Vendas em USD recalculadas' });
    expect(bar.getAttribute('aria-valuenow')).toBe('6');
    await expectAccessible();
  });

  test('takes the rate of a day that lacks one, after its mistake is mended, and removes it again', async () => {
    api.answer(listMissingRates, [missing]);
    const { user } = openApp('/settings/tenant?tab=figures#cotacoes');
    await screen.findByText('Nenhuma cotação cadastrada');
    const days = within(await screen.findByRole('list', { name: 'Dias sem cotação' }));
    expect(plain(days.getByRole('listitem'))).toContain('19/11/2026 · 1 conversão · USD 100,00');
    await pressOn(user, days.getByRole('button', { name: /^Informar cotação/ }));
    const field = async (name: string) => (await form()).getByLabelText<HTMLInputElement>(name);
    expect([(await field('Moeda')).value, (await field('Dia')).value]).toEqual(['USD', '2026-11-19']);
    await user.type(await field('Valor em reais'), 'abc{Enter}');
    (await form()).getByText('Informe a cotação, como 5,4321.');
    await expectAccessible();
    expect(api.asked(setExchangeRates)).toEqual([]);
    await user.clear(await field('Valor em reais'));
    api.answer(setExchangeRates, [{ currency: 'USD', day, rate: '5.5' }]);
    api.answer(listMissingRates, []);
    await user.type(await field('Valor em reais'), '5,50{Enter}');
    await inToast('Cotação salva');
    expect(rowsOf('Cotações').map((cells) => cells.slice(0, 3))).toEqual([['USD', '19/11/2026', '5,5']]);
    await waitFor(() => expect(screen.queryByRole('list', { name: 'Dias sem cotação' })).toBeNull());
    api.answer(setExchangeRates, []);
    await user.click(screen.getByRole('button', { name: 'Remover a cotação de USD em 19/11/2026' }));
    await inToast('Cotação removida');
    await screen.findByText('Nenhuma cotação cadastrada');
    expect(api.asked(setExchangeRates).map(({ body }) => body)).toEqual([
      [{ currency: 'USD', day, rate: '5.50' }],
      [{ currency: 'USD', day, rate: null }],
    ]);
  });
});

describe('the target', () => {
  test('is read as people write it, and only what changed is sent', async () => {
    const { user } = openApp('/settings/tenant?tab=figures');
    const cpa = await screen.findByRole('textbox', { name: /^Meta de CPA/ });
    await user.type(cpa, 'dez');
    await user.click(screen.getByRole('button', { name: 'Salvar meta' }));
    await screen.findByText('Informe um valor em reais maior que zero, como 59,90.');
    expect(api.asked(changeTenant)).toHaveLength(0);
    api.answer(changeTenant, { ...tenant, retention, targetCpa: '59.90' as Money });
    api.answer(getTenant, { ...tenant, retention, targetCpa: '59.90' as Money });
    await user.clear(cpa);
    await user.type(cpa, '59,90');
    await user.click(screen.getByRole('button', { name: 'Salvar meta' }));
    await inToast('Meta salva');
    expect(api.asked(changeTenant).map(({ body }) => body)).toEqual([{ targetCpa: 59.9, seen: { targetCpa: null } }]);
    expect((cpa as HTMLInputElement).value).toBe('59,9');
  });
});

test('shows the audit log on a phone in one column, with the time in its second line', async () => {
  const { matchMedia } = window;
  onTestFinished(() => {
    window.matchMedia = matchMedia;
  });
  window.matchMedia = (media) => Object.assign(matchMedia(media), { matches: media.includes('width') });
  const entry = sample(AuditEntry, { action: 'user.invited', browser: 'Chrome', network: '203.0.113.0' });
  api.answer(listAuditLog, page([entry]));
  openApp('/settings/tenant?tab=audit');
  const table = within(await screen.findByRole('table'));
  expect(table.getAllByRole('columnheader').map(plain)).toEqual(['O que aconteceu']);
  expect(plain(table.getByRole('cell'))).toMatch(/20\/11\/2026 12:00:00 · Chrome · 203\.0\.113\.0$/);
});
