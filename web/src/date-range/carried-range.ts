/**
 * The period that a person chose goes with them to the next screen, unless a link names another. Screens differ in their default, so
 * only a choice is carried, never a default.
 */
import { type AnyRouter, useLocation, useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import type { DateRange, RangeSearch } from './date-range.ts';

/** Screens with a period. */
const PATHS: ReadonlySet<string> = new Set([
  '/',
  '/campaigns',
  '/analytics',
  '/geography',
  '/conversion-logs',
  '/click-logs',
]);

/** Of each app: a page has one. */
const carried = new WeakMap<AnyRouter, RangeSearch>();

export function useCarryRange(): (range: DateRange) => void {
  const app = useRouter();
  return ({ preset, from, to }) =>
    void carried.set(app, preset === 'custom' ? { period: preset, from, to } : { period: preset });
}

/** The search of a link to a screen; a period in the address counts as chosen. */
export function useCarriedRange(): (path: string) => RangeSearch {
  const app = useRouter();
  const { period, from, to } = useLocation({ select: ({ search }) => search as RangeSearch });
  useEffect(() => {
    if (period !== undefined) carried.set(app, { period, from, to });
  }, [app, period, from, to]);
  return (path) => (PATHS.has(path) ? (period === undefined ? (carried.get(app) ?? {}) : { period, from, to }) : {});
}
