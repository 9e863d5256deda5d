import { useMutation, useQuery } from '@tanstack/react-query';
import { CheckoutId } from '@tracker/schemas/checkouts/registry';
import { analyticsBreakdown } from '@tracker/schemas/contracts/analytics.contract';
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
import { addDays, type TenantDay } from '@tracker/schemas/primitives/tenant-day';
import type { z } from 'zod';
import { FIGURES, useAskAgain } from '../../data/ask-again.ts';
import { call } from '../../data/call.ts';
import { contractQuery, polled } from '../../data/query-client.ts';

export const useProducts = () => useQuery({ ...contractQuery(listProducts, {}), ...polled });

/** Every figure by product is split again. */
const useRefresh = () => useAskAgain(listProducts.path, FIGURES);

export const useCreateProduct = () =>
  useMutation({
    mutationFn: (body: z.input<typeof NewProduct>) => call(createProduct, { body }),
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

export interface SoldProduct extends ProductAlias {
  readonly name: string;
}

const SEEN_DAYS = 90;
const SOLD_MAX = 500;

/** What the checkouts sold in the last days and no product of the catalogue has yet; empty until it comes. */
export function useSoldProducts(today: TenantDay, catalogue: readonly Product[]): readonly SoldProduct[] {
  const days = { startDate: addDays(today, 1 - SEEN_DAYS), endDate: today };
  const query = { groupBy: 'checkout,product', limit: SOLD_MAX, ...days };
  const rows = useQuery(contractQuery(analyticsBreakdown, { query })).data ?? [];
  return rows.flatMap(({ keys: [checkout, productId], names: [, name] }) => {
    const known = CheckoutId.safeParse(checkout).data;
    return known && productId && !catalogue.some(({ id }) => id === productId)
      ? [{ checkout: known, productId, name: name ?? productId }]
      : [];
  });
}
