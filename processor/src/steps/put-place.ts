import { cutAddress } from '@tracker/infra/privacy/cut-address';
import type { Geo } from '../lookups/geo.ts';
import { ok } from '../pipeline/outcome.ts';
import { step } from '../pipeline/step.ts';
import type { RequestEvent, WithDevice, WithPlace } from './visitor-request.ts';

/**
 * Country, region, city and time zone: as a trusted proxy reported them, else from the network of the address. Events from before
 * addresses were encrypted hold the whole address: it is truncated, so that every click is located in the same way.
 */
export const putPlace = <Event extends RequestEvent>(geo: Geo) =>
  step<WithDevice<Event>, WithPlace<Event>>('put-place', ({ event, device }) => {
    const { place, ipAddress } = event.payload.request;
    return ok({
      event,
      device,
      place: place ? { ...place, countryCode: place.countryCode.toUpperCase() } : geo.place(cutAddress(ipAddress)),
    });
  });
