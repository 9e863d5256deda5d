import { type AnyRouter, useLocation, useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import { type Basis, type BasisSearch, searchOfBasis } from './basis.ts';

/** Screens with the switch. */
const PATHS: ReadonlySet<string> = new Set(['/', '/campaigns', '/analytics']);

/** Of each app: a page has one. */
const carried = new WeakMap<AnyRouter, Basis>();

/** The search of a link to a screen: the basis goes along, also over screens that have none. */
export function useCarriedBasis(): (path: string) => BasisSearch {
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
