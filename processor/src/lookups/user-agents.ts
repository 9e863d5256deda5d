import Bowser from 'bowser';
import { isbot } from 'isbot';
import { LRUCache } from 'lru-cache';

export interface Device {
  readonly deviceType: 'bot' | 'mobile' | 'desktop' | 'unknown';
  readonly browser: string;
  readonly operatingSystem: string;
  readonly isBot: boolean;
}

export interface UserAgents {
  device(userAgent: string): Device;
}

export const UNKNOWN_DEVICE: Device = { deviceType: 'unknown', browser: '', operatingSystem: '', isBot: false };

/** User agent names of in-app browsers; they run on phones, even when the rest of the text says otherwise. */
const IN_APP_BROWSERS = [
  [/\bInstagram\b/, 'Instagram'],
  [/\bFBA[NV]\b|\bFB_IAB\b/, 'Facebook'],
  [/\bmusical_?ly|\b(?:BytedanceWebview|TikTok(?!Spider|\.com)|trill)/i, 'TikTok'],
  [/\bWhatsApp\b/, 'WhatsApp'],
  [/\bKwai\b|\bKSWebView\b/i, 'Kwai'],
] as const;

/** Parsing takes some 50 µs and campaigns see the same few thousand user agents again and again. */
const CACHE_SIZE_MAX = 20_000;

export function createUserAgents(): UserAgents {
  const cache = new LRUCache<string, Device>({ max: CACHE_SIZE_MAX });
  return {
    device(userAgent) {
      const known = cache.get(userAgent);
      if (known) return known;
      const device = parseDevice(userAgent);
      cache.set(userAgent, device);
      return device;
    },
  };
}

/** Bot, mobile (tablets and in-app browsers too), desktop, or unknown (decision 30). */
export function parseDevice(userAgent: string): Device {
  if (userAgent === '') return UNKNOWN_DEVICE;
  const app = IN_APP_BROWSERS.find(([pattern]) => pattern.test(userAgent))?.[1];
  // Some apps send no more than their own facts, '[FBAN/FB4A;…]'.
  const isPhoneApp = app !== undefined && /Mobile|Android|iPhone|iPad|\bFB(?:AN|AV|DV)\//.test(userAgent);
  // A link preview of WhatsApp or Facebook is a bot; a person inside the app has a phone's user agent around the name.
  const isBot = !isPhoneApp && isbot(userAgent.replace(MODEL, '$1'));
  const parsed = Bowser.parse(userAgent);
  return {
    deviceType: isBot ? 'bot' : isPhoneApp ? 'mobile' : platformOf(parsed),
    browser: app ?? parsed.browser.name ?? '',
    operatingSystem: parsed.os.name ?? (isPhoneApp ? systemOf(userAgent) : ''),
    isBot,
  };
}

/** What a phone calls itself says nothing about who holds it: there are phones named 'Cubot'. What is behind it may name a robot. */
const MODEL = /(\((?:Linux; )?(?:U; )?Android [\d.]+)(?:; [a-z]{2}[-_][A-Za-z]{2})?; [^();]*/;

/** Of an app's own facts. */
const systemOf = (userAgent: string): string =>
  /\bFB(?:DV|SN|AN)\/(?:iPhone|iPad|iOS|FBIOS|\w*ForiOS)/i.test(userAgent) ? 'iOS' : 'Android';

function platformOf({ platform: { type }, os }: Bowser.Parser.ParsedResult): Device['deviceType'] {
  if (type === 'mobile' || type === 'tablet') return 'mobile';
  // The library knows Chromebooks by their system alone.
  return type === 'desktop' || os.name === 'Chrome OS' ? 'desktop' : 'unknown';
}
