// What the browser stores: the click id and its lock for the time that the tag sets, and the session for as long as the browser's
// session. Cookies come first, storage mirrors them, and memory serves the page where both are blocked.
import type { Config } from './config.ts';
import { attempt } from './guard.ts';
import { CLICK_ID } from './landing.ts';

export const STORED = 'mcclickid-store';
export const LOCK = 'mccid-paid';
const SESSION = 'mcclickid-visit';
const LANDING = 'mcclickid-landing';
const REFUSED = 'mcclickid-refused';
/** The campaign of the tag, then those of its tenant, which are known for good; in the other, those of others, for the session. */
const OWN = 'mcclickid-own';
const OTHERS = 'mcclickid-others';

/** One browser session: its click, whether its one view was sent, and the paid signatures that it came with. */
export interface Session {
  readonly clickId: string;
  readonly viewed: boolean;
  readonly signatures: readonly string[];
}

const DAY_MS = 864e5;
/** The cookie goes with every request to the page's own server, so it stays short. */
const SIGNATURES_MAX = 10;

export function createStore({ cookieDomain, cookieDays, campaignId: ofTag }: Config) {
  const memory: Record<string, string> = {};

  /** Without `seconds` it ends with the browser's session. */
  function writeCookie(name: string, value: string, seconds?: number): void {
    const rest = `; path=/; SameSite=Lax${location.protocol === 'https:' ? '; Secure' : ''}${
      seconds === undefined ? '' : `; max-age=${seconds}`
    }`;
    const write = (domain: string) =>
      attempt(() => {
        // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not everywhere, and cannot write at unload.
        document.cookie = `${name}=${value}${domain}${rest}`;
      });
    if (cookieDomain) write(`; domain=${cookieDomain}`);
    // A browser refuses a domain that the page is not in; the page's own host it always takes.
    if (!cookieDomain || seconds === 0 || readCookie(name) !== value) write('');
  }

  function keep(storage: () => Storage, name: string, value: string): void {
    memory[name] = value;
    attempt(() => storage().setItem(name, value));
  }
  const kept = (storage: () => Storage, name: string) =>
    attempt(() => storage().getItem(name), null) || memory[name] || '';

  function forget(name: string): void {
    delete memory[name];
    for (const storage of [local, session]) attempt(() => storage().removeItem(name));
  }

  /** What was answered to another tag says nothing. */
  function campaignsIn(storage: () => Storage, name: string): string[] {
    const [tag, ...campaigns] = kept(storage, name).split('.');
    return tag === ofTag ? campaigns : [];
  }
  /** Whether the campaign of this click id belongs to the tenant of the tag; undefined: that was not asked yet. */
  function isOwn(clickId: string): boolean | undefined {
    const [, campaign] = CLICK_ID.exec(clickId) || [];
    if (!campaign) return false;
    if (!ofTag || campaign === ofTag || campaignsIn(local, OWN).includes(campaign)) return true;
    return campaignsIn(session, OTHERS).includes(campaign) ? false : undefined;
  }

  return {
    isOwn,
    /** The campaigns of what is stored and of `clickId` that were not asked about yet. */
    unknown(clickId: string): string[] {
      const ids = [clickId];
      for (const name of [STORED, LOCK, SESSION]) ids.push(readCookie(name), kept(local, name), kept(session, name));
      const campaigns = ids
        .map((text) => text.split('.')[0]!)
        .filter((id) => isOwn(id) === undefined)
        .map((id) => CLICK_ID.exec(id)![1]!);
      return [...new Set(campaigns)];
    },
    keepVerdict(campaign: string, own: boolean): void {
      const [storage, name] = own ? ([local, OWN] as const) : ([session, OTHERS] as const);
      const known = campaignsIn(storage, name);
      if (campaign !== ofTag && !known.includes(campaign)) {
        keep(storage, name, [ofTag, ...known, campaign].join('.'));
      }
    },
    /** A click id that outlives the session: `STORED` or `LOCK`. '' when there is none. */
    clickId(name: string): string {
      const inCookie = readCookie(name);
      if (isOwn(inCookie)) return inCookie;
      // Storage knows no end; the id itself says when it began.
      const mirrored = kept(local, name);
      const [, , clickedAt] = CLICK_ID.exec(mirrored) || [];
      return isOwn(mirrored) && Date.now() - +clickedAt! < cookieDays * DAY_MS ? mirrored : '';
    },
    keepClickId(name: string, clickId: string): void {
      writeCookie(name, clickId, cookieDays * 86400);
      keep(local, name, clickId);
    },

    session(): Session | undefined {
      for (const text of [readCookie(SESSION), kept(session, SESSION)]) {
        const [clickId = '', viewed, ...signatures] = text.split('.');
        if (isOwn(clickId)) return { clickId, viewed: viewed === '1', signatures };
      }
    },
    keepSession({ clickId, viewed, signatures }: Session): void {
      const text = [clickId, +viewed, ...signatures.slice(-SIGNATURES_MAX)].join('.');
      writeCookie(SESSION, text);
      keep(session, SESSION, text);
    },

    /** Search and referrer of the landing whose click is not answered yet: a visitor who goes on at once is still that ad's. */
    landing: (): string => kept(session, LANDING),
    keepLanding: (arrival: string): void => keep(session, LANDING, arrival),
    forgetLanding: (): void => forget(LANDING),

    /** Not an id: only that this visitor wants none. */
    refused: (): boolean => !!kept(session, REFUSED),
    keepRefusal: (): void => keep(session, REFUSED, '1'),
    forgetRefusal: (): void => forget(REFUSED),

    forgetAll(): void {
      for (const name of [STORED, LOCK, SESSION, LANDING, OWN, OTHERS]) {
        writeCookie(name, '', 0);
        forget(name);
      }
    },
  };
}

export type Store = ReturnType<typeof createStore>;

// Even to name them throws where they are blocked.
const local = () => window.localStorage;
const session = () => window.sessionStorage;

/** '' when there is none, or none may be read. */
export function readCookie(name: string): string {
  const cookies = attempt(() => document.cookie, '').split('; ');
  const found = cookies.find((cookie) => cookie.indexOf(`${name}=`) === 0);
  return found ? found.slice(name.length + 1) : '';
}
