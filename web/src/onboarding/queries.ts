import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
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

/** A first step is over when at most one is left. */
export const STEPS_LEFT_MAX = 1;
export const stepsLeft = ({ steps }: Onboarding): number => steps.filter(({ done }) => !done).length;
