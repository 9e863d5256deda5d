/**
 * mc.js, the tracking script for a customer's pages: ES2017, no dependencies, at most 6 kB gzipped. `npx -y pnpm@12 generate` bundles it
 * into mc.min.js, which `GET /mc.js` serves.
 */
import { readConfig } from './config.ts';
import { attempt, guarded } from './guard.ts';
import { followPage } from './page.ts';
import { createTracker } from './tracker.ts';

export interface TrafficTracker {
  /** The attributed click id; '' when there is none yet. */
  getClickId(): string;
  /** Writes the click id into the checkout links and forms below `root`, the whole page by default. */
  decorate(root?: ParentNode): void;
  /** The address of a checkout with the click id in it; any other comes back as it is. */
  decorate(url: string): string;
  trackConversion(conversion: {
    transaction_id?: string;
    event_type?: string;
    amount?: number | string;
    currency?: string;
  }): void;
  /** `false` takes cookies and storage away, and sends nothing until `true`. */
  consent(given: boolean): void;
}

/** The address of the script with the parameters of its tag, as the server served it; '' in a file that it did not. */
declare const MC_SERVED: string;

declare global {
  interface Window {
    TrafficTracker?: TrafficTracker;
  }
}

function run(): void {
  // The tag twice on a page counts once.
  if (window.TrafficTracker) return;
  const config = readConfig(MC_SERVED);
  const tracker = createTracker(config);
  // biome-ignore lint/suspicious/noConsole: the only place that the person who installs it looks at.
  if (config.isCopy && !config.campaignId) console.error('mc.js: copied without its campaign');
  let start = () => {};

  window.TrafficTracker = {
    getClickId: () => attempt(tracker.getClickId, ''),
    decorate: ((root: ParentNode | string = document) =>
      attempt(() => tracker.decorate(root))) as TrafficTracker['decorate'],
    trackConversion: guarded(tracker.trackConversion),
    consent: guarded((given: boolean) => {
      if (!given) return tracker.refuse();
      if (!tracker.isRefused()) return;
      tracker.allow();
      start();
    }),
  };

  const begin = guarded(() => {
    start = followPage(tracker, config);
  });
  // A prerendered page is no page view until it is shown.
  if ((document as { prerendering?: boolean }).prerendering) {
    document.addEventListener('prerenderingchange', begin, { once: true });
  } else begin();
}

attempt(run);
