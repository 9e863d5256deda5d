// Sends a notice to a device by its push service (RFC 8030), encrypted so that only the browser reads it (RFC 8291).
import { buildPushPayload } from '@block65/webcrypto-web-push';
import type { PostbackProblem } from '@tracker/schemas/send-back/problems';
import { z } from 'zod';
import type { GuardedCall } from '../postbacks/guarded-call.ts';
import type { PushKeys } from './push-keys.ts';

/** As the browser gives it. */
export const PushSubscription = z.object({
  endpoint: z.string(),
  keys: z.object({ p256dh: z.string(), auth: z.string() }),
});
export type PushSubscription = z.infer<typeof PushSubscription>;

/** What the service worker shows. A notice replaces another one of the same `tag`. */
export interface PushNotice {
  readonly title: string;
  readonly body: string;
  /** At most 32 characters of base64url. */
  readonly tag: string;
  /** The screen that it opens. */
  readonly path: string;
}

export type PushOutcome =
  | { readonly kind: 'sent' }
  /** The browser has no such subscription any more. */
  | { readonly kind: 'gone' }
  /** `isFinal`: the same notice would be refused again. */
  | { readonly kind: 'failed'; readonly problem: PostbackProblem; readonly isFinal: boolean };

/** A phone that is off for longer has its figures on the screen. */
const TTL_SECONDS = 24 * 3_600;

/** Never rejects: what cannot be encrypted for this subscription is gone, like one that the push service does not know. */
export async function sendPush(
  call: GuardedCall,
  keys: PushKeys,
  { subscription, notice }: { readonly subscription: PushSubscription; readonly notice: PushNotice },
  signal?: AbortSignal,
): Promise<PushOutcome> {
  const request = await encrypted(keys, subscription, notice);
  if (!request) return { kind: 'gone' };
  const { headers, body } = request;
  const outcome = await call(new URL(subscription.endpoint), { method: 'POST', headers: { ...headers }, body }, signal);
  if (outcome.ok) return { kind: 'sent' };
  const { status, problem } = outcome;
  if (status === 404 || status === 410) return { kind: 'gone' };
  const isFinal = status !== null && status >= 400 && status < 500 && status !== 408 && status !== 429;
  return { kind: 'failed', problem, isFinal };
}

async function encrypted(keys: PushKeys, subscription: PushSubscription, notice: PushNotice) {
  try {
    return await buildPushPayload(
      // Of two that wait for a phone, the later one stays: a repeated notice comes once.
      { data: { ...notice }, options: { ttl: TTL_SECONDS, urgency: 'high', topic: notice.tag } },
      { ...subscription, expirationTime: null },
      keys,
    );
  } catch {
    return undefined;
  }
}
