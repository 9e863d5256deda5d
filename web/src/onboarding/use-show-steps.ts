import { useNavigate } from '@tanstack/react-router';
import { useDismissSteps } from './queries.ts';

/** Brings the first steps back: they were put away, or are over. */
export function useShowSteps(): () => void {
  const navigate = useNavigate();
  const dismiss = useDismissSteps();
  return () => {
    // Where that does not succeed, the list is shown all the same.
    dismiss.mutate(false);
    void navigate({ to: '/', search: { steps: 'open' } });
  };
}
