import { useMutation, useQuery } from '@tanstack/react-query';
import { listCampaigns } from '@tracker/schemas/contracts/campaigns.contract';
import {
  editLead,
  exportLeads,
  type LeadChange,
  listLeads,
  readLeadAnalytics,
  readLeadHistory,
} from '@tracker/schemas/contracts/leads.contract';
import { listWebhookKeys } from '@tracker/schemas/contracts/webhook.contract';
import { useEffect } from 'react';
import type { z } from 'zod';
import { useAskAgain } from '../../data/ask-again.ts';
import { call, urlOf } from '../../data/call.ts';
import { contractQuery } from '../../data/query-client.ts';
import { inTab } from '../../data/tab-tenant.ts';
import { usePages } from '../../data/use-pages.ts';
import { filtersOf, type LeadSearch } from './search.ts';

const PAGE_SIZE = 25;
/** A search that has not seen all leads yet continues on the server. */
const SEARCH_AGAIN_AFTER_MS = 1_500;

export function useLeads(search: LeadSearch) {
  const pages = usePages(listLeads, { query: { ...filtersOf(search), limit: PAGE_SIZE } });
  const { pending, query } = pages;
  const { dataUpdatedAt, isFetching, refetch } = query;
  useEffect(() => {
    if (pending === 0 || isFetching) return;
    const timer = setTimeout(refetch, SEARCH_AGAIN_AFTER_MS);
    return () => clearTimeout(timer);
    // `dataUpdatedAt`: each answer starts the next wait, also one that is as the last.
  }, [pending, isFetching, dataUpdatedAt, refetch]);
  return pages;
}

export const useLeadAnalytics = () => useQuery(contractQuery(readLeadAnalytics, {}));

/** Another process may have written in it meanwhile: asked for whenever it is opened. */
export const useLeadHistory = (id: string) =>
  useQuery({ ...contractQuery(readLeadHistory, { params: { id } }), staleTime: 0 });

export const useCampaigns = () => useQuery(contractQuery(listCampaigns, {}));

/** Administrators alone may see keys. */
export const useTenantKey = (isAdmin: boolean) =>
  useQuery({
    ...contractQuery(listWebhookKeys, {}),
    enabled: isAdmin,
    select: (keys) => keys.find(({ provider }) => provider === 'generic')?.key,
  }).data;

/** Specification §8. */
export const LEAD_UPDATE_FAILURE = 'Failed to update lead';

/** List, totals and history are asked for again; when the list is there the change counts as done. */
export function useEditLead(id: string) {
  return useMutation({
    mutationFn: (body: z.input<typeof LeadChange>) =>
      call(editLead, { params: { id }, body }, { failure: LEAD_UPDATE_FAILURE }),
    onSuccess: useAskAgain(listLeads.path),
  });
}

export const exportUrl = (search: LeadSearch): string =>
  inTab(urlOf(exportLeads.path, { query: filtersOf(search), params: undefined }));
