import { useLocation, useMatches } from '@tanstack/react-router';
import { Menu } from 'lucide-react';
import { createContext, lazy, type ReactNode, use, useEffect, useRef, useState } from 'react';
import { useLostSince } from '../data/connection.ts';
import { useLiveFigures } from '../data/live.ts';
import { formatMinute } from '../format/days.ts';
import { useSession } from '../session/session.ts';
import { Button } from '../ui/button.tsx';
import { cn } from '../ui/cn.ts';
import { LatePart } from '../ui/late-part.tsx';
import { Logo } from './logo.tsx';
import { Notices } from './notices.tsx';
import { PRODUCT_NAME } from './page-title.ts';
import { useScreensAtHand } from './screens-at-hand.ts';
import { Sidebar } from './sidebar.tsx';

/** Over every screen, without moving it: what is shown is as old as this says. */
function LostConnection() {
  const since = useLostSince();
  return (
    <div
      role="status"
      className="pointer-events-none fixed inset-x-0 top-16 z-30 flex justify-center lg:top-2 lg:left-60"
    >
      {since !== undefined && (
        <p className="flex items-center gap-1.5 rounded-full border border-line bg-warn-soft px-3 py-1 font-medium text-[13px] text-warn shadow-float">
          <span aria-hidden className="size-1.5 rounded-full bg-warn" />
          Sem conexão desde {formatMinute(since)}
        </p>
      )}
    </div>
  );
}

// Only narrow screens have a drawer; its code loads on first use.
const loadDrawer = () => import('../ui/drawer.tsx');
const Drawer = lazy(loadDrawer);

const AfterScreen = lazy(() => import('./after-screen.tsx'));

const LiveContext = createContext(false);

/** Whether changes reach this screen by themselves, within a second; otherwise by the next poll. */
export const useIsLive = (): boolean => use(LiveContext);

/** Sidebar and content; below 1024 px the sidebar is a drawer. */
export function Shell({ children }: { children: ReactNode }) {
  const { tenant, user } = useSession();
  const [isDrawerOpen, setDrawerOpen] = useState(false);
  // Stays mounted once it was open, so that closing it can give the focus back.
  const wasDrawerOpened = useRef(false);
  wasDrawerOpened.current ||= isDrawerOpen;
  const content = useFocusedContent();
  const isLive = useLiveFigures();
  useScreensAtHand(user.role);
  const isWide = useMatches({ select: (matches) => matches.at(-1)?.staticData.isWide ?? false });

  return (
    <div className="lg:pl-60">
      <a
        href="#content"
        className="sr-only z-60 rounded-lg bg-accent px-3 py-2 text-on-accent focus:not-sr-only focus:fixed focus:px-3 focus:py-2 focus:top-2 focus:left-2"
      >
        Ir para o conteúdo
      </a>
      <aside className="fixed inset-y-0 left-0 z-30 hidden w-60 flex-col border-line border-r bg-surface lg:flex">
        <Sidebar />
      </aside>
      <div className="sticky top-0 z-30 flex h-14 items-center gap-2 border-line border-b bg-surface px-3 lg:hidden">
        <Button
          look="ghost"
          size="icon"
          aria-label="Abrir menu"
          onPointerEnter={loadDrawer}
          onClick={() => setDrawerOpen(true)}
        >
          <Menu size={20} aria-hidden />
        </Button>
        <Logo size={24} />
        <span className="truncate font-semibold">{tenant.name || PRODUCT_NAME}</span>
      </div>
      <LatePart>
        {wasDrawerOpened.current && (
          <Drawer isOpen={isDrawerOpen} onOpenChange={setDrawerOpen} title="Menu">
            <Sidebar onNavigate={() => setDrawerOpen(false)} />
          </Drawer>
        )}
      </LatePart>
      <LostConnection />
      <main
        ref={content}
        id="content"
        tabIndex={-1}
        className={cn('mx-auto p-4 outline-none sm:p-6', isWide ? 'max-w-[1800px]' : 'max-w-[1440px]')}
      >
        <LatePart>
          <AfterScreen />
        </LatePart>
        <Notices />
        <LiveContext value={isLive}>{children}</LiveContext>
      </main>
    </div>
  );
}

/** After a change of screen the focus goes to its content, as after a page load; not when only filters change. */
function useFocusedContent() {
  const path = useLocation({ select: ({ pathname }) => pathname });
  const content = useRef<HTMLElement>(null);
  const shownPath = useRef(path);
  useEffect(() => {
    if (shownPath.current === path) return;
    shownPath.current = path;
    content.current?.focus({ preventScroll: true });
  }, [path]);
  return content;
}
