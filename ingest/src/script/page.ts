// The browser events of a page that the tracker needs.
import type { Config } from './config.ts';
import { attempt, guarded } from './guard.ts';
import type { Tracker } from './tracker.ts';

/** Of the Navigation API, which older browsers do not have. */
interface NavigateEvent extends Event {
  readonly destination: { readonly url: string; readonly sameDocument: boolean };
  readonly navigationType: 'push' | 'replace' | 'reload' | 'traverse';
  readonly formData: FormData | null;
}

/** An app changes the address first and writes its title then. */
const TITLE_DELAY_MS = 50;

/** Calls `before` before a function of the browser's. */
// biome-ignore lint/suspicious/noExplicitAny: any function of any object.
function wrap(owner: any, name: string, before: (args: any[], self: any) => void): void {
  const original = owner[name];
  owner[name] = function (...args: unknown[]) {
    before(args, this);
    return original.apply(this, args);
  };
}

/** Starts with the page. Returns the function that starts again, for a visitor who consents later. */
export function followPage(tracker: Tracker, { hashViews }: Pick<Config, 'hashViews'>): () => void {
  let path = '';
  let url = '';

  function start(): void {
    tracker.begin();
    tracker.view(location.href, document.referrer);
    path = pathOfPage();
    url = location.href;
  }

  /** Of an app whose routes are behind '#', the fragment too, without the query that some have there. */
  const pathOfPage = () => location.pathname + (hashViews ? location.hash.split('?')[0] : '');

  /** Only another path is another page: a query or a fragment changes within one. */
  const moved = guarded(() => {
    const referrer = url;
    url = location.href;
    if (pathOfPage() === path) return;
    path = pathOfPage();
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
  for (const type of ['DOMContentLoaded', 'load']) addEventListener(type, decorate);

  const follow = guarded((event: Event) => tracker.decorateEvent(event));
  // Before the handlers of the page, and after them: some write the address themselves.
  for (const type of ['click', 'auxclick', 'contextmenu', 'submit']) {
    addEventListener(type, follow, true);
    addEventListener(type, follow);
  }

  // What happens without an event: a form that a script submits, a link that was never put into the page, a window, a change of the address.
  const made = (type: string, target: Element) => ({ type, target, composedPath: () => [target] }) as unknown as Event;
  wrap(HTMLFormElement.prototype, 'submit', (_, form) => follow(made('submit', form)));
  wrap(HTMLElement.prototype, 'click', (_, element) => {
    if (!element.isConnected) follow(made('click', element));
  });
  wrap(window, 'open', (args) => {
    attempt(() => {
      if (args[0]) args[0] = tracker.lead(String(args[0]));
    });
  });
  const { navigation } = window as { navigation?: EventTarget };
  if (navigation) {
    navigation.addEventListener(
      'navigate',
      guarded((event: Event) => {
        const { destination, navigationType, formData } = event as NavigateEvent;
        const { url } = destination;
        // No 'p' in 'reload' and 'traverse', which go to a page that was there before.
        const target = destination.sameDocument || !/p/.test(navigationType) ? url : tracker.lead(url);
        if (target === url) return;
        if (formData || !event.cancelable) return tracker.warn();
        event.preventDefault();
        location[navigationType === 'push' ? 'assign' : 'replace'](target);
      }),
    );
  }
  new MutationObserver(guarded(tracker.decorateFrames)).observe(document, {
    childList: true,
    subtree: true,
    attributeFilter: ['src'],
  });

  start();
  return start;
}
