import { useMutation, useQuery } from '@tanstack/react-query';
import {
  enterSpend,
  importSpend,
  listSpend,
  type SpendEntry,
  undoSpendImport,
} from '@tracker/schemas/contracts/spend.contract';
import type { z } from 'zod';
import { FIGURES, useAskAgain } from '../../data/ask-again.ts';
import { call } from '../../data/call.ts';
import { contractQuery, polled } from '../../data/query-client.ts';
import { useCreating } from '../../data/use-creating.ts';
import type { DateRange } from '../../date-range/date-range.ts';
import type { FileAnswers } from '../../imports/file-questions.tsx';

export const useSpend = (campaignId: string, { from, to }: Pick<DateRange, 'from' | 'to'>) =>
  useQuery({
    ...contractQuery(listSpend, { query: { campaignId, startDate: from, endDate: to } }),
    ...polled,
  });

/** The list is right at once; the figures follow when the processor has stored the events. */
const useRefresh = () => useAskAgain(FIGURES);

export const useEnterSpend = (campaignId: string) =>
  useMutation({
    mutationFn: (body: z.input<typeof SpendEntry>) => call(enterSpend, { params: { campaignId }, body }),
    onSuccess: useRefresh(),
  });

interface SpendFile {
  readonly body: Blob;
  /** Each is one of the choices of its question. */
  readonly answers: FileAnswers;
}
type SpendQuery = z.input<(typeof importSpend)['query']>;

export const useCheckSpendFile = () =>
  useMutation({
    mutationFn: ({ body, answers }: SpendFile) =>
      call(importSpend, { query: { ...(answers as SpendQuery), dryRun: '1' }, body }),
  });

export const useImportSpend = () =>
  useMutation({
    mutationFn: useCreating(importSpend, ({ body, answers }: SpendFile) => ({ query: answers as SpendQuery, body })),
    onSuccess: useRefresh(),
  });

export const useUndoImport = () =>
  useMutation({
    mutationFn: (importId: string) => call(undoSpendImport, { params: { importId } }),
    onSuccess: useRefresh(),
  });
