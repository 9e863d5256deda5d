import { screen, waitFor, within } from '@testing-library/react';
import { analyticsBreakdown, BreakdownRow } from '@tracker/schemas/contracts/analytics.contract';
import { listCosts } from '@tracker/schemas/contracts/costs.contract';
import {
  changeProduct,
  createProduct,
  listProducts,
  type Product,
  removeProduct,
} from '@tracker/schemas/contracts/products.contract';
import type { Money } from '@tracker/schemas/primitives/money';
import type { TenantDay } from '@tracker/schemas/primitives/tenant-day';
import type { Instant } from '@tracker/schemas/primitives/time';
import type { Role } from '@tracker/schemas/roles';
import { beforeEach, describe, expect, test } from 'vitest';
import { expectAccessible, inToast, openApp, plain } from '../../../test/app.tsx';
import { api, page, refusalOf } from '../../../test/fake-api.ts';
import { NOW, sample } from '../../../test/samples.ts';

const course: Product = {
  ...{ id: 'pr_1', name: 'Curso de Pão', price: '297.00' as Money, targetCpa: '45.50' as Money, targetRoas: null },
  guaranteeDays: 7,
  aliases: [
    { checkout: 'hotmart', productId: '77', addedAt: NOW as Instant },
    { checkout: 'kiwify', productId: 'k-1', addedAt: NOW as Instant },
  ],
};

beforeEach(() => {
  api.answer(listProducts, [course]);
  api.answer(
    analyticsBreakdown,
    page([
      sample(BreakdownRow, { keys: ['kiwify', 'k-2'], names: [null, 'Planilha'] }),
      sample(BreakdownRow, { keys: ['kiwify', 'pr_1'], names: [null, 'Curso de Pão'] }),
      sample(BreakdownRow, { keys: ['kiwify', null], names: [null, null] }),
    ]),
  );
  api.answerEmpty();
});

async function openProducts(as: Role = 'editor') {
  const app = openApp('/settings/products', { as });
  await screen.findByRole('list', { name: 'Produtos' });
  const click = async (name: string | RegExp) => app.user.click(await screen.findByRole('button', { name }));
  return { ...app, click };
}
const field = (name: string) => screen.findByLabelText<HTMLInputElement>(new RegExp(`^${name}`));

