import { useIsFetching, useQueryClient } from '@tanstack/react-query';
import { RotateCw } from 'lucide-react';
import { Button } from '../ui/button.tsx';

/** Asks again for what has these keys; on a phone without its word. */
export function RefreshButton({ of }: { of: (query: { queryKey: readonly unknown[] }) => boolean }) {
  const queryClient = useQueryClient();
  const isFetching = useIsFetching({ predicate: of }) > 0;
  return (
    <Button
      look="outline"
      size="small"
      aria-disabled={isFetching}
      onClick={() => !isFetching && queryClient.invalidateQueries({ predicate: of })}
    >
      <RotateCw size={14} aria-hidden /> <span className="max-sm:sr-only">Atualizar</span>
    </Button>
  );
}
