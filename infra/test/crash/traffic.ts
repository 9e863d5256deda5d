import type { RegisteredTenant } from '../kit/registered-tenant.ts';
import { type Account, conversionKey, newAccount } from './account.ts';
import { FORMATS, type Format, type KeyOf, type News, type Post, type PostedConversion, postOf } from './checkouts.ts';
import { type Client, createClient } from './client.ts';

/**
 * Clients that send clicks, page views, opened checkouts, leads and conversions in five checkout formats over HTTP at a steady rate. Some
 * conversions are repeated, reordered, refunded or without a click. Each request is retried until it is acknowledged.
 */
export interface Traffic {
  readonly account: Account;
  readonly client: Client;
  /** One of a checkout. */
  recentPost(): Post | undefined;
  /** Stops new events; resolves when all started ones are acknowledged. */
  finish(): Promise<void>;
}

const TICK_MS = 20;
/** Each one holds a connection while it waits; beyond it, a machine that is too slow for the rate gets fewer events. */
const IN_FLIGHT_MAX = 1_000;

export function startTraffic(
  tenant: RegisteredTenant,
  keyOf: KeyOf,
  eventsPerSecond: number,
  visitorOf?: () => string,
): Traffic {
  const account = newAccount();
  const client = createClient(tenant.url, account, visitorOf);
  const recentClickIds = new Array<string | undefined>(50);
  const pending = new Set<Promise<void>>();
  let conversions = 0;
  let leads = 0;
  let begun = 0;
  let lastPost: Post | undefined;
  const startedAt = performance.now();

  const timer = setInterval(() => {
    const due = Math.floor(((performance.now() - startedAt) / 1000) * eventsPerSecond);
    for (; begun < due; begun += 1) if (pending.size < IN_FLIGHT_MAX) begin(begun);
  }, TICK_MS);

  function begin(number: number): void {
    const story = storyOf(number % 20)();
    pending.add(story);
    void story.finally(() => pending.delete(story));
  }

  function storyOf(place: number): () => Promise<void> {
    if (place < 11) return click;
    if (place < 14) return view;
    if (place < 15) return checkout;
    return place < 19 ? conversion : lead;
  }

  async function click(): Promise<void> {
    const path = `/track/${tenant.campaignId}?format=json&tsource=facebook&sub1=ad-1`;
    const { clickid } = JSON.parse(await client.untilAcknowledged('clicks', path)) as { clickid: string };
    if (account.clickIds.has(clickid)) account.surprises.push(`two clicks were given the id ${clickid}`);
    account.clickIds.add(clickid);
    recentClickIds[account.clickIds.size % recentClickIds.length] = clickid;
  }

  async function view(): Promise<void> {
    const clickid = anyClickId();
    // A page view without a known click belongs to no tenant and appears in no figure.
    if (clickid === undefined) return click();
    await client.untilAcknowledged('views', `/view?clickid=${clickid}`);
    account.views += 1;
  }

  async function checkout(): Promise<void> {
    const clickid = anyClickId();
    if (clickid === undefined) return click();
    const body = JSON.stringify({ clickid, url: 'https://pay.kiwify.com.br/curso' });
    await client.untilAcknowledged('checkouts', '/checkout', { method: 'POST', body });
    // Within its ten minutes: a kill in between loses what the first instance remembered, and the row stays one.
    if (account.opened.has(clickid)) account.duplicates += 1;
    account.opened.add(clickid);
  }

  async function lead(): Promise<void> {
    leads += 1;
    const number = leads;
    const email = `pessoa-${number}@clientes.example.com`;
    const body = JSON.stringify({
      name: `Pessoa ${number}`,
      email,
      campaign_id: tenant.campaignId,
      click_id: anyClickId(),
    });
    const request = { method: 'POST', headers: { 'content-type': 'application/json' }, body };
    await client.untilAcknowledged('leads', '/leads', request);
    account.leads.add(email);
    if (number % 4 === 0) await again('leads', '/leads', request);
  }

  async function conversion(): Promise<void> {
    conversions += 1;
    const number = conversions;
    const format = FORMATS[number % FORMATS.length] as Format;
    const soldAtMs = Date.now();
    const posted: PostedConversion = {
      transaction: `T-${number}`,
      cents: 1_000 + ((number * 7_919) % 90_000),
      clickId: number % 4 === 0 ? undefined : anyClickId(),
      email: `comprador-${number}@clientes.example.com`,
    };
    const postNews = async (news: News, atMs: number, isRepeated = false) => {
      const post = postOf(format, news, posted, tenant, keyOf, atMs);
      lastPost = post;
      const request = { method: 'POST', headers: { 'content-type': post.contentType }, body: post.body };
      await (isRepeated
        ? again('conversions', post.path, request)
        : client.untilAcknowledged('conversions', post.path, request));
    };
    const isRefunded = number % 11 === 0 || number % 13 === 0 || number % 17 === 0;

    // The refund arrives before the approval.
    if (number % 13 === 0) await postNews('refunded', soldAtMs + 2_000);
    await postNews('approved', soldAtMs);
    if (number % 3 === 0) await postNews('approved', soldAtMs, true);
    if (number % 11 === 0 || number % 17 === 0) await postNews('refunded', soldAtMs + 2_000);
    // An approval that is repeated after the refund does not revive the conversion.
    if (number % 17 === 0) await postNews('approved', soldAtMs + 4_000);
    const { transaction, cents, clickId } = posted;
    account.conversions.set(conversionKey(format, transaction), { format, transaction, cents, clickId, isRefunded });
  }

  async function again(kind: 'leads' | 'conversions', path: string, request: RequestInit): Promise<void> {
    account.duplicates += 1;
    await client.untilAcknowledged(kind, path, request);
  }

  const anyClickId = (): string | undefined => recentClickIds[begun % recentClickIds.length];

  return {
    account,
    client,
    recentPost: () => lastPost,
    async finish() {
      clearInterval(timer);
      while (pending.size > 0) await Promise.all(pending);
    },
  };
}
