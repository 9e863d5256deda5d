import { eventually } from '../kit/eventually.ts';
import type { RegisteredTenant } from '../kit/registered-tenant.ts';
import type { Account } from './account.ts';
import { FORMATS, type Format, type Post, postOf } from './checkouts.ts';

/**
 * Strangers who know the campaign, the click ids and the transaction numbers of a shop, and have no key: they refund, change and invent
 * conversions, send tests, and repeat the checkout's own bodies. They begin after the first conversion with a key was acknowledged: from
 * then on nothing of theirs may be in a figure. They do not wait for answers, and retry nothing.
 */
export interface Strangers {
  /** Of their posts, how many were taken in. */
  taken(): number;
  /** Resolves when all posts have their answer, and one was taken in. */
  stop(): Promise<void>;
}

export interface StrangersOptions {
  readonly tenant: RegisteredTenant;
  readonly account: Account;
  readonly postsPerSecond: number;
  /** A body that the shop's checkouts sent not long ago. */
  readonly recentPost: () => Post | undefined;
}

const ANSWER_WITHIN_MS = 15_000;

export function startStrangers({ tenant, account, postsPerSecond, recentPost }: StrangersOptions): Strangers {
  const pending = new Set<Promise<void>>();
  let number = 0;
  let taken = 0;

  async function post({ contentType, body }: Pick<Post, 'contentType' | 'body'>): Promise<void> {
    try {
      const signal = AbortSignal.timeout(ANSWER_WITHIN_MS);
      const headers = { 'content-type': contentType };
      const answer = await fetch(`${tenant.url}/conversion`, { method: 'POST', headers, body, signal });
      await answer.arrayBuffer();
      if (answer.ok) taken += 1;
    } catch {
      // The product is being killed.
    }
  }

  /** Of the shop's conversions, also the next ones, whose numbers can be guessed. */
  function forged(): Pick<Post, 'contentType' | 'body'> | undefined {
    const [clickId] = account.clickIds;
    const format = FORMATS[number % FORMATS.length] as Format;
    const next = account.conversions.size + 1 - (number % 40) + 20;
    const transaction = number % 5 === 0 ? `X-${number}` : `T-${Math.max(1, next)}`;
    const conversion = {
      transaction,
      cents: 1 + ((number * 104_729) % 99_999_999),
      clickId,
      email: 'x@estranhos.example.com',
    };
    const news = number % 2 === 0 ? 'refunded' : 'approved';
    const posted = postOf(format, news, conversion, tenant, () => '', Date.now() - (number % 3) * 86_400_000);
    if (number % 7 !== 0) return posted;
    return format === 'monetizze'
      ? { ...posted, body: `${posted.body}&is_test=true` }
      : { ...posted, body: JSON.stringify({ ...JSON.parse(posted.body), is_test: true }) };
  }

  const timer = setInterval(() => {
    if (account.conversions.size === 0) return;
    number += 1;
    const posted = number % 4 === 0 ? recentPost() : forged();
    if (!posted) return;
    const sent = post(posted);
    pending.add(sent);
    void sent.finally(() => pending.delete(sent));
  }, 1000 / postsPerSecond);

  return {
    taken: () => taken,
    async stop() {
      // A product that has much to do refuses theirs first, and a run in which it took none shows nothing.
      await eventually(() => {
        if (taken === 0) throw new Error('no post of a stranger was taken in');
      });
      clearInterval(timer);
      await Promise.all(pending);
    },
  };
}
