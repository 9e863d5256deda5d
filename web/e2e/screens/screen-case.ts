import type { Page } from 'playwright-core';

export interface ScreenCase {
  name: string;
  /** Who looks at it: nobody signed in, a company with traffic, one that was registered a moment ago, or one with spend from an ad platform. */
  as: 'visitor' | 'busy' | 'new' | 'connected';
  path: string;
  /** What must be there before it counts as shown; then what opens the dialog. */
  ready: (page: Page) => Promise<unknown>;
}

export const heading = (name: string) => (page: Page) =>
  page.getByRole('heading', { name, exact: true }).first().waitFor();

/** No skeleton is left, and none has followed by the next frame. Charts draw without animation: the pages ask for reduced motion. */
export const loaded = async (page: Page) => {
  const skeleton = page.locator('[aria-busy=true]').first();
  await skeleton.waitFor({ state: 'detached' });
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
  await skeleton.waitFor({ state: 'detached' });
};

/** The screen of this heading is there, and nothing on it is still loading. */
export const opened = async (page: Page, title: string) => {
  await heading(title)(page);
  await loaded(page);
};
