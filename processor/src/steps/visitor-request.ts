import type { ClickEvent } from '@tracker/schemas/events/click';
import type { PageViewEvent } from '@tracker/schemas/events/page-view';
import type { Place } from '../lookups/geo.ts';
import type { Device } from '../lookups/user-agents.ts';

export type RequestEvent = ClickEvent | PageViewEvent;

/** The state of a visitor's request in a stream: the event, and what the steps derived so far. */
export interface VisitorRequest<Event extends RequestEvent> {
  readonly event: Event;
}

export type WithDevice<Event extends RequestEvent> = VisitorRequest<Event> & { readonly device: Device };
export type WithPlace<Event extends RequestEvent> = WithDevice<Event> & { readonly place: Place };

/** The columns that clicks and page views share. */
export function requestColumns(state: WithPlace<RequestEvent>) {
  const { request } = state.event.payload;
  return {
    referrer: request.referrer,
    user_agent: request.userAgent,
    ip_address: request.ipAddress,
    address_key: request.address?.keyId ?? '',
    address_encrypted: request.address?.sealed ?? '',
    country_code: state.place.countryCode,
    region: state.place.region,
    city: state.place.city,
    timezone: state.place.timeZone,
    device_type: state.device.deviceType,
    browser: state.device.browser,
    operating_system: state.device.operatingSystem,
    is_bot: state.device.isBot,
  };
}
