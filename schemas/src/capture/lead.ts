import { z } from 'zod';
import type { JsonObject } from '../checkouts/json-object.ts';
import { CampaignId, LeadId } from '../primitives/ids.ts';
import { cleanTag, cleanText, folded, TEXT_LIMITS } from '../primitives/text.ts';
import { Instant } from '../primitives/time.ts';
import { EMAIL_LENGTH_MAX, isEmail, readEmail } from '../primitives/typed-email.ts';
import { redactTag } from '../privacy/redact-page.ts';
import { LEAD_TEXTS } from '../texts/leads.ts';
import { isName, keysOf, type LeadEntry, leadEntriesOf } from './lead-entries.ts';
import {
  isHidden,
  isOfSomethingElse,
  isWrapper,
  type LabelledField,
  type LeadForm,
  meaningOfLabel,
} from './lead-labels.ts';

/** `POST /leads`: the fields of a form, and the answer. */

const PHONE_LENGTH_MAX = 64;

export interface LeadMistake {
  readonly field: string;
  readonly message: string;
}

export type ReadLead =
  | { readonly ok: true; readonly form: LeadForm }
  /** `keys`: what the fields were called that came. */
  | { readonly ok: false; readonly details: LeadMistake[]; readonly keys: string[] };

interface Candidate {
  readonly field: LabelledField;
  /** A text or a number as text; undefined for anything else. */
  readonly text: string | undefined;
  readonly rank: number;
  /** The names of the objects around it and around what belongs together with it. */
  readonly record: readonly string[];
  readonly path: readonly string[];
}

/**
 * Each value is looked for by what its label says (`lead-labels.ts`). Of several e-mails a valid one goes first, then one with a name in its record,
 * then the one whose label says it most plainly; a name is one of the same record as the e-mail.
 * @param address the parameters of the address: where the body has no tag, its own counts
 */
export function readLead(body: JsonObject, address: JsonObject = {}): ReadLead {
  const details: LeadMistake[] = [];
  const entries = leadEntriesOf(body);
  const candidates = entries.flatMap(candidatesOf).filter(({ text }) => text !== '');
  const byField = Map.groupBy(
    candidates.sort((one, other) => one.rank - other.rank),
    ({ field }) => field,
  );
  const ofField = (field: LabelledField) => byField.get(field) ?? [];

  const ofAddress = leadEntriesOf(address).flatMap(candidatesOf);

  function read(found: Candidate | undefined, field: string): string {
    if (found !== undefined && found.text === undefined) details.push({ field, message: LEAD_TEXTS.notText });
    return found?.text ?? '';
  }

  /** What is personal in a tag would be in the log unencrypted. */
  const readTag = (field: LabelledField, name: string): string => {
    const found = ofField(field)[0] ?? ofAddress.find((one) => one.field === field);
    return cleanTag(read(found, name), TEXT_LIMITS.tag, redactTag);
  };

  const emails = ofField('email').filter(({ path }) => !path.slice(0, -1).some(isOfSomethingElse));
  const valid = emails.filter(({ text }) => isEmail(cleanEmail(text ?? '')));
  const ofRecord = (field: LabelledField, record: readonly string[]) =>
    ofField(field).find((one) => {
      const beyond = one.record.slice(record.length);
      const isBelow = record.every((name, at) => one.record[at] === name);
      return isBelow && !beyond.some((name) => isOfSomethingElse(name) || isWrapper(name));
    });
  const hasName = ({ record }: Candidate) =>
    (['name', 'firstName', 'lastName'] as const).some((field) => ofRecord(field, record) !== undefined);
  const emailAt = valid.find(hasName) ?? valid[0] ?? emails[0];
  const ofPerson = (field: LabelledField) => ofRecord(field, emailAt?.record ?? []);

  const name = fullName(
    read(ofPerson('name'), 'name'),
    read(ofPerson('firstName'), 'name'),
    read(ofPerson('lastName'), 'name'),
  );
  const email = cleanEmail(read(emailAt, 'email'));
  const form: LeadForm = {
    name,
    email,
    phone: fullPhone(read(ofPerson('areaCode'), 'phone'), read(ofPerson('phone'), 'phone')),
    clickId: readTag('clickId', 'click_id'),
    campaignId: readTag('campaignId', 'campaign_id'),
    source: readTag('source', 'source'),
    medium: readTag('medium', 'medium'),
    campaign: readTag('campaign', 'campaign'),
  };
  const isMarked = (field: string) => details.some((one) => one.field === field);
  if (name === '' && !isMarked('name')) details.push({ field: 'name', message: LEAD_TEXTS.nameMissing });
  if (email === '' && !isMarked('email')) details.push({ field: 'email', message: LEAD_TEXTS.emailMissing });
  else if (email !== '' && !isEmail(email)) details.push({ field: 'email', message: LEAD_TEXTS.emailInvalid });
  if (areSeveral(valid)) details.push({ field: 'email', message: LEAD_TEXTS.severalLeads });
  return details.length > 0 ? { ok: false, details, keys: keysOf(entries, redactTag) } : { ok: true, form };
}

