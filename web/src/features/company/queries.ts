import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { createApiKey, listApiKeys, type NewApiKey, revokeApiKey } from '@tracker/schemas/contracts/api-keys.contract';
import { listAuditLog } from '@tracker/schemas/contracts/audit.contract';
import { listCampaigns } from '@tracker/schemas/contracts/campaigns.contract';
import { changeTenant, getTenant, type TenantChange } from '@tracker/schemas/contracts/company.contract';
import { readUsage } from '@tracker/schemas/contracts/usage.contract';
import type { z } from 'zod';
import { askAgain, useAskAgain } from '../../data/ask-again.ts';
import { call } from '../../data/call.ts';
import { contractQuery } from '../../data/query-client.ts';
import { useCreating } from '../../data/use-creating.ts';
import { usePages } from '../../data/use-pages.ts';
import { recheck } from '../../session/session.ts';

/** Programs use the keys and other users create them: refetched whenever the screen opens. */
const onOpening = { staleTime: 0 } as const;

/** Newest first: the last 20, and more on demand. */
export const useAuditLog = () => usePages(listAuditLog, { query: { limit: '20' } });

/** Names for the choice of the main campaign. */
export const useCampaignNames = () =>
  useQuery({
    ...contractQuery(listCampaigns, {}),
    select: (campaigns) => campaigns.map(({ campaignId, name }) => ({ campaignId, name })),
  });

/** What only administrators see of the company. */
export const useTenantSettings = (tenantId: string) =>
  useQuery({ ...contractQuery(getTenant, { params: { tenantId } }), ...onOpening });

export const useUsage = () => useQuery({ ...contractQuery(readUsage, {}), ...onOpening });

export function useChangeTenant(tenantId: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: z.input<typeof TenantChange>) => call(changeTenant, { params: { tenantId }, body }),
    // A day of another time zone is another day: all that was shown is asked for again, who is signed in first.
    onSuccess: async (saved) => {
      queryClient.setQueryData(contractQuery(getTenant, { params: { tenantId } }).queryKey, saved);
      await recheck(queryClient);
      askAgain(queryClient, ['']);
    },
  });
}

export const useApiKeys = () => useQuery({ ...contractQuery(listApiKeys, {}), ...onOpening });

const useReloadKeys = () => useAskAgain(listApiKeys.path, listAuditLog.path);

export const useCreateApiKey = () =>
  useMutation({
    mutationFn: useCreating(createApiKey, (body: z.input<typeof NewApiKey>) => ({ body })),
    onSuccess: useReloadKeys(),
    // The key itself is in the answer: it leaves the memory with the dialog.
    gcTime: 0,
  });

export const useRevokeApiKey = () => {
  const reload = useReloadKeys();
  return useMutation({
    mutationFn: (id: string) => call(revokeApiKey, { params: { id } }),
    // Also when it failed: another person may have revoked it a moment ago.
    onSettled: reload,
  });
};
