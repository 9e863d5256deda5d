import type { Page } from 'playwright-core';

export interface ScreenCase {
  name: string;
  /** Who looks at it: nobody signed in, a company with traffic, or one that was registered a moment ago. */
  as: 'visitor' | 'busy' | 'new';
  path: string;
  /** What must be there before it counts as shown; then what opens the dialog. */
  ready: (page: Page) => Promise<unknown>;
}

export const heading = (name: string) => (page: Page) =>
  page.getByRole('heading', { name, exact: true }).first().waitFor();

/** No skeleton is left. Charts draw without animation, because the pages ask for reduced motion. */
export const loaded = async (page: Page) => {
  await page.locator('[aria-busy]').first().waitFor({ state: 'detached' });
  await page.waitForLoadState('networkidle').catch(() => undefined);
};
