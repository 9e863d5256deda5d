import { setTimeout as delay } from 'node:timers/promises';
import type { Company } from '../e2e/company.ts';

/**
 * Real clients over HTTP: clicks, views, sales and refunds at a steady rate, each sent again until it is acknowledged, as a
 * browser's script and a checkout do. Keeps its own account of what must be found afterwards; it shares no code with the product.
 */

export interface Account {
  readonly clickIds: Set<string>;
  /** Views that were acknowledged; each attempt whose answer was lost may stand in the log as well. */
  views: number;
  /** Cents by transaction that must count as revenue. */
  readonly revenueCents: Map<string, number>;
  refunds: number;
  /** Requests without an answer: what they carried may or may not be in the log. */
  readonly lostAnswers: { clicks: number; views: number; sales: number };
  /** Answers that said: come again. */
  refusals: number;
  acknowledged: number;
  /** Anything else than 200 and 503. */
  readonly surprises: string[];
}

export interface Traffic {
  readonly account: Account;
  /** No new events; resolves when all of those begun are acknowledged. */
  finish(): Promise<void>;
}

const PERSON =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36';
const TICK_MS = 20;
const RETRY_MS = 150;
const ANSWER_WITHIN_MS = 15_000;

type Kind = keyof Account['lostAnswers'];

export function startTraffic(company: Company, eventsPerSecond: number): Traffic {
  const account: Account = {
    clickIds: new Set(),
    views: 0,
    revenueCents: new Map(),
    refunds: 0,
    lostAnswers: { clicks: 0, views: 0, sales: 0 },
    refusals: 0,
    acknowledged: 0,
    surprises: [],
  };
  const recentClickIds = new Array<string | undefined>(50);
  const pending = new Set<Promise<void>>();
  let sales = 0;
  let begun = 0;
  const startedAt = performance.now();
  let running = true;

  const timer = setInterval(() => {
    const due = Math.floor(((performance.now() - startedAt) / 1000) * eventsPerSecond);
    for (; begun < due; begun += 1) begin(begun);
  }, TICK_MS);

  function begin(number: number): void {
    const story = number % 10 < 6 ? click() : number % 10 < 8 ? view() : sale(number);
    pending.add(story);
    void story.finally(() => pending.delete(story));
  }

  async function click(): Promise<void> {
    const answer = await untilAcknowledged(
      'clicks',
      `/track/${company.campaignId}?format=json&tsource=facebook&sub1=ad-1`,
    );
    const { clickid } = JSON.parse(answer) as { clickid: string };
    if (account.clickIds.has(clickid)) account.surprises.push(`two clicks were given the id ${clickid}`);
    account.clickIds.add(clickid);
    recentClickIds[account.clickIds.size % recentClickIds.length] = clickid;
  }

  async function view(): Promise<void> {
    const clickid = anyClickId();
    // A view of no known click belongs to nobody and is in nobody's figures.
    if (clickid === undefined) return click();
    await untilAcknowledged('views', `/view?clickid=${clickid}`);
    account.views += 1;
  }

  /** Some sales are sent twice, some are refunded, some name no click. */
  async function sale(number: number): Promise<void> {
    sales += 1;
    const transaction = `T-${sales}`;
    const cents = 1_000 + ((sales * 7_919) % 90_000);
    const body = {
      transaction_id: transaction,
      amount: `${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, '0')}`,
      status: 'approved',
      ...(sales % 4 === 0 ? {} : { click_id: anyClickId() }),
    };
    await post(body);
    account.revenueCents.set(transaction, cents);
    if (number % 3 === 0) await post(body);
    if (sales % 11 === 0) {
      await post({ ...body, status: 'refunded' });
      account.revenueCents.set(transaction, 0);
      account.refunds += 1;
    }
  }

  const post = (body: object) =>
    untilAcknowledged('sales', `/conversion?key=${company.trackingKey}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });

  const anyClickId = (): string | undefined => recentClickIds[begun % recentClickIds.length];

  async function untilAcknowledged(kind: Kind, path: string, request: RequestInit = {}): Promise<string> {
    for (;;) {
      try {
        const answer = await fetch(company.url + path, {
          ...request,
          headers: { ...request.headers, 'user-agent': PERSON },
          signal: AbortSignal.timeout(ANSWER_WITHIN_MS),
        });
        const text = await answer.text();
        if (answer.status === 200) {
          account.acknowledged += 1;
          return text;
        }
        account.refusals += 1;
        if (answer.status !== 503) account.surprises.push(`${answer.status} ${text.slice(0, 200)}`);
      } catch {
        account.lostAnswers[kind] += 1;
      }
      await delay(RETRY_MS);
    }
  }

  return {
    account,
    async finish() {
      if (running) clearInterval(timer);
      running = false;
      while (pending.size > 0) await Promise.all(pending);
    },
  };
}
