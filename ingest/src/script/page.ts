// The browser events of a page that the tracker needs.
import { guarded } from './guard.ts';
import type { Tracker } from './tracker.ts';

/** An app changes the address first and writes its title then. */
const TITLE_DELAY_MS = 50;

/** Starts with the page. Returns the function that starts again, for a visitor who consents later. */
export function followPage(tracker: Tracker): () => void {
  let path = '';
  let url = '';

  function start(): void {
    tracker.begin();
    tracker.view(location.href, document.referrer);
    path = location.pathname;
    url = location.href;
  }

  /** Only another path is another page: a query or a fragment changes within one. */
  const moved = guarded(() => {
    const referrer = url;
    url = location.href;
    if (location.pathname === path) return;
    path = location.pathname;
    const seen = url;
    tracker.later(() => tracker.view(seen, referrer), TITLE_DELAY_MS);
  });

  for (const name of ['pushState', 'replaceState'] as const) {
    const original = history[name];
    history[name] = function (this: History, ...args: Parameters<History['pushState']>) {
      original.apply(this, args);
      moved();
    };
  }
  addEventListener('popstate', moved);

  // A page from the back-forward cache is shown again, and another page may have started a session in between.
  addEventListener(
    'pageshow',
    guarded((event: PageTransitionEvent) => {
      if (event.persisted) start();
    }),
  );

  const decorate = guarded(() => tracker.decorate(document));
  document.addEventListener('DOMContentLoaded', decorate);
  addEventListener('load', decorate);
  const follow = guarded((event: Event) => tracker.decorateEvent(event));
  for (const type of ['click', 'auxclick', 'contextmenu', 'submit']) addEventListener(type, follow, true);

  start();
  return start;
}
