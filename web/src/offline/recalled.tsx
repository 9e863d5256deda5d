import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect, useState } from 'react';
import { recallFigures } from './last-figures.ts';

/** Where the server does not answer: the last figures, and where there are none, `otherwise`. */
export default function Recalled({ otherwise }: { otherwise: ReactNode }) {
  const queryClient = useQueryClient();
  const [hasNone, setHasNone] = useState(false);
  useEffect(() => setHasNone(!recallFigures(queryClient)), [queryClient]);
  return hasNone && otherwise;
}
