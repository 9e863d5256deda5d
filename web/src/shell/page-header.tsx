import type { ReactNode } from 'react';
import { usePageTitle } from './page-title.ts';

/** Title and description of the screen, and its controls. */
export function PageHeader({ title, note, children }: { title: string; note?: ReactNode; children?: ReactNode }) {
  usePageTitle(title);
  return (
    <header className="mb-4 flex flex-wrap items-center justify-between gap-x-4 gap-y-3 sm:mb-5">
      <div className="min-w-0">
        <h1 className="font-semibold text-xl leading-7 tracking-[-0.015em]">{title}</h1>
        {note && <div className="text-[13px] text-muted">{note}</div>}
      </div>
      {children && <div className="flex flex-wrap items-center gap-2 max-sm:min-h-11 max-sm:w-full">{children}</div>}
    </header>
  );
}
