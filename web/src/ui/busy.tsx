import type { ReactNode } from 'react';

/** Around what keeps the place of something that is on its way; takes no place itself. */
export const Busy = ({ children }: { children: ReactNode }) => (
  <div aria-busy className="contents">
    <span className="sr-only">Carregando</span>
    {children}
  </div>
);
