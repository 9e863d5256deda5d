/// <reference lib="webworker" />
/**
 * Opens the screens without a network (ADR 67). It keeps the files of one build, and no answer of the API: what people see offline
 * is theirs, and the page keeps it (`last-figures.ts`).
 *
 * - A new build is fetched as a whole next to the old one, which serves open tabs until the last of them is closed.
 * - All addresses but the page's own change with their content, so that a page never mixes files of two builds.
 */
import { addRoute, matchPrecache, type PrecacheEntry, precache } from 'workbox-precaching';
import { registerRoute } from 'workbox-routing';
import { listenToPushes } from './push-notices.ts';

declare const __FILES__: PrecacheEntry[];
declare const __SCREENS__: readonly string[];

/** A line that hangs must not hold back the screen; a slow one brings the page in less. */
const PAGE_WITHIN_MS = 4_000;

precache(__FILES__);
addRoute({ directoryIndex: '', cleanURLs: false });

/** Only screens: a link of a campaign in the same browser must reach the server. */
const isScreen = (path: string) => __SCREENS__.includes(path.split('/')[1] ?? '');

registerRoute(
  ({ request, url, sameOrigin }) => sameOrigin && request.mode === 'navigate' && isScreen(url.pathname),
  async ({ request }) => {
    const answer = fetch(request);
    const late = new Promise<undefined>((resolve) => setTimeout(resolve, PAGE_WITHIN_MS));
    const page = await Promise.race([answer.catch(() => undefined), late]);
    // A gateway without a program behind it answers, too.
    if (page !== undefined && page.status < 500) return page;
    return (await matchPrecache('/index.html')) ?? answer;
  },
);

listenToPushes(self as unknown as ServiceWorkerGlobalScope, isScreen);
