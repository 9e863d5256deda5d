import type { ReactNode } from 'react';

/** Below a table or a chart: what its figures are, or where they lead. */
export const Note = ({ children }: { children: ReactNode }) => (
  <p className="border-line border-t px-4 py-2.5 text-muted text-xs sm:px-5">{children}</p>
);
