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

  it('is parsed once, then cached', () => {
    const userAgents = createUserAgents();
    expect(userAgents.device('curl/8.5.0')).toBe(userAgents.device('curl/8.5.0'));
  });
});
