import type { LeadEvent } from '@tracker/schemas/events/lead';
import { drop, ok } from '../pipeline/outcome.ts';
import { step } from '../pipeline/step.ts';

/** A lead counts as a conversion, too, when its campaign is configured so. */
export const dropPlainLead = () =>
  step<{ readonly event: LeadEvent }>('drop-plain-lead', (item) =>
    item.event.payload.isConversion ? ok(item) : drop('leads of this campaign are no conversions'),
  );
