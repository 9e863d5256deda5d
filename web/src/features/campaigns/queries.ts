import { useMutation, useQuery } from '@tanstack/react-query';
import {
  type CampaignChange,
  createCampaign,
  editCampaign,
  listCampaigns,
  type NewCampaign,
} from '@tracker/schemas/contracts/campaigns.contract';
import type { z } from 'zod';
import { FIGURES, useAskAgain } from '../../data/ask-again.ts';
import { call } from '../../data/call.ts';
import { contractQuery, polled } from '../../data/query-client.ts';
import { useCreating } from '../../data/use-creating.ts';
import type { DateRange } from '../../date-range/date-range.ts';

const days = ({ from, to }: DateRange) => ({ startDate: from, endDate: to });

export const useCampaigns = (range: DateRange) =>
  useQuery({
    ...contractQuery(listCampaigns, { query: days(range) }, 'Failed to fetch campaigns'),
    ...polled,
  });

/** The list of campaigns is one of the figures, and others name campaigns or count their leads. */
const useRefresh = () => useAskAgain(FIGURES);

export const useCreateCampaign = () =>
  useMutation({
    mutationFn: useCreating(createCampaign, (body: z.input<typeof NewCampaign>) => ({ body })),
    onSuccess: useRefresh(),
  });

export const useEditCampaign = (campaignId: string) =>
  useMutation({
    mutationFn: (body: z.input<typeof CampaignChange>) => call(editCampaign, { params: { campaignId }, body }),
    onSuccess: useRefresh(),
  });
