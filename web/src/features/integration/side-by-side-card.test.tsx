import { screen, within } from '@testing-library/react';
import { listCampaigns } from '@tracker/schemas/contracts/campaigns.contract';
import { readIntegration } from '@tracker/schemas/contracts/integration.contract';
import { compareSideBySide, type SideBySide } from '@tracker/schemas/contracts/side-by-side.contract';
import type { TenantDay } from '@tracker/schemas/primitives/tenant-day';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { expectAccessible, inToast, openApp, plain, rowsOf } from '../../../test/app.tsx';
import { api, refusalOf } from '../../../test/fake-api.ts';
import { campaign } from '../../../test/samples.ts';

const compared: SideBySide = {
  period: { from: '2026-11-10' as TenantDay, to: '2026-11-11' as TenantDay },
  figures: ['conversions', 'spend'],
  days: [
    {
      day: '2026-11-10' as TenantDay,
      ours: { conversions: 3, revenue: 300, spend: 100 },
      theirs: { conversions: 5, revenue: null, spend: 113.83 },
      reasons: [
        { reason: 'pending', count: 2, value: 194 },
        { reason: 'spend-tax', count: 0, value: 13.83 },
      ],
    },
    {
      day: '2026-11-11' as TenantDay,
      ours: { conversions: 1, revenue: 10, spend: 0 },
      theirs: { conversions: 1, revenue: null, spend: 0 },
      reasons: [],
    },
  ],
  total: {
    ours: { conversions: 4, revenue: 310, spend: 100 },
    theirs: { conversions: 6, revenue: null, spend: 113.83 },
  },
  errors: [{ line: 4, message: '“x” não é um valor. Use 1.234,56 ou 1234.56.' }],
};

beforeEach(() => {
  api.answer(listCampaigns, [campaign()]);
  api.answer(readIntegration, { publicUrl: 'https://t.example.com', sites: { confirmed: [], ofCampaigns: [] } });
  api.answerEmpty();
});

describe('Lado a lado', () => {
  test('shows each day with the difference, and why', async () => {
    api.answer(compareSideBySide, compared);
    const { user } = openApp('/integration?tab=side-by-side', { as: 'editor' });
    await user.click(await screen.findByLabelText('Linhas'));
    await user.paste('dia;vendas;gasto\n10/11/2026;5;113,83');
    await user.click(screen.getByRole('button', { name: 'Comparar' }));
    await screen.findByRole('heading', { name: '10/11/2026 a 11/11/2026: 1 dia igual de 2' });
    screen.getByText('Conversões: 4 aqui, 6 lá · Gasto: R$ 100,00 aqui, R$ 113,83 lá');
    expect(rowsOf('Dias comparados')).toEqual([
      [
        ...['10/11/2026', '3 · 5−2', 'R$ 100,00 · R$ 113,83−R$ 13,83'],
        'pedido que ainda espera o pagamento (2 conversões, R$ 194,00)a outra ferramenta soma o imposto ao gasto (R$ 13,83)',
      ],
      ['11/11/2026', '1 · 1', 'R$ 0,00 · R$ 0,00', 'igual'],
    ]);
    screen.getByText(/^Linha 4: “x” não é um valor/);
    await expectAccessible();
    expect(api.asked(compareSideBySide)).toHaveLength(1);
  });

  test('says in each row of a phone how much is missing', async () => {
    vi.spyOn(window, 'matchMedia').mockImplementation((media) =>
      Object.assign(new EventTarget() as MediaQueryList, { media, matches: true }),
    );
    api.answer(compareSideBySide, compared);
    const { user } = openApp('/integration?tab=side-by-side', { as: 'editor' });
    await user.click(await screen.findByLabelText('Linhas'));
    await user.paste('dia;vendas;gasto\n10/11/2026;5;113,83');
    await user.click(screen.getByRole('button', { name: 'Comparar' }));
    await screen.findByRole('heading', { name: '10/11/2026 a 11/11/2026: 1 dia igual de 2' });
    expect(plain(document.querySelector('main'))).toMatch(/Conversões −2.*Gasto −R\$ 13,83.*igual/);
  });

  test('asks for lines before anything is sent, and says what the server refuses', async () => {
    api.answer(compareSideBySide, refusalOf('file-columns-missing', 400, 'Falta no arquivo: dia.'));
    const { user } = openApp('/integration?tab=side-by-side', { as: 'editor' });
    await user.click(await screen.findByRole('button', { name: 'Comparar' }));
    await screen.findByText('Cole as linhas ou escolha um arquivo.');
    expect(api.asked(compareSideBySide)).toEqual([]);
    await user.upload(
      screen.getByLabelText(/Ou um arquivo CSV/),
      new File(['vendas\n1'], 'v.csv', { type: 'text/csv' }),
    );
    await user.click(screen.getByRole('button', { name: 'Comparar' }));
    await inToast('Erro ao ler o arquivo', 'Falta no arquivo: dia.');
    expect(within(document.body).queryByRole('table', { name: 'Dias comparados' })).toBeNull();
  });
});
