import { useMutation, useQuery } from '@tanstack/react-query';
import { CheckoutId } from '@tracker/schemas/checkouts/registry';
import { analyticsBreakdown } from '@tracker/schemas/contracts/analytics.contract';
import { listCosts } from '@tracker/schemas/contracts/costs.contract';
import {
  changeProduct,
  createProduct,
  listProducts,
  type NewProduct,
  type Product,
  type ProductAlias,
  type ProductChange,
  removeProduct,
} from '@tracker/schemas/contracts/products.contract';
import type { Money } from '@tracker/schemas/primitives/money';
import { addDays, type TenantDay } from '@tracker/schemas/primitives/tenant-day';
import type { z } from 'zod';
import { FIGURES, useAskAgain } from '../../data/ask-again.ts';
import { call } from '../../data/call.ts';
import { contractQuery, polled } from '../../data/query-client.ts';
import { useCreating } from '../../data/use-creating.ts';

export const useProducts = () => useQuery({ ...contractQuery(listProducts, {}), ...polled });

/** Every figure by product is split again. */
const useRefresh = () => useAskAgain(listProducts.path, FIGURES);

export const useCreateProduct = () =>
  useMutation({
    mutationFn: useCreating(createProduct, (body: z.input<typeof NewProduct>) => ({ body })),
    onSuccess: useRefresh(),
  });

export const useChangeProduct = () =>
  useMutation({
    mutationFn: ({ id, change }: { id: string; change: z.input<typeof ProductChange> }) =>
      call(changeProduct, { params: { id }, body: change }),
    onSuccess: useRefresh(),
  });

export const useRemoveProduct = () =>
  useMutation({
    mutationFn: (id: string) => call(removeProduct, { params: { id } }),
    onSuccess: useRefresh(),
  });

/** What a sale of a product costs on a day, from the costs: for the product, else for each of its ids. */
export function useProductCosts(day: TenantDay): (product: Product) => readonly Money[] {
  const { data = [] } = useQuery(contractQuery(listCosts, {}));
  const costOf = (id: string) =>
    data
      .filter(
        ({ kind, productId, from, until }) =>
          kind === 'product-cost' && productId === id && from <= day && day <= (until ?? day),
      )
      .toSorted((one, other) => (one.from < other.from ? 1 : -1))
      .flatMap(({ fixed }) => fixed ?? [])
      .slice(0, 1);
  return ({ id, aliases }) => {
    const own = costOf(id);
    return own.length > 0 ? own : [...new Set(aliases.flatMap(({ productId }) => costOf(productId)))];
  };
}

export interface SoldProduct extends ProductAlias {
  readonly name: string;
}

const SEEN_DAYS = 90;
const SOLD_MAX = 500;

/** What the checkouts sold in the last days and no product of the catalogue has yet; undefined until it is known. */
export function useSoldProducts(today: TenantDay, catalogue: readonly Product[]): readonly SoldProduct[] | undefined {
  const days = { startDate: addDays(today, 1 - SEEN_DAYS), endDate: today };
  const query = { groupBy: 'checkout,product', limit: SOLD_MAX, ...days };
  const rows = useQuery(contractQuery(analyticsBreakdown, { query })).data;
  return rows?.flatMap(({ keys: [checkout, productId], names: [, name] }) => {
    const known = CheckoutId.safeParse(checkout).data;
    return known && productId && !catalogue.some(({ id }) => id === productId)
      ? [{ checkout: known, productId, name: name ?? productId }]
      : [];
  });
}
