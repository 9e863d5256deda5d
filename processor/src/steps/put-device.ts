import type { UserAgents } from '../lookups/user-agents.ts';
import { ok } from '../pipeline/outcome.ts';
import { step } from '../pipeline/step.ts';
import type { Visit, VisitEvent, WithDevice } from './visit.ts';

/** Device, browser, operating system and the bot flag, from the user agent. */
export const putDevice = <Event extends VisitEvent>(userAgents: UserAgents) =>
  step<Visit<Event>, WithDevice<Event>>('put-device', (visit) =>
    ok({ ...visit, device: userAgents.device(visit.event.payload.request.userAgent) }),
  );
