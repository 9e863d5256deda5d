import type { ReactNode } from 'react';

/** Wraps the placeholder of loading content; takes no space itself. */
export const Busy = ({ children }: { children: ReactNode }) => (
  <div aria-busy className="contents">
    <span className="sr-only">Carregando</span>
    {children}
  </div>
);
