// Calls a URL of a tenant, signed as standardwebhooks.com says: the receiver knows that it is us, that nothing was changed, and one that comes twice.
import { createHmac } from 'node:crypto';
import type { PostbackProblem } from '@tracker/schemas/send-back/problems';
import type { GuardedCall } from '../postbacks/guarded-call.ts';
import type { Delivered } from './delivered.ts';

export interface WebhookCall {
  /** Base64. */
  readonly secret: string;
  readonly body: object;
}

interface Receiver {
  readonly url: string;
  /** The same in each attempt. */
  readonly id: string;
  readonly nowMs: number;
}

/** Never rejects. */
export async function deliverWebhook(
  call: GuardedCall,
  { url, id, nowMs }: Receiver,
  { secret, body }: WebhookCall,
): Promise<Delivered> {
  if (!URL.canParse(url)) return { kind: 'refused', reason: 'url_refused' };
  const text = JSON.stringify(body);
  const seconds = String(Math.floor(nowMs / 1_000));
  const headers = {
    'content-type': 'application/json',
    'user-agent': 'TrafficTracker/1.0 (webhook)',
    'webhook-id': id,
    'webhook-timestamp': seconds,
    'webhook-signature': `v1,${signatureOf(secret, `${id}.${seconds}.${text}`)}`,
  };
  const outcome = await call(new URL(url), { method: 'POST', headers, body: Buffer.from(text) });
  if (outcome.ok) return { kind: 'sent' };
  const { status } = outcome;
  const isFinal = status !== null && status >= 400 && status < 500 && status !== 408 && status !== 429;
  return { kind: isFinal ? 'refused' : 'failed', reason: reasonOf(outcome.problem) };
}

const signatureOf = (secret: string, text: string): string =>
  createHmac('sha256', Buffer.from(secret, 'base64')).update(text).digest('base64');

/** A code, never a server's own words. */
export const reasonOf = (problem: PostbackProblem): string =>
  'status' in problem ? `${problem.code} ${problem.status}` : problem.code;
