import { z } from 'zod';
import { CampaignId, LeadId } from '../primitives/ids.ts';
import { cleanTag, cleanText, TEXT_LIMITS } from '../primitives/text.ts';
import { Instant } from '../primitives/time.ts';
import { redactTag } from '../privacy/redact-page.ts';
import { LEAD_TEXTS } from '../texts/leads.ts';

/** `POST /leads`: the fields of a form, and the answer. */

/** The longest address that SMTP can deliver to. */
export const EMAIL_LENGTH_MAX = 254;
const PHONE_LENGTH_MAX = 64;

export interface LeadForm {
  readonly name: string;
  readonly email: string;
  /** '' when not given, as with all that follow. */
  readonly phone: string;
  readonly clickId: string;
  readonly campaignId: string;
  readonly source: string;
  readonly medium: string;
  /** utm_campaign-like free text. */
  readonly campaign: string;
}

export interface LeadMistake {
  readonly field: string;
  readonly message: string;
}

export type ReadLead =
  | { readonly ok: true; readonly form: LeadForm }
  | { readonly ok: false; readonly details: LeadMistake[] };

/** Each value is looked for under these names, the first that says something. */
const NAMES = {
  name: ['name', 'nome'],
  email: ['email'],
  phone: ['phone', 'telefone'],
  clickId: ['click_id', 'clickid'],
  campaignId: ['campaign_id'],
  source: ['source'],
  medium: ['medium'],
  campaign: ['campaign'],
} as const satisfies Record<keyof LeadForm, readonly string[]>;

/** A field that is a number (a phone, an id) is its digits; a repeated one is its first; anything else that is no text is a mistake. */
export function readLead(fields: Readonly<Record<string, unknown>>): ReadLead {
  const details: LeadMistake[] = [];

  function read(field: keyof LeadForm): string {
    for (const name of NAMES[field]) {
      const given = Object.hasOwn(fields, name) ? fields[name] : undefined;
      const value: unknown = Array.isArray(given) ? given[0] : given;
      if (value === undefined || value === null || value === '') continue;
      if (typeof value === 'string') return value;
      if (typeof value === 'number') return String(value);
      details.push({ field: name, message: LEAD_TEXTS.notText });
      return '';
    }
    return '';
  }

  /** What is personal in a tag would be in the log unencrypted. */
  const readTag = (field: keyof LeadForm): string => cleanTag(read(field), TEXT_LIMITS.tag, redactTag);

  const name = cleanText(read('name'), TEXT_LIMITS.tag);
  const email = cleanText(read('email'), EMAIL_LENGTH_MAX + 1);
  const form: LeadForm = {
    name,
    email,
    phone: cleanText(read('phone'), PHONE_LENGTH_MAX),
    clickId: readTag('clickId'),
    campaignId: readTag('campaignId'),
    source: readTag('source'),
    medium: readTag('medium'),
    campaign: readTag('campaign'),
  };
  const isMarked = (field: string) => details.some((one) => one.field === field);
  if (name === '' && !isMarked('name') && !isMarked('nome'))
    details.push({ field: 'name', message: LEAD_TEXTS.nameMissing });
  if (email === '' && !isMarked('email')) details.push({ field: 'email', message: LEAD_TEXTS.emailMissing });
  else if (email !== '' && !isEmail(email)) details.push({ field: 'email', message: LEAD_TEXTS.emailInvalid });
  return details.length > 0 ? { ok: false, details } : { ok: true, form };
}

/** One `@`, a domain with a dot, nothing that could split a header. Whether anybody reads it, no syntax shows. */
export function isEmail(text: string): boolean {
  if (text.length > EMAIL_LENGTH_MAX) return false;
  const at = text.indexOf('@');
  if (at < 1 || at > 64 || /[\s,;:<>()[\]\\"@]/.test(text.slice(0, at))) return false;
  return /^(?:[\p{L}\p{N}](?:[\p{L}\p{N}-]{0,61}[\p{L}\p{N}])?\.)+[\p{L}\p{N}-]{2,63}$/u.test(text.slice(at + 1));
}

/** The lead as this post gives it. What a click adds, and what people noted since, is not shown to the public. */
const PostedLead = z.object({
  id: LeadId,
  name: z.string(),
  email: z.string(),
  phone: z.string().nullable(),
  campaignId: CampaignId.nullable(),
  clickId: z.string().nullable(),
  source: z.string().nullable(),
  medium: z.string().nullable(),
  campaign: z.string().nullable(),
  createdAt: Instant,
});

/** 201: a new lead. */
export const LeadCreated = z.object({
  success: z.literal(true),
  lead: PostedLead.extend({ status: z.literal('new') }),
  message: z.string(),
});
export type LeadCreated = z.infer<typeof LeadCreated>;

/** 200: the same e-mail in the same campaign again, as far as this process knows at once. */
export const LeadRepeated = z.object({ success: z.literal(true), duplicate: z.literal(true), lead: PostedLead });
export type LeadRepeated = z.infer<typeof LeadRepeated>;

/** 400: what is missing or wrong. */
export const LeadRefused = z.object({
  message: z.string(),
  error: z.literal('invalid-lead'),
  requestId: z.string(),
  details: z.array(z.object({ field: z.string(), message: z.string() })),
});
export type LeadRefused = z.infer<typeof LeadRefused>;
