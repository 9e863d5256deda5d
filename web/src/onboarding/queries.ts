import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { listConversions } from '@tracker/schemas/contracts/conversion-logs.contract';
import { changeOnboarding, type Onboarding, readOnboarding } from '@tracker/schemas/contracts/onboarding.contract';
import { call } from '../data/call.ts';
import { contractQuery, polled } from '../data/query-client.ts';

export const useOnboarding = () => useQuery({ ...contractQuery(readOnboarding, {}), ...polled });

export function useDismissSteps() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (dismissed: boolean) => call(changeOnboarding, { body: { dismissed } }),
    onSuccess: (answer) => queryClient.setQueryData(contractQuery(readOnboarding, {}).queryKey, answer),
  });
}

/** The newest conversion with a click, of the last days; null when there is none any more. */
export const useTrackedConversion = () =>
  useQuery({
    ...contractQuery(listConversions, { query: { tracking: 'with', limit: 1 } }),
    ...polled,
    select: ([conversion]) => conversion ?? null,
  });

/** A first step is over when at most one is left. */
export const STEPS_LEFT_MAX = 1;
export const stepsLeft = ({ steps }: Onboarding): number => steps.filter(({ done }) => !done).length;
