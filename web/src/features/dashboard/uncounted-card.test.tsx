import { screen, waitFor, within } from '@testing-library/react';
import { uncountedConversions } from '@tracker/schemas/contracts/uncounted.contract';
import { beforeEach, describe, expect, test } from 'vitest';
import { expectAccessible, openApp, plain, settle } from '../../../test/app.tsx';
import { api } from '../../../test/fake-api.ts';

beforeEach(() => api.answerEmpty());

const card = () => screen.findByRole('region', { name: 'Fora dos números' });
const uncounted = {
  ...{ count: 3, value: 1_299.9 },
  byReason: [
    { reason: 'listed', count: 2, value: 1_200 },
    { reason: 'same-click', count: 1, value: 99.9 },
  ],
} as const;

describe('the card of what is outside of the figures', () => {
  test('says how much it is and why, and leads to the list of the same days', async () => {
    api.answer(uncountedConversions, { ...uncounted, byReason: [...uncounted.byReason] });
    const { user, address } = openApp('/');
    const shown = within(await card());
    shown.getByText('Últimos 30 dias, conversões que chegaram sem chave');
    expect(plain(await card())).toContain('R$ 1.299,90 em 3 conversões não entram em receita, ROAS e lucro.');
    expect(
      within(shown.getByRole('list', { name: 'Motivos' }))
        .getAllByRole('listitem')
        .map(plain),
    ).toEqual([
      'a empresa só lista vendas sem chave2 conversões · R$ 1.200,00',
      'outra venda do mesmo click já conta1 conversão · R$ 99,90',
    ]);
    expect(api.asked(uncountedConversions)[0]?.query).toEqual({ startDate: '2026-10-22', endDate: '2026-11-20' });
    await expectAccessible();
    await user.click(shown.getByRole('link', { name: 'Ver as não verificadas' }));
    await screen.findByRole('heading', { name: 'Logs Conversão' });
    expect(address()).toBe('/conversion-logs?period=30d&verified=false');
  });

  test.each([
    ['admin', '/settings/tenant?tab=figures'],
    ['editor', undefined],
    ['viewer', undefined],
  ] as const)('leads %s to the rule: %s', { tags: ['§6'] }, async (as, href) => {
    api.answer(uncountedConversions, { ...uncounted, byReason: [...uncounted.byReason] });
    openApp('/', { as });
    const link = within(await card()).queryByRole('link', { name: 'Mudar a regra' });
    expect(link?.getAttribute('href')).toBe(href);
  });

  test('is not there when everything is in the figures', async () => {
    openApp('/');
    await waitFor(() => expect(api.asked(uncountedConversions)).toHaveLength(1));
    await settle();
    expect(screen.queryByRole('region', { name: 'Fora dos números' })).toBeNull();
  });
});
