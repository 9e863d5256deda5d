import crawlers from 'crawler-user-agents';
import { describe, expect, it } from 'vitest';
import { createUserAgents, parseDevice } from './user-agents.ts';

const IPHONE = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)';
const ANDROID = 'Mozilla/5.0 (Linux; Android 15; SM-A556E) AppleWebKit/537.36 (KHTML, like Gecko)';

describe('user agent', () => {
  it.each([
    ['', 'unknown', ''],
    [
      'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36',
      'desktop',
      'Chrome',
    ],
    [
      'Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36',
      'desktop',
      'Chrome',
    ],
    [`${IPHONE} Version/18.5 Mobile/15E148 Safari/604.1`, 'mobile', 'Safari'],
    [`${ANDROID} Chrome/141.0.0.0 Mobile Safari/537.36`, 'mobile', 'Chrome'],
    [
      'Mozilla/5.0 (iPad; CPU OS 15_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/15.5 Mobile/15E148 Safari/604.1',
      'mobile',
      'Safari',
    ],
    [`${ANDROID} Version/4.0 Chrome/141.0.0.0 Mobile Safari/537.36 Instagram 400.0.0.0 Android`, 'mobile', 'Instagram'],
    [`${IPHONE} Mobile/22F76 [FBAN/FBIOS;FBAV/500.0.0.0;FBDV/iPhone15,2]`, 'mobile', 'Facebook'],
    [
      `${ANDROID} Version/4.0 Chrome/141.0.0.0 Mobile Safari/537.36 musical_ly_2023 BytedanceWebview`,
      'mobile',
      'TikTok',
    ],
  ])("parses '%s' as device type %s and browser '%s'", (userAgent, deviceType, browser) => {
    expect(parseDevice(userAgent)).toMatchObject({ deviceType, browser, isBot: false });
  });

  it.each([
    'curl/8.5.0',
    'Googlebot/2.1 (+http://www.google.com/bot.html)',
    'facebookexternalhit/1.1 (+http://www.facebook.com/externalhit_uatext.php)',
    'WhatsApp/2.23.20.0',
    'python-requests/2.32',
  ])('recognizes %s as a bot', (userAgent) => {
    expect(parseDevice(userAgent)).toMatchObject({ deviceType: 'bot', isBot: true });
  });

  const CARRIERS = [
    'VIVO',
    'Vivo',
    'TIM',
    'TIM BRASIL',
    'Claro BR',
    'CLARO',
    'Oi',
    'OI BR',
    'Algar',
    'Correios Celular',
    'Surf',
    '',
  ];
  const app = (carrier: string, maker: string) =>
    `[FBAN/FB4A;FBAV/567.1.0.52.74;FBBV/1003893689;FBDM/{density=3.0,width=1080,height=2340};FBLC/pt_BR;FBRV/1012267334;FBCR/${carrier};FBMF/${maker};FBBD/${maker};FBPN/com.facebook.katana;FBDV/SM-S921B;FBSV/16;FBOP/1;FBCA/arm64-v8a:;]`;
  const apps = CARRIERS.flatMap((carrier): [string, string, string][] => [
    ...['samsung', 'motorola', 'Xiaomi', 'CUBOT', ''].map((maker): [string, string, string] => [
      app(carrier, maker),
      'Facebook',
      'Android',
    ]),
    [`${ANDROID} Version/4.0 Chrome/141.0.0.0 Mobile Safari/537.36 ${app(carrier, 'samsung')}`, 'Facebook', 'Android'],
    [app(carrier, 'samsung').replace('FB4A', 'Orca-Android').replace('katana', 'orca'), 'Facebook', 'Android'],
    [
      `${IPHONE} Mobile/22F76 [FBAN/FBIOS;FBAV/500.0;FBDV/iPhone15,2;FBMD/iPhone;FBSN/iOS;FBSV/18.5;FBCR/${carrier}]`,
      'Facebook',
      'iOS',
    ],
    [
      `[FBAN/MessengerForiOS;FBAV/500.0.0.42.110;FBBV/1;FBDV/iPhone15,2;FBSN/iOS;FBSV/18.5;FBSS/3;FBCR/${carrier};FBID/phone;FBLC/pt_BR;FBOP/5]`,
      'Facebook',
      'iOS',
    ],
  ]);

  it.each(apps)(
    'takes a person inside of an app for one, with any name of carrier and phone: %s',
    (userAgent, browser, operatingSystem) => {
      expect(parseDevice(userAgent)).toEqual({ deviceType: 'mobile', browser, operatingSystem, isBot: false });
    },
  );

  it.each([
    'Mozilla/5.0 (Linux; Android 9; CUBOT_X18 Build/PPR1) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/120.0.0.0 Mobile Safari/537.36',
    'Mozilla/5.0 (Linux; U; Android 11; pt_BR; Robot-Phone Build/R1) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Mobile Safari/537.36',
    'Instagram 400.0.0.0.1 Android (34/14; 420dpi; 1080x2340; samsung; SM-S921B; e1s; s5e9945; pt_BR; 700000000)',
    'com.zhiliaoapp.musically/2024 (Linux; U; Android 14; pt_BR; SM-A556E; Build/UP1A; Cronet/TTNetVersion)',
    `${ANDROID} Version/4.0 Chrome/141.0.0.0 Mobile Safari/537.36 Kwai/10.1 KSWebView`,
    `${ANDROID} Chrome/141.0.0.0 Mobile Safari/537.36 WhatsApp/2.24.20`,
  ])('takes a phone for a person, however it is called: %s', (userAgent) => {
    expect(parseDevice(userAgent)).toMatchObject({ deviceType: 'mobile', isBot: false });
  });

  it.each([
    'facebookexternalhit/1.1;line-poker/1.0',
    'facebookcatalog/1.0',
    'meta-externalagent/1.1 (+https://developers.facebook.com/docs/sharing/webmasters/crawler)',
    'Mozilla/5.0 (Linux; Android 6.0.1; Nexus 5X Build/MMB29P) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Mobile Safari/537.36 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)',
    'Mozilla/5.0 (Linux; Android 5.0) AppleWebKit/537.36 (KHTML, like Gecko) Mobile Safari/537.36 (compatible; Bytespider; spider-feedback@bytedance.com)',
    'Mozilla/5.0 (Linux; Android 5.0) AppleWebKit/537.36 (KHTML, like Gecko) Mobile Safari/537.36 (compatible; TikTokSpider; ttspider-feedback@tiktok.com)',
    'Mozilla/5.0 (Linux; Android 8.0; Pixel 2 Build/OPD3.170816.012; Storebot-Google/1.0) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/81.0.4044.138 Mobile Safari/537.36',
  ])('recognizes %s still as a bot', (userAgent) => {
    expect(parseDevice(userAgent)).toMatchObject({ isBot: true });
  });

  it('of a crawler that others know is recognized, but for the few that call themselves a browser', () => {
    const agents = [...new Set(crawlers.flatMap(({ instances }) => instances))];
    const missed = agents.filter((userAgent) => !parseDevice(userAgent).isBot);
    expect(agents.length).toBeGreaterThan(2_000);
    // Of 2,118 these are not: apps and editors that hold a browser for a person, and tests of pages.
    expect(missed.length).toBeLessThanOrEqual(9);
    expect(missed.filter((userAgent) => /googl|spider|crawl/i.test(userAgent))).toEqual([]);
  });

  it('is parsed once, then cached', () => {
    const userAgents = createUserAgents();
    expect(userAgents.device('curl/8.5.0')).toBe(userAgents.device('curl/8.5.0'));
  });
});
