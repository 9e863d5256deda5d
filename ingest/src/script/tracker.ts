// The life of a page: which session it belongs to, what it sends to the server, and what its links carry.
import { attribute } from './attribution.ts';
import type { Config } from './config.ts';
import { createDecorator } from './decorate.ts';
import { attempt, guarded } from './guard.ts';
import { CLICK_ID, type Landing, readLanding } from './landing.ts';
import { type PixelIds, readPixelIds } from './pixel.ts';
import { type Answer, createSender } from './send.ts';
import { createStore, LOCK, readCookie, STORED } from './store.ts';

const TIMEOUT_MS = 10_000;
const PIXEL_LOOK_MS = 500;
/** Below the 8 KiB that the server takes. */
const URL_LENGTH_MAX = 7_500;

type Problem = 'button-without-link' | 'script-copied';
type Parameters = readonly (readonly [name: string, value: string])[];

export function createTracker(config: Config) {
  const { model, campaignId, viewOnce, served } = config;
  let { base, isCopy } = config;
  const store = createStore(config);
  const sender = createSender();
  const decorator = createDecorator(() => warn());
  /** Nothing is kept or sent: the visitor does not want it. */
  let refused = store.refused();
  /** The click id of the current session; '' when it has none. */
  let visiting: Promise<string> = Promise.resolve('');
  let lastMessage = '';
  /** Counts beginnings: what was asked for by an earlier one says nothing to a later one. */
  let begun = 0;

  /**
   * The most important first: what would make the address too long is left out. The tag's campaign goes with each call: the server
   * then knows no campaign of another tenant.
   */
  function address(path: string, parameters: Parameters = []): string {
    const query = new URLSearchParams();
    let url = base + path;
    for (const [name, value] of [['defaultcampaignid', campaignId] as const, ...parameters]) {
      if (!value) continue;
      query.append(name, value);
      const longer = `${base}${path}?${query}`;
      if (longer.length > URL_LENGTH_MAX) query.delete(name);
      else url = longer;
    }
    return url;
  }

  const post = (path: string, body: object) => sender.send(address(path), JSON.stringify(body));

  async function clickIdOfPage(): Promise<string> {
    const round = begun;
    // Some links have their tags behind '#'.
    let arrival = `${location.search}${location.hash}\n${document.referrer}`;
    const landingOf = (adopts: boolean) => readLanding(arrival.split('\n')[0]!, campaignId, adopts);
    let landing = landingOf(true);
    // A click that was asked for on the page before and never answered: it is asked for again, as it came.
    const missed = store.landing();
    if (missed && !landing.paid) {
      arrival = missed;
      landing = landingOf(true);
    }
    const unknown = store.unknown(landing.clickId);
    if (unknown[0]) {
      store.keepLanding(arrival);
      const answers = await Promise.all(unknown.map(askAbout));
      if (round !== begun || answers.includes(undefined)) return '';
      store.forgetLanding();
    }
    if (!store.isOwn(landing.clickId)) landing = landingOf(false);

    const { paid, signature } = landing;
    const session = store.session();
    const signatures = (session && session.signatures) || [];
    if (session && (!signature || signatures.includes(signature))) {
      settle(session.clickId, false, true);
      return session.clickId;
    }

    // The visitor's click before this one, before `settle` replaces it.
    const prev = store.clickId(STORED);
    const pixel = landing.clickId ? { fbp: '', fbc: '' } : readPixelIds(landing);
    const clickId = landing.clickId || (await track(landing, landing.campaignId, pixel, arrival));
    if (!clickId || round !== begun) return '';
    const viewed = !!session && session.viewed;
    store.keepSession({ clickId, viewed, signatures: paid ? signatures.concat(signature) : signatures });
    settle(clickId, paid, false);
    if (isCopy) warn('script-copied');
    // Its link made the click, and knew no visitor.
    if (landing.clickId && prev && prev !== clickId) post('i', { clickid: clickId, prev });
    waitForPixel(clickId, landing, pixel);
    return clickId;
  }

  /** Whether a campaign belongs to the tenant of the tag; anybody can write another one's into a link. Undefined without an answer. */
  async function askAbout(campaign: string): Promise<Answer | undefined> {
    const answer = await sender.send(address(`t/${campaign}`), undefined, 'HEAD');
    if (answer) store.keepVerdict(campaign, answer.ok);
    return answer;
  }

  /** Asks for a click id; '' when there is none to be had. `arrival` is kept until that is answered. */
  async function track(landing: Landing, campaign: string, pixel: PixelIds, arrival: string): Promise<string> {
    if (!campaign) return '';
    store.keepLanding(arrival);
    const answer = await sender.send(
      address(`t/${campaign}`, [
        ['format', 'json'],
        ...landing.tags,
        ['_fbp', pixel.fbp],
        ['_fbc', pixel.fbc],
        ['_ttp', readCookie('_ttp')],
        ['prev', store.clickId(STORED)],
        ['referrer', arrival.split('\n')[1]!],
      ]),
    );
    // A file that was copied to another server, with its tag: there are no endpoints next to it.
    if (base !== served && (!answer || answer.text[0] !== '{')) {
      base = served;
      isCopy = !!answer;
      return track(landing, campaign, pixel, arrival);
    }
    if (!answer) return '';
    // The address named a campaign that does not exist, or of another tenant.
    if (!answer.ok && campaignId && campaign !== campaignId) return track(landing, campaignId, pixel, arrival);
    store.forgetLanding();
    if (answer.ok) store.keepVerdict(campaign, true);
    const clickId = answer.ok ? attempt(() => JSON.parse(answer.text).clickid, '') : '';
    return CLICK_ID.test(clickId) ? clickId : '';
  }

  /** Stores the session's click id when the attribution model says so; a running session was decided at its start. */
  function settle(clickId: string, paid: boolean, decided: boolean): void {
    const stored = !!store.clickId(STORED);
    if (!stored || !decided) {
      const decision = attribute(model, { stored, locked: !!store.clickId(LOCK), paid });
      if (decision.store) store.keepClickId(STORED, clickId);
      if (decision.lock) store.keepClickId(LOCK, clickId);
    }
    if (isKnown()) decorator.decorate(document);
  }

  /** What the click lacks and the pixel writes later, sent once. */
  function waitForPixel(clickId: string, landing: Landing, known: PixelIds): void {
    const until = Date.now() + TIMEOUT_MS;
    const look = () => {
      const { fbp, fbc } = readPixelIds(landing);
      const late = { clickid: clickId, fbp: known.fbp ? '' : fbp, fbc: known.fbc ? '' : fbc };
      if (late.fbp || late.fbc) post('i', late);
      else if (Date.now() < until) sender.later(look, PIXEL_LOOK_MS);
    };
    if (!known.fbp || !known.fbc) look();
  }

  /** Whether the page may carry what is stored. */
  function isKnown(): boolean {
    decorator.use(store.clickId(STORED));
    return !refused;
  }

  /** Sent once for what a click and the navigation that it makes both know. */
  function message(path: string, target: string, problem?: Problem): void {
    const clickId = store.clickId(STORED);
    const { origin, pathname } = new URL(target, document.baseURI);
    const body = JSON.stringify({ clickid: clickId, url: origin + pathname, problem });
    if (refused || !clickId || body === lastMessage) return;
    lastMessage = body;
    sender.hand(address(path), body);
  }
  const report = (target: string) => message('k', target);
  /** Something of this page keeps the click id from the checkout, or corrections from the script. */
  const warn = (problem: Problem = 'button-without-link') => message('n', location.href, problem);

  return {
    getClickId: (): string => (refused ? '' : store.clickId(STORED)),
    isRefused: (): boolean => refused,

    begin(): void {
      if (refused) return;
      begun += 1;
      visiting = clickIdOfPage().catch(() => '');
    },

    /** One page seen: `title` is asked for when it is sent, because an app writes it after the address. */
    view(url: string, referrer: string): void {
      const round = begun;
      const report = guarded((clickId: string) => {
        const session = store.session();
        if (!clickId || refused || round !== begun || (viewOnce && session && session.viewed)) return;
        if (session) store.keepSession({ clickId, viewed: true, signatures: session.signatures });
        sender.send(
          address('v', [
            ['clickid', clickId],
            ['url', url],
            ['title', document.title],
            ['referrer', referrer],
          ]),
        );
      });
      visiting.then(report);
    },

    /** An address comes back as it is to be followed. */
    decorate: (root: ParentNode | string): unknown => (isKnown() ? decorator.decorate(root) : root),
    decorateFrames(): void {
      if (isKnown()) decorator.decorateFrames();
    },
    decorateEvent(event: Event): void {
      const target = isKnown() && decorator.decorateEvent(event);
      // A menu of the browser is opened by the right button, and nothing is followed yet.
      if (target && event.type !== 'contextmenu' && (event as MouseEvent).button !== 2) report(target);
    },
    /** Where a script leads. Returns where to go instead. */
    lead(address: string): string {
      if (!isKnown()) return address;
      const target = decorator.decorated(address);
      if (decorator.isCheckout(target)) report(target);
      return target;
    },
    warn,

    /** The page says that it happened, so it is approved. Carries the stored id, so it waits for the attribution of this session, but not longer than the page lives. */
    trackConversion(conversion: object): void {
      if (refused) return;
      const report = sender.later(() => {
        const clickId = store.clickId(STORED);
        if (clickId && !refused)
          post('conversion', Object.assign({ status: 'approved' }, conversion, { click_id: clickId }));
      }, TIMEOUT_MS);
      visiting.then(report);
    },

    refuse(): void {
      refused = true;
      begun += 1;
      sender.stop();
      decorator.undo();
      store.forgetAll();
      store.keepRefusal();
    },
    allow(): void {
      refused = false;
      store.forgetRefusal();
    },
    later: sender.later,
  };
}

export type Tracker = ReturnType<typeof createTracker>;