const cleanEmail = (text: string): string => cleanText(readEmail(text), EMAIL_LENGTH_MAX + 1);

function candidatesOf({ labels, ownLabels, value, path }: LeadEntry): Candidate[] {
  const names = path.filter(isName);
  if (value === null || value === undefined) return [];
  const meanings = labels.map(meaningOfLabel);
  const at = meanings.findIndex((meaning) => meaning !== undefined);
  const meaning = meanings[at];
  if (!meaning) return [];
  // The last label is the last two names together, the one before it the last name.
  const inPath = at < ownLabels ? (names.length === path.length ? 1 : 0) : at - ownLabels + 1;
  const text = typeof value === 'string' ? value : typeof value === 'number' ? String(value) : undefined;
  // What the person typed goes before what the page sent to the form.
  const rank = (path.some(isHidden) ? 10_000 : 0) + meaning.left * 100 + at * 10 + names.length;
  const record = names.slice(0, names.length - inPath).filter((name) => !isHidden(name));
  return [{ field: meaning.field, text, rank, record, path }];
}

/** 'Nome' and 'Sobrenome' are two fields of one name, unless the first says it all. */
function fullName(name: string, first: string, last: string): string {
  const [start, end] = [
    cleanText(name, TEXT_LIMITS.tag) || cleanText(first, TEXT_LIMITS.tag),
    cleanText(last, TEXT_LIMITS.tag),
  ];
  const isWhole = end === '' || folded(` ${start}`).endsWith(folded(` ${end}`));
  return cleanText(isWhole ? start : `${start} ${end}`, TEXT_LIMITS.tag);
}

/** With its area code where it has none of its own: no local number has more than nine digits. What has no digit is the mask of an empty field. */
function fullPhone(areaCode: string, phone: string): string {
  const digits = phone.replace(/\D/g, '').length;
  if (digits === 0) return '';
  const isLocal = digits <= 9;
  return cleanText(isLocal ? `${areaCode} ${phone}` : phone, PHONE_LENGTH_MAX);
}

/** Different people at the same place of a list. */
function areSeveral(valid: readonly Candidate[]): boolean {
  const byPlace = new Map<string, Set<string>>();
  for (const { path, text } of valid) {
    if (!isName(path.at(-1) ?? '')) continue;
    const place = path.filter(isName).join('\n');
    byPlace.set(place, (byPlace.get(place) ?? new Set()).add(cleanEmail(text ?? '').toLowerCase()));
  }
  return [...byPlace.values()].some(({ size }) => size > 1);
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

/**
 * 200: the same e-mail in the same campaign again, as far as this process knows at once. Only what is certainly stored: of the rest the first post counts,
 * and this one fills what is lacking. What is stored of a person is not shown to who knows an e-mail.
 */
export const LeadRepeated = z.object({
  success: z.literal(true),
  duplicate: z.literal(true),
  lead: PostedLead.pick({ id: true, campaignId: true }),
});
export type LeadRepeated = z.infer<typeof LeadRepeated>;

/** 400: what is missing or wrong. */
export const LeadRefused = z.object({
  message: z.string(),
  error: z.literal('invalid-lead'),
  requestId: z.string(),
  details: z.array(z.object({ field: z.string(), message: z.string() })),
  /** What the fields were called that came, at most 50, never a value. */
  keys: z.array(z.string()).max(50),
});
export type LeadRefused = z.infer<typeof LeadRefused>;