describe('Produtos', () => {
  test('shows each product with its ids, and how many were sold outside of the catalogue', async () => {
    api.answer(listCosts, [
      {
        id: 'co_1',
        kind: 'product-cost',
        from: '2026-01-01' as TenantDay,
        until: null,
        productId: 'k-1',
        fixed: '12.00' as Money,
      },
    ]);
    await openProducts('viewer');
    const [row] = within(screen.getByRole('list', { name: 'Produtos' })).getAllByRole('listitem');
    expect(plain(row as HTMLElement)).toBe(
      'Curso de Pão2 IDsPreço R$ 297,00 · custo R$ 12,00 · meta de CPA R$ 45,50 · garantia de 7 diasHotmart 77, Kiwify k-1',
    );
    await screen.findByText('1 produto vendido nos últimos 90 dias ainda fora do catálogo.');
    expect(screen.queryByRole('button', { name: /Adicionar|Editar|Remover/ })).toBeNull();
    await expectAccessible();
  });

  test('says of an empty catalogue what was sold, and nothing before that is known', async () => {
    api.answer(listProducts, []);
    const sold = api.hold(analyticsBreakdown);
    openApp('/settings/products', { as: 'editor' });
    await screen.findByText(/^O catálogo está vazio/);
    expect(screen.queryByText(/últimos 90 dias/)).toBeNull();
    sold(page([]));
    await screen.findByText('Nenhum produto vendido nos últimos 90 dias.');
    expect(screen.queryByText(/está aqui/)).toBeNull();
    await expectAccessible();
  });

  test('takes a sold product by name and another id as typed', async () => {
    api.answer(createProduct, course);
    const { user, click } = await openProducts();
    await click('Adicionar produto');
    await user.type(await field('Nome'), 'Planilha');
    await user.type(await field('Preço'), '1.234,50');
    await user.type(await screen.findByRole('combobox', { name: 'Produto vendido' }), 'plan{Enter}');
    await user.type(await screen.findByRole('combobox', { name: 'Checkout de outro ID' }), 'hotm{Enter}');
    await user.type(await field('Outro ID'), '88');
    await click('Incluir ID');
    expect(plain(screen.getByRole('list', { name: 'IDs do produto' }))).toBe('Kiwify · k-2Hotmart · 88');
    await expectAccessible();
    await click('Salvar produto');
    await inToast('Produto salvo');
    expect(api.asked(createProduct)[0]?.body).toEqual({
      ...{ name: 'Planilha', price: '1234.50', targetCpa: null, targetRoas: null, guaranteeDays: null },
      aliases: [
        { checkout: 'kiwify', productId: 'k-2' },
        { checkout: 'hotmart', productId: '88' },
      ],
    });
  });

  test('explains what is wrong at its field, also what only the server knows', async () => {
    api.answer(changeProduct, refusalOf('product-id-taken', 409, 'Um destes IDs já é de outro produto.'));
    const { user, click } = await openProducts();
    await click('Editar Curso de Pão');
    await user.clear(await field('Nome'));
    await user.clear(await field('Meta de CPA'));
    await user.type(await field('Meta de CPA'), 'muito');
    await click('Salvar produto');
    await screen.findByText('Informe o nome do produto.');
    await screen.findByText('Informe a meta, como 45,00.');
    expect(api.asked(changeProduct)).toEqual([]);
    await user.type(await field('Nome'), 'Curso');
    await user.clear(await field('Meta de CPA'));
    await click('Tirar Hotmart 77');
    await click('Salvar produto');
    await inToast('Erro ao salvar produto');
    await within(screen.getByRole('dialog')).findByText('Um destes IDs já é de outro produto.');
    expect(api.asked(changeProduct)).toMatchObject([
      {
        params: { id: 'pr_1' },
        body: { name: 'Curso', targetCpa: null, aliases: [{ checkout: 'kiwify', productId: 'k-1' }] },
      },
    ]);
  });

  test('takes a change back, with the ids that were one product before', async () => {
    api.answer(changeProduct, course);
    const { user, click } = await openProducts();
    await click('Editar Curso de Pão');
    await user.type(await screen.findByRole('combobox', { name: 'Produto vendido' }), 'plan{Enter}');
    await click('Salvar produto');
    await screen.findByText('Produto mudado: Curso de Pão.');
    expect(api.asked(changeProduct)[0]?.body.aliases).toHaveLength(3);
    await click('Desfazer');
    await inToast('Mudança desfeita');
    expect(api.asked(changeProduct)[1]).toMatchObject({
      params: { id: 'pr_1' },
      body: {
        ...{ name: 'Curso de Pão', price: '297.00', targetCpa: '45.50', targetRoas: null, guaranteeDays: 7 },
        aliases: [
          { checkout: 'hotmart', productId: '77' },
          { checkout: 'kiwify', productId: 'k-1' },
        ],
      },
    });
    await waitFor(() => expect(screen.queryByText('Produto mudado: Curso de Pão.')).toBeNull());
    await expectAccessible();
  });

  test('brings a removed product back with its ids', async () => {
    api.answer(removeProduct, null);
    api.answer(createProduct, course);
    const { user, click } = await openProducts();
    await click('Remover Curso de Pão');
    await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Remover' }));
    await screen.findByText('Produto removido: Curso de Pão.');
    await click('Desfazer');
    await inToast('Produto de volta');
    expect(api.asked(createProduct)[0]?.body).toMatchObject({
      ...{ name: 'Curso de Pão', price: '297.00', guaranteeDays: 7 },
      aliases: [
        { checkout: 'hotmart', productId: '77' },
        { checkout: 'kiwify', productId: 'k-1' },
      ],
    });
  });
});
