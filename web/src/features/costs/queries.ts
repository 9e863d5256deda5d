import { useMutation, useQuery } from '@tanstack/react-query';
import { analyticsBreakdown } from '@tracker/schemas/contracts/analytics.contract';
import { listCampaigns } from '@tracker/schemas/contracts/campaigns.contract';
import {
  type CostChange,
  changeCost,
  createCost,
  listCosts,
  type NewCost,
  removeCost,
} from '@tracker/schemas/contracts/costs.contract';
import { addDays, type TenantDay } from '@tracker/schemas/primitives/tenant-day';
import { useMemo } from 'react';
import type { z } from 'zod';
import { FIGURES, useAskAgain } from '../../data/ask-again.ts';
import { call } from '../../data/call.ts';
import { contractQuery, polled } from '../../data/query-client.ts';
import { useCreating } from '../../data/use-creating.ts';
import type { Choice } from '../../ui/with-chosen.ts';

export const useCosts = () => useQuery({ ...contractQuery(listCosts, {}), ...polled });

/** Every figure of profit changes with a cost. */
const useRefresh = () => useAskAgain(listCosts.path, FIGURES);

export const useCreateCost = () =>
  useMutation({
    mutationFn: useCreating(createCost, (body: z.input<typeof NewCost>) => ({ body })),
    onSuccess: useRefresh(),
  });

export const useChangeCost = () =>
  useMutation({
    mutationFn: ({ id, change }: { id: string; change: z.input<typeof CostChange> }) =>
      call(changeCost, { params: { costId: id }, body: change }),
    onSuccess: useRefresh(),
  });

export const useRemoveCost = () =>
  useMutation({
    mutationFn: (id: string) => call(removeCost, { params: { costId: id } }),
    onSuccess: useRefresh(),
  });

export interface Names {
  readonly campaigns: readonly Choice[];
  readonly products: readonly Choice[];
  /** Rows are named, and ordered, by them. */
  readonly arePending: boolean;
}

const PRODUCTS_MAX = 500;
const SEEN_DAYS = 90;

/** Of campaigns, and of products in the conversions of the last days, where one without an id goes by its name. Empty until they come. */
export function useNames(today: TenantDay): Names {
  const days = { startDate: addDays(today, 1 - SEEN_DAYS), endDate: today };
  const ofCampaigns = useQuery(contractQuery(listCampaigns, {}));
  const ofProducts = useQuery(
    contractQuery(analyticsBreakdown, { query: { groupBy: 'product', limit: PRODUCTS_MAX, ...days } }),
  );
  const [campaigns, products] = [ofCampaigns.data, ofProducts.data];
  const arePending = ofCampaigns.isPending || ofProducts.isPending;
  return useMemo(
    () => ({
      campaigns: (campaigns ?? []).map(({ campaignId, name }) => ({ value: campaignId, label: name })),
      products: (products ?? []).flatMap(({ keys: [id], names: [name] }) =>
        id ? [{ value: id, label: name ?? id }] : [],
      ),
      arePending,
    }),
    [campaigns, products, arePending],
  );
}
