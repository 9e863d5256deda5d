import { type AnyRouter, Link, useLocation, useRouter } from '@tanstack/react-router';
import { lazy, useEffect } from 'react';
import { useCarriedRange } from '../date-range/carried-range.ts';
import { type Basis, type BasisSearch, searchOfBasis } from '../profit/basis.ts';
import { useSession } from '../session/session.ts';
import { cn } from '../ui/cn.ts';
import { LatePart } from '../ui/late-part.tsx';
import { Logo } from './logo.tsx';
import { type NavigationItem, screensFor, settingsFor } from './navigation.ts';
import { PRODUCT_NAME } from './page-title.ts';
import { UserSummary } from './user-summary.tsx';

/** Screens with the switch. */
const PATHS: ReadonlySet<string> = new Set(['/', '/campaigns', '/analytics']);

/** Of each app: a page has one. */
const carried = new WeakMap<AnyRouter, Basis>();

/** The search of a link to a screen: the basis goes along, also over screens that have none. */
function useCarriedBasis(): (path: string) => BasisSearch {
  const app = useRouter();
  const shown = useLocation({
    select: ({ pathname, search }) =>
      PATHS.has(pathname) ? ((search as BasisSearch).basis ?? ('gross' as const)) : undefined,
  });
  useEffect(() => {
    if (shown !== undefined) carried.set(app, shown);
  }, [app, shown]);
  return (path) => (PATHS.has(path) ? searchOfBasis(shown ?? carried.get(app) ?? 'gross') : {});
}

// The menu's code loads after the screen: until then a block of the same size takes its place.
const UserMenu = lazy(() => import('./user-menu.tsx'));

/** `onNavigate` closes the drawer on small screens. */
export function Sidebar({ onNavigate }: { onNavigate?: () => void }) {
  const { user, tenant } = useSession();
  const settings = settingsFor(user.role);
  return (
    <>
      <div className="flex h-14 items-center gap-2.5 px-4">
        <Logo />
        <span className="truncate font-semibold text-sm tracking-[-0.01em]" title={tenant.name}>
          {tenant.name || PRODUCT_NAME}
        </span>
      </div>
      <nav aria-label="Principal" className="flex-1 overflow-y-auto px-2.5 py-2">
        <Entries items={screensFor(user.role)} onNavigate={onNavigate} />
        {settings.length > 0 && (
          <>
            <h2 className="mt-5 mb-1 px-2 font-medium text-muted text-xs">Configurações</h2>
            <Entries items={settings} onNavigate={onNavigate} />
          </>
        )}
      </nav>
      <div className="border-line border-t p-2">
        <LatePart loading={<WithoutMenu />} failure={<WithoutMenu />}>
          <UserMenu />
        </LatePart>
      </div>
    </>
  );
}

const WithoutMenu = () => (
  <div className="flex items-center gap-2.5 p-2">
    <UserSummary />
  </div>
);

function Entries({ items, onNavigate }: { items: readonly NavigationItem[]; onNavigate: (() => void) | undefined }) {
  const rangeFor = useCarriedRange();
  const basisFor = useCarriedBasis();
  return (
    <ul className="flex flex-col gap-0.5">
      {items.map(({ path, label, icon: Icon }) => (
        <li key={path}>
          <Link
            to={path}
            search={{ ...rangeFor(path), ...basisFor(path) } as never}
            activeOptions={{ exact: path === '/', includeSearch: false }}
            activeProps={{ 'aria-current': 'page' }}
            onClick={() => onNavigate?.()}
            className={cn(
              // 'Configurações da Empresa' just fits.
              'tap flex h-9 items-center gap-2 whitespace-nowrap rounded-lg px-2 font-medium text-soft-ink text-sm tracking-[-0.012em] transition-colors hover:bg-hover',
              'aria-[current=page]:bg-accent-soft aria-[current=page]:text-accent',
            )}
          >
            <Icon size={17} aria-hidden /> {label}
          </Link>
        </li>
      ))}
    </ul>
  );
}
