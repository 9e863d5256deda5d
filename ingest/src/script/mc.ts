/**
 * mc.js, the tracking script for a customer's pages: ES2017, no dependencies, at most 5.5 kB gzipped. `npx -y pnpm@12 generate` bundles it
 * into mc.min.js, which `GET /mc.js` serves.
 */
import { findOwnUrl, readConfig } from './config.ts';
import { attempt, guarded } from './guard.ts';
import { followPage } from './page.ts';
import { createTracker } from './tracker.ts';

export interface TrafficTracker {
  /** The attributed click id; '' when there is none yet. */
  getClickId(): string;
  /** Writes the click id into the checkout links and forms below `root`, the whole page by default. */
  decorate(root?: ParentNode): void;
  trackConversion(conversion: {
    transaction_id?: string;
    event_type?: string;
    amount?: number | string;
    currency?: string;
  }): void;
  /** `false` takes cookies and storage away, and sends nothing until `true`. */
  consent(given: boolean): void;
}

declare global {
  interface Window {
    TrafficTracker?: TrafficTracker;
  }
}

function run(): void {
  // The tag twice on a page counts once.
  if (window.TrafficTracker) return;
  const tracker = createTracker(readConfig(findOwnUrl()));
  let start = () => {};

  window.TrafficTracker = {
    getClickId: () => attempt(tracker.getClickId, ''),
    decorate: guarded((root: ParentNode = document) => tracker.decorate(root)),
    trackConversion: guarded(tracker.trackConversion),
    consent: guarded((given: boolean) => {
      if (!given) return tracker.refuse();
      if (!tracker.isRefused()) return;
      tracker.allow();
      start();
    }),
  };

  const begin = guarded(() => {
    start = followPage(tracker);
  });
  // A prerendered page is no page view until it is shown.
  if ((document as { prerendering?: boolean }).prerendering) {
    document.addEventListener('prerenderingchange', begin, { once: true });
  } else begin();
}

attempt(run, undefined);
