import { isUnavailable } from '@tracker/infra/errors/is-unavailable';
import type { Addresses } from '@tracker/infra/privacy/addresses';
import { ok, retryLater } from '../pipeline/outcome.ts';
import { step } from '../pipeline/step.ts';
import type { Visit, VisitEvent, WithAddress } from './visit.ts';

/** The visitor's whole address, or its network once the key of its day is gone. Waits only for the first of a day. */
export const openAddress = <Event extends VisitEvent>(addresses: Pick<Addresses, 'open'>) =>
  step<Visit<Event>, WithAddress<Event>>('open-address', (visit) => {
    const opened = addresses.open(visit.event.payload.request);
    if (typeof opened === 'string') return ok({ ...visit, ipAddress: opened });
    return opened.then(
      (ipAddress) => ok({ ...visit, ipAddress }),
      (error: unknown) => {
        if (isUnavailable(error)) return retryLater('the keys of addresses cannot be reached', error);
        throw error;
      },
    );
  });
