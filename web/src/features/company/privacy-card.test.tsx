import { screen, within } from '@testing-library/react';
import { getTenant } from '@tracker/schemas/contracts/company.contract';
import {
  erasePerson,
  exportPerson,
  type FoundPerson,
  searchPersons,
} from '@tracker/schemas/contracts/privacy.contract';
import type { Money } from '@tracker/schemas/primitives/money';
import { UNVERIFIED_DEFAULTS } from '@tracker/schemas/unverified-conversions';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { expectAccessible, inToast, openApp } from '../../../test/app.tsx';
import { api, refusal } from '../../../test/fake-api.ts';
import { session } from '../../../test/samples.ts';

const ana: FoundPerson = {
  personId: 'a'.repeat(32),
  name: 'Ana Sá',
  email: 'ana@example.com',
  phone: '5511999998888',
  leads: 1,
  deliveries: 2,
  conversions: 1,
  erasedAt: null,
};

beforeEach(() => {
  api.answer(getTenant, {
    ...session('admin').tenant,
    ...{ requireSecondFactor: false, targetCpa: null, targetRoas: null, budgetRaisePerDay: '1000.00' as Money },
    spendHistoryDays: 90,
    ...UNVERIFIED_DEFAULTS,
    retention: { clicksMonths: 25, deliveriesDays: 180, auditDays: 730 },
  });
  api.answerEmpty();
  api.answer(searchPersons, [ana]);
});

const card = async () => within(await screen.findByRole('region', { name: 'Privacidade' }));

async function search(value: string, by = 'Email') {
  const { user } = openApp('/settings/tenant?tab=privacy');
  const { findByRole } = await card();
  await findByRole('combobox', { name: 'Buscar por' });
  if (by !== 'Email') {
    await user.click(await findByRole('combobox', { name: 'Buscar por' }));
    await user.click(await screen.findByRole('option', { name: by }));
  }
  await user.click(await findByRole('textbox', { name: by }));
  await user.paste(value);
  await user.click(await findByRole('button', { name: 'Buscar pessoa' }));
  return user;
}

describe('a person’s data', () => {
  test('are searched for outside of the address, and counted by kind', async () => {
    const user = await search('ana@example.com');
    const list = within(await screen.findByRole('list', { name: 'Pessoas encontradas' }));
    list.getByText('Ana Sá');
    list.getByText('ana@example.com · 5511999998888');
    list.getByText('1 lead · 2 entregas de webhooks · 1 conversão');
    expect(api.asked(searchPersons)).toMatchObject([{ body: { by: 'email', value: 'ana@example.com' } }]);
    expect(window.location.href).not.toContain('ana');
    await expectAccessible();

    api.answer(searchPersons, []);
    await user.click(screen.getByRole('button', { name: 'Buscar pessoa' }));
    await screen.findByText('Nenhuma pessoa encontrada com este dado.');
  });

  test('are searched for by phone, with the area code', async () => {
    const user = await search('99999', 'Telefone');
    await screen.findByText('Informe o telefone com DDD.');
    expect(api.asked(searchPersons)).toEqual([]);
    const field = screen.getByRole('textbox', { name: 'Telefone' });
    await user.clear(field);
    await user.click(field);
    await user.paste('(11) 99999-8888');
    await user.keyboard('{Enter}');
    await screen.findByText('Ana Sá');
    expect(api.asked(searchPersons)).toMatchObject([{ body: { by: 'phone', value: '(11) 99999-8888' } }]);
  });

  test('are saved as a file', async () => {
    const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {});
    api.answer(exportPerson, {
      exportedAt: '2026-11-20T15:00:00.000Z',
      personId: ana.personId,
      tenantName: 'Loja',
      erasedAt: null,
      leads: [{ name: 'Ana Sá' }],
      deliveries: [],
      conversions: [],
    });
    const user = await search('ana@example.com');
    await user.click(await screen.findByRole('button', { name: 'Exportar Ana Sá' }));
    await inToast('Dados exportados', 'O recibo está no registro de auditoria.');
    expect(api.asked(exportPerson)).toMatchObject([{ body: { personId: ana.personId } }]);
    const link = click.mock.contexts[0] as HTMLAnchorElement;
    expect(link.download).toBe('pessoa-aaaaaaaa-2026-11-20.json');
  });

  test('are erased after the word was typed, and shown as erased', async () => {
    const user = await search('ana@example.com');
    await user.click(await screen.findByRole('button', { name: 'Apagar Ana Sá' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Apagar dados da pessoa' }));
    const confirm = dialog.getByRole<HTMLButtonElement>('button', { name: 'Apagar para sempre' });
    const word = dialog.getByRole('textbox', { name: 'Digite APAGAR para confirmar' });
    await user.type(word, 'apagar{Enter}');
    expect(confirm.disabled).toBe(true);
    await expectAccessible();
    await user.clear(word);
    await user.type(word, 'APAGAR');
    api.answer(erasePerson, refusal(429, 'Muitas requisições em pouco tempo. Aguarde um instante e tente novamente.'));
    await user.click(confirm);
    await inToast('Erro ao apagar', 'Muitas requisições em pouco tempo. Aguarde um instante e tente novamente.');
    api.answer(erasePerson, { leads: 1, deliveries: 2, erasedAt: '2026-11-20T15:00:00.000Z' });
    api.answer(searchPersons, [
      { ...ana, name: null, email: null, phone: null, leads: 0, erasedAt: '2026-11-20T15:00:00.000Z' },
    ]);
    await user.click(confirm);
    await inToast('Dados apagados', 'O recibo está no registro de auditoria.');
    await screen.findByText(/^Dados apagados em 20\/11\/2026/);
    expect(api.asked(erasePerson)).toMatchObject(
      Array(2).fill({ body: { personId: ana.personId, confirm: 'APAGAR' } }),
    );
    expect(screen.queryByRole('dialog')).toBeNull();
  });
});
