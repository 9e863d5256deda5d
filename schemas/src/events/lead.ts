import { z } from 'zod';
import { LeadId } from '../primitives/ids.ts';
import { TEXT_LIMITS } from '../primitives/text.ts';
import { EncryptedPerson } from './encrypted-person.ts';
import { eventSchema } from './envelope.ts';
import { RequestFacts } from './request-facts.ts';

const tag = z.string().max(TEXT_LIMITS.tag);

/** A person left name and e-mail. Two posts of one person in one campaign are one lead and have the same lead id. */
export const LeadEvent = eventSchema(
  'lead',
  1,
  z.object({
    leadId: LeadId,
    /** As it came; whether that click exists and is ours is found out by the processor. '' when none. */
    clickId: tag,
    source: tag,
    medium: tag,
    /** utm_campaign-like free text, not a campaign of ours. */
    campaign: tag,
    /** Opened: `{name, email, phone}`. Null when the person had been erased before it was stored. */
    person: EncryptedPerson.nullable(),
    request: RequestFacts,
    /** The setting of its campaign when it came; a replay must find the same, also when the campaign has another one by then. Absent is false. */
    isConversion: z.boolean().optional(),
    /** Among the person's fields is a phone. Absent is false: of older events it is not known. */
    hasPhone: z.boolean().optional(),
    /** Posted with a key of the tenant. Absent is false. */
    hasKey: z.boolean().optional(),
  }),
);
export type LeadEvent = z.infer<typeof LeadEvent>;
