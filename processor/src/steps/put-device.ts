import type { UserAgents } from '../lookups/user-agents.ts';
import { ok } from '../pipeline/outcome.ts';
import { step } from '../pipeline/step.ts';
import type { RequestEvent, VisitorRequest, WithDevice } from './visitor-request.ts';

/** Device, browser, operating system and the bot flag, from the user agent. */
export const putDevice = <Event extends RequestEvent>(userAgents: UserAgents) =>
  step<VisitorRequest<Event>, WithDevice<Event>>('put-device', ({ event }) =>
    ok({ event, device: userAgents.device(event.payload.request.userAgent) }),
  );
