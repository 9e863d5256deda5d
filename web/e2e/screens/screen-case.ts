import type { Page } from 'playwright-core';

export interface ScreenCase {
  name: string;
  /** The viewer: a signed-out visitor, a tenant with traffic, a tenant that has just registered, or one with spend from an ad platform. */
  as: 'visitor' | 'busy' | 'new' | 'connected';
  path: string;
  /** For pictures only: a component test checks its structure, and another state of the screen has the same colours. */
  pictureOnly?: true;
  /** Its roles are written by hand, and differ by the width: axe judges them in the browser, too. */
  hasOwnRoles?: true;
  /** Its loading is measured, wide and narrow; wide that of the first case of each path is, anyway. */
  holdsStill?: true;
  /** Waits until the screen is shown, then opens its dialog. */
  ready: (page: Page) => Promise<unknown>;
}

/** A screen in one of its states. */
export const look = (name: string, as: ScreenCase['as'], path: string, ready: ScreenCase['ready']): ScreenCase => ({
  name,
  as,
  path,
  ready,
});

export const picture = (...given: Parameters<typeof look>): ScreenCase => ({ ...look(...given), pictureOnly: true });

export const heading = (name: string) => (page: Page) =>
  page.getByRole('heading', { name, exact: true }).first().waitFor();

/** Waits until no skeleton is left, also in the next frame. Charts draw without animation, because the pages request reduced motion. */
export const loaded = async (page: Page) => {
  const skeleton = page.locator('[aria-busy=true]').first();
  await skeleton.waitFor({ state: 'detached' });
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
  await skeleton.waitFor({ state: 'detached' });
};

/** Waits for the screen with this heading, fully loaded. */
export const opened = async (page: Page, title: string) => {
  await heading(title)(page);
  await loaded(page);
};

/** Loads the page again, with a change of what the API answers: for a state that takes more than a picture to make. */
export async function changeAnswer<Answer>(
  page: Page,
  path: string,
  change: (answer: Answer) => Answer,
): Promise<void> {
  await page.route(`**${path}`, async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, json: change((await response.json()) as Answer) });
  });
  await page.reload();
}
