import type { ConversionEvent } from '@tracker/infra/ad-platforms/facebook/conversion-events';
import { saleEventId } from '@tracker/schemas/send-back/event-id';
import type { SaleToSend } from './read-sales.ts';
import { hashedBuyer, type UserData } from './user-data.ts';

/**
 * A sale as the Conversions API takes it; undefined when nothing in it says whose it is, since the platform refuses such an event. What is
 * bought on a page is an event of a website, which must name the page and the browser: without them it is one of a system.
 */
export function toConversionEvent(
  { sale, click, buyer, conversionId }: SaleToSend,
  approvedAtMs: number,
): ConversionEvent | undefined {
  const isOfWebsite = click !== null && click.userAgent !== '' && isWebUrl(click.pageUrl);
  const userData: UserData = {
    ...(buyer !== null && buyer !== 'erased' && hashedBuyer(buyer)),
    ...(click !== null && {
      ...given('client_ip_address', click.ipAddress),
      ...given('client_user_agent', click.userAgent),
      ...given('fbc', PIXEL_ID.test(click.fbc) ? click.fbc : ''),
      ...given('fbp', PIXEL_ID.test(click.fbp) ? click.fbp : ''),
    }),
  };
  if (!IDENTIFYING.some((field) => field in userData)) return undefined;
  const eventId = saleEventId({ provider: sale.provider, transactionId: sale.transactionId, conversionId });
  return {
    event_name: 'Purchase',
    event_time: Math.floor(approvedAtMs / 1000),
    event_id: eventId,
    ...(isOfWebsite
      ? { action_source: 'website', event_source_url: click.pageUrl }
      : { action_source: 'system_generated' }),
    user_data: userData,
    custom_data: {
      currency: sale.currency,
      value: Number(sale.value),
      order_id: sale.transactionId || conversionId,
    },
  };
}

/** A browser's name, or a city, is not enough to know somebody by. */
const IDENTIFYING = ['em', 'ph', 'fbc', 'fbp', 'client_ip_address'];

/** 'fb.1.1763590000000.IwAR…', as the pixel writes both of its cookies. */
const PIXEL_ID = /^fb\.\d\.\d+\.[\w.-]+$/;

const given = (field: string, text: string): UserData => (text === '' ? {} : { [field]: text });

const isWebUrl = (text: string): boolean => /^https?:\/\//i.test(text) && URL.canParse(text);
