import type { ReactNode } from 'react';
import { cn } from '../ui/cn.ts';
import { LinkButton } from '../ui/link-button.tsx';
import { Logo } from './logo.tsx';
import { PRODUCT_NAME, usePageTitle } from './page-title.ts';

interface VisitorLayoutProps {
  title: string;
  subtitle: string;
  wide?: boolean;
  children: ReactNode;
}

/** The frame of the screens for visitors. */
export function VisitorLayout({ title, subtitle, wide, children }: VisitorLayoutProps) {
  usePageTitle(title);
  return (
    <main className="grid min-h-dvh place-items-center px-4 py-8">
      <div className={cn('w-full', wide ? 'max-w-xl' : 'max-w-[400px]')}>
        <div className="mb-6 flex items-center justify-center gap-2.5">
          <Logo size={30} />
          <span className="font-semibold text-lg tracking-[-0.015em]">{PRODUCT_NAME}</span>
        </div>
        <div className="rounded-2xl border border-line bg-surface p-5 shadow-card sm:p-7">
          <h1 className="font-semibold text-xl tracking-[-0.015em]">{title}</h1>
          <p className="mt-0.5 mb-5 text-muted">{subtitle}</p>
          {children}
        </div>
      </div>
    </main>
  );
}

export const ToLogin = () => (
  <LinkButton size="large" className="w-full" to="/login">
    Ir para o login
  </LinkButton>
);
