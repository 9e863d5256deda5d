import { createHash } from 'node:crypto';
import type { NoticeOfScript } from '@tracker/schemas/events/script-notice';
import { DAY_MS } from '@tracker/schemas/primitives/durations';
import { openedCheckoutId } from './opened-checkout-id.ts';

/**
 * The same for one button press of a click (as of an opened checkout), from any instance. A copied script is noticed by each visitor: one event a
 * page and day says as much.
 */
export function scriptNoticeId(
  { clickId, problem, url }: NoticeOfScript,
  { campaignId, nowMs, sinceClickMs }: { campaignId: string; nowMs: number; sinceClickMs: number },
): string {
  const what =
    problem === 'script-copied'
      ? `${campaignId} ${Math.floor(nowMs / DAY_MS)} ${url}`
      : openedCheckoutId(clickId, url, sinceClickMs);
  return `sn_${createHash('sha256').update(`${problem} ${what}`).digest('base64url').slice(0, 32)}`;
}
