import { sendUntil } from '@tracker/test/kit/eventually';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';

/** More stops than any screen has. */
const STOPS_MAX = 250;

/**
 * Expects that Tab reaches every control, that each shows the focus, and that the page is left again. Repeats the walk when a control
 * appeared behind it, such as a filter whose options were loading.
 */
export const expectWalked = (page: Page) =>
  sendUntil('Tab', async (key) => expect(await walk(page, key)).toEqual({ missed: [], unseen: [] }));

/** Walks through the page once, which moves nothing but the focus; returns the controls without a stop and those without a visible focus. */
async function walk(page: Page, key: string): Promise<{ missed: string[]; unseen: string[] }> {
  await page.evaluate(() => {
    const nameOf = (element: Element) =>
      `${element.tagName.toLowerCase()} ${element.getAttribute('aria-label') ?? (element.textContent?.trim().slice(0, 40) || element.getAttribute('name'))}`;
    const seen = new Set<Element>();
    const unseen = new Set<string>();
    let rounds = 0;
    document.addEventListener('focusin', () => {
      const at = document.activeElement;
      if (!at || at === document.body) return;
      if (at === [...seen][0]) rounds += 1;
      seen.add(at);
      const { outlineStyle, boxShadow } = getComputedStyle(at);
      // A field without its own outline is inside a box that shows it.
      const inBox = at.closest('label, [data-slot], div');
      const isShown =
        outlineStyle !== 'none' || boxShadow !== 'none' || (inBox && getComputedStyle(inBox).outlineStyle !== 'none');
      if (!isShown) unseen.add(nameOf(at));
    });
    Object.assign(window, {
      isRound: () => rounds > 0 || document.activeElement === document.body,
      walkedPast: () => {
        const usable = [
          ...document.querySelectorAll('a[href], button, input, select, textarea, [tabindex="0"]'),
        ].filter(
          (element) =>
            !element.matches(':disabled, [tabindex="-1"], [type=hidden]') &&
            !element.closest('[inert], [aria-hidden=true]') &&
            element.checkVisibility({ visibilityProperty: true }),
        );
        // A tab list is one stop: the focus moves to the selected tab. So are the radios of one name: to the checked one.
        const isPassedOn = (element: Element) =>
          [...seen].some(
            (one) =>
              (element.matches('[role=tablist], [role=radiogroup]') && element.contains(one)) ||
              (element.matches('[type=radio]') && one.matches(`[type=radio][name="${element.getAttribute('name')}"]`)),
          );
        const missed = usable.filter((element) => !seen.has(element) && !isPassedOn(element));
        return { missed: missed.map(nameOf), unseen: [...unseen] };
      },
    });
  });
  // Some stops at a time: a question after each would take longer than the walk.
  const some = 12;
  for (let stops = 0; stops < STOPS_MAX; stops += some) {
    for (let stop = 0; stop < some; stop += 1) await page.keyboard.press(key);
    if (await page.evaluate(() => (window as unknown as { isRound(): boolean }).isRound())) break;
  }
  return page.evaluate(() =>
    (window as unknown as { walkedPast(): { missed: string[]; unseen: string[] } }).walkedPast(),
  );
}
