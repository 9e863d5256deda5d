import type { SentConversion } from '../ad-platform.ts';
import type { ConversionEvent } from './conversion-events.ts';
import { hashedBuyer, type UserData } from './user-data.ts';

/**
 * A conversion as the Conversions API takes it; undefined when nothing in it identifies the buyer, since the API refuses such an event.
 * What is bought on a page is an event of a website, which must name the page and the browser: without them it is one of a system.
 */
export function toConversionEvent(conversion: SentConversion): ConversionEvent | undefined {
  const { eventId, soldAtMs, currency, value, orderId, buyer, click } = conversion;
  const isOfWebsite = click !== null && click.userAgent !== '' && isWebUrl(click.pageUrl);
  const userData: UserData = {
    ...(buyer !== null && hashedBuyer(buyer)),
    ...(click !== null && {
      ...given('client_ip_address', click.ipAddress),
      ...given('client_user_agent', click.userAgent),
      ...given('fbc', pixelId(click.ids.fbc)),
      ...given('fbp', pixelId(click.ids.fbp)),
    }),
  };
  if (!IDENTIFYING.some((field) => field in userData)) return undefined;
  return {
    event_name: 'Purchase',
    event_time: Math.floor(soldAtMs / 1000),
    event_id: eventId,
    ...(isOfWebsite
      ? { action_source: 'website', event_source_url: click.pageUrl }
      : { action_source: 'system_generated' }),
    user_data: userData,
    custom_data: { currency, value: Number(value), ...given('order_id', orderId) },
  };
}

/** The name of a browser, or a city, identifies no one. */
const IDENTIFYING = ['em', 'ph', 'fbc', 'fbp', 'client_ip_address'];

/** 'fb.1.1763590000000.IwAR…', as the pixel writes both of its cookies. */
const PIXEL_ID = /^fb\.\d\.\d+\.[\w.-]+$/;

const pixelId = (text = '') => (PIXEL_ID.test(text) ? text : '');

const given = (field: string, text: string): UserData => (text === '' ? {} : { [field]: text });

const isWebUrl = (text: string): boolean => /^https?:\/\//i.test(text) && URL.canParse(text);
