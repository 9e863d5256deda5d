import type { ClickEvent } from '@tracker/schemas/events/click';
import type { PageViewEvent } from '@tracker/schemas/events/page-view';
import type { Place } from '../lookups/geo.ts';
import type { Device } from '../lookups/user-agents.ts';

export type VisitEvent = ClickEvent | PageViewEvent;

/** The state of a visitor's request in a stream: the event, and what the steps derived so far. */
export interface Visit<Event extends VisitEvent> {
  readonly event: Event;
}

export type WithDevice<Event extends VisitEvent> = Visit<Event> & { readonly device: Device };
export type WithPlace<Event extends VisitEvent> = WithDevice<Event> & { readonly place: Place };

/** The columns that clicks and page views share. */
export function requestColumns(visit: WithPlace<VisitEvent>) {
  const { request } = visit.event.payload;
  return {
    referrer: request.referrer,
    user_agent: request.userAgent,
    ip_address: request.ipAddress,
    address_key: request.address?.keyId ?? '',
    address_encrypted: request.address?.sealed ?? '',
    country_code: visit.place.countryCode,
    region: visit.place.region,
    city: visit.place.city,
    timezone: visit.place.timeZone,
    device_type: visit.device.deviceType,
    browser: visit.device.browser,
    operating_system: visit.device.operatingSystem,
    is_bot: visit.device.isBot,
  };
}
