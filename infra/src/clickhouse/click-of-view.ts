/** A view's clock and its click's may differ by this. */
const SKEW_MS = 60_000;

/**
 * The key of a page view's click in `clicks`, as SQL over a row of `page_views`: its moment is a part of its id. A view cannot come before
 * its click; one that says so has none. The figures and the cells go by the same expression.
 */
const CLICK_MS = 'toInt64OrZero(substring(click_id, -19, 13))';
export const CLICK_OF_VIEW = `(fromUnixTimestamp64Milli(${CLICK_MS}), click_id)`;
export const VIEW_HAS_CLICK = `${CLICK_MS} <= toUnixTimestamp64Milli(ts) + ${SKEW_MS}`;
