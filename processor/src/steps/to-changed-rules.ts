import type { UnverifiedRulesChangedEvent } from '@tracker/schemas/events/unverified-rules-changed';
import { msFromInstant } from '@tracker/schemas/primitives/time';
import type { ChangedRules } from '../batch/changes.ts';
import { ok } from '../pipeline/outcome.ts';
import { step } from '../pipeline/step.ts';

export const toChangedRules = () =>
  step<{ readonly event: UnverifiedRulesChangedEvent }, ChangedRules>('to-changed-rules', ({ event }) =>
    ok({ tenantId: event.tenantId, fromMs: msFromInstant(event.payload.from) }),
  );
