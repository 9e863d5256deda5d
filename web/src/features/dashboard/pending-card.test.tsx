import { screen, within } from '@testing-library/react';
import { type Pending, pendingConversions } from '@tracker/schemas/contracts/pending.contract';
import { beforeEach, describe, expect, test } from 'vitest';
import { expectAccessible, openApp, plain } from '../../../test/app.tsx';
import { api, refusal } from '../../../test/fake-api.ts';

beforeEach(() => api.answerEmpty());

const card = () => screen.findByRole('region', { name: 'Pendentes' });
const sum = (count: number, value: number) => ({ count, value });
const pending: Pending = {
  ...sum(3, 200.3),
  byMethod: [
    { method: 'boleto', pending: sum(1, 200), approved: sum(0, 0), lost: sum(0, 0), approvalRate: 0 },
    { method: 'pix', pending: sum(2, 0.3), approved: sum(3, 207.9), lost: sum(1, 50), approvalRate: 50 },
    { method: 'credit_card', pending: sum(0, 0), approved: sum(1, 40), lost: sum(2, 5), approvalRate: 100 / 3 },
    { method: null, pending: sum(0, 0), approved: sum(1, 9), lost: sum(0, 0), approvalRate: 100 },
  ],
  ...{ recovered: sum(1, 97.9), refunds: sum(2, 70), chargebacks: sum(0, 0) },
};
const answer = (given: Partial<Pending> = {}) => api.answer(pendingConversions, { ...pending, ...given });

describe('the card of pending orders', () => {
  test('says what waits, what was recovered, what went back, and how each payment method does', async () => {
    answer();
    openApp('/');
    const shown = within(await card());
    await shown.findByText('Últimos 30 dias, pedidos com chave');
    expect(api.asked(pendingConversions)[0]?.query).toEqual({ startDate: '2026-10-22', endDate: '2026-11-20' });
    const list = await shown.findByRole('list', { name: 'Por forma de pagamento' });
    expect(plain((await card()).querySelector('dl'))).toBe(
      'Aguardando pagamentoR$ 200,303 pedidosRecuperadasR$ 97,901 venda que estava pendente' +
        'ReembolsosR$ 70,002 vendasChargebacksR$ 0,000 vendas',
    );
    expect(within(list).getAllByRole('listitem').map(plain)).toEqual([
      'BoletoR$ 200,00 em 1 pedidoAprovação de 0,0%: 0 de 1 pedido',
      'PixR$ 0,30 em 2 pedidosAprovação de 50,0%: 3 de 6 pedidos1 não pago',
      'Cartão de créditonada pendenteAprovação de 33,3%: 1 de 3 pedidos2 não pagos',
      'Forma não informadanada pendenteAprovação de 100,0%: 1 de 1 pedido',
    ]);
    await expectAccessible();
  });

  test('leads to the list of what it sums, of all methods or of one', async () => {
    answer();
    const { user, address, goBack } = openApp('/');
    await user.click(await screen.findByRole('link', { name: 'Ver pendentes' }));
    await screen.findByRole('heading', { name: 'Logs Conversão' });
    expect(address()).toBe('/conversion-logs?period=30d&status=pending&verified=true');
    goBack();
    await user.click(await screen.findByRole('link', { name: /^Pix: R\$\s0,30 em 2 pedidos pendentes$/ }));
    await screen.findByRole('heading', { name: 'Logs Conversão' });
    expect(address()).toBe('/conversion-logs?period=30d&status=pending&verified=true&payment=pix');
  });

  test('follows without a click when a pending Pix is approved', async () => {
    answer(sum(1, 97.9));
    openApp('/');
    await within(await card()).findByText('1 pedido');
    answer({ ...sum(0, 0), recovered: sum(2, 195.8) });
    api.announceFigures();
    await within(await card()).findByText('2 vendas que estavam pendentes');
    expect(screen.queryByRole('link', { name: 'Ver pendentes' })).toBeNull();
  });

  test('says what will be there when there is no order', async () => {
    openApp('/');
    await within(await card()).findByText('Nenhum pedido no período');
  });

  test('says that it failed', async () => {
    api.answer(pendingConversions, refusal(503));
    openApp('/');
    await within(await card()).findByRole('alert');
  });
});
