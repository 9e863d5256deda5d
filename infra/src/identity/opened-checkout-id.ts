import { createHash } from 'node:crypto';

/** A visitor who goes back and uses the link once more within it opens the checkout once. */
const OPENED_ONCE_MS = 10 * 60_000;

/**
 * The same for one click and target within ten minutes, from any instance; so a repeat is the same event. The minutes are counted from the
 * click, because most visitors go to the checkout within the first ten.
 */
export function openedCheckoutId(clickId: string, url: string, sinceClickMs: number): string {
  const slot = Math.floor(sinceClickMs / OPENED_ONCE_MS);
  return `oc_${createHash('sha256').update(`${clickId} ${slot} ${url}`).digest('base64url').slice(0, 32)}`;
}
