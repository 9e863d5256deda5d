import { useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import { screensFor, settingsFor } from './navigation.ts';

/** Not before the first screen and its charts are there. */
const AFTER_MS = 4_000;
const IDLE_WITHIN_MS = 5_000;

/**
 * Loads the code of the other screens, one after the other while nothing else happens, so that they open without a network too. Not
 * where the person asked the browser to save data.
 */
export function useScreensAtHand(role: string): void {
  const router = useRouter();
  useEffect(() => {
    if (!import.meta.env.PROD || savesData()) return;
    let isLeft = false;
    const load = async () => {
      for (const { path } of [...screensFor(role), ...settingsFor(role)]) {
        await idle();
        if (isLeft || !navigator.onLine) return;
        await router.loadRouteChunk(router.routesByPath[path]);
      }
    };
    // What fails is asked for again when it is opened.
    const timer = setTimeout(() => load().catch(() => undefined), AFTER_MS);
    return () => {
      isLeft = true;
      clearTimeout(timer);
    };
  }, [router, role]);
}

const savesData = () =>
  (navigator as { connection?: { saveData?: boolean; effectiveType?: string } }).connection?.saveData === true;

/** Safari has no `requestIdleCallback`. */
const idle = () =>
  new Promise<void>((resolve) => {
    if ('requestIdleCallback' in window) window.requestIdleCallback(() => resolve(), { timeout: IDLE_WITHIN_MS });
    else setTimeout(resolve, 200);
  });
